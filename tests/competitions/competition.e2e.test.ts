import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SignedInUser } from '#server/core/visitor.ts'
import { symbolSeeds } from '#db/seed/symbols.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { createManualFeed } from '#market/feeds/manualFeed.ts'
import { joinCompetition } from '#server/competitions/join.ts'
import { selectRadio } from '../support/selectRadio.ts'
import { noonToday } from '../support/noon.ts'
import { waitUntilIdle } from '../support/waitUntilIdle.ts'
import { tickingClock } from '../support/tickingClock.ts'
import { findOverflow, type Phone, takeScreenshot, signInAsGuest, type Session, startSession } from '../support/session.ts'

const hourMs = 3_600_000
// Noon of the server, so that no day turns by itself.
const clock = tickingClock(noonToday())
const prices = { BTCUSDT: '60000', ETHUSDT: '3000', XAUUSD: '2400', EURUSD: '1.1', USDJPY: '150' }
const feed = createManualFeed(symbolSeeds)
feed.put(prices)

let story: Session
let phone: Phone

/** From noon for two hours, for thirty and ten USDT. */
async function competition(id: string, name: string, fromMs: number): Promise<void> {
  await story.app.db.query(
    `insert into competition (id, series, round, name, fund, start_ms, end_ms, join_until_ms, prizes, symbols, max_lever, min_trades)
     values ($1, $1, 1, $2, 100000, $3, $4, $5, '{30,10}', '{BTCUSDT,ETHUSDT}', 10, 1)`,
    [id, name, fromMs, fromMs + 2 * hourMs, fromMs + hourMs],
  )
}

/** Somebody else who joins and holds still. */
async function rival(): Promise<void> {
  const { app } = story
  const userId = '77'
  await app.db.query(
    `insert into account (id, uid, email, nickname, country, lang, is_guest, invite_code, created_ms)
     values ($1, '30000077', 'rival@example.com', 'Quiet rival', 'NZ', 'en-us', false, '30000077', 1)`,
    [userId],
  )
  const effects: (() => void)[] = []
  const visitor = { userId, isGuest: false, country: 'NZ', level: 0 } as unknown as SignedInUser
  const afterCommit = (effect: () => void): void => void effects.push(effect)
  await app.db.transaction((sql) => joinCompetition(app, 'harbour-cup', { sql, visitor, afterCommit } as never))
  for (const effect of effects) effect()
}

beforeAll(async () => {
  story = await startSession({ clock, feed })
  await competition('harbour-cup', 'Harbour cup', clock.now())
  await competition('night-watch', 'Night watch', clock.now() + 3 * hourMs)
  await rival()
  phone = await story.phone()
  clock.start(story.market)
})
afterAll(async () => {
  await clock.stop()
  await story?.end()
})

/** Looked at, kept, and narrow enough. */
const look = async (name: string): Promise<void> => {
  expect(await findOverflow(phone.page)).toEqual([])
  await waitUntilIdle(phone.page)
  await takeScreenshot(phone.page, `competition-${name}`)
}
const press = (name: string) => phone.page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
const figure = (name: string) => phone.page.locator(`dt:text-is("${name}") + dd`).first()

it('a guest sees every competition, and how to take part', async () => {
  const { page } = phone
  await signInAsGuest(page)
  await page.goto('/bisai')
  await page.getByRole('link', { name: /Harbour cup/ }).waitFor()
  await look('list')
  await selectRadio(page.getByRole('radio', { name: 'To be started' }), { force: true })
  await page.getByRole('link', { name: /Night watch/ }).waitFor()
  await selectRadio(page.getByRole('radio', { name: 'Ended' }), { force: true })
  await page.getByRole('link', { name: /Open Water #0/ }).click()
  await page.getByText('Made up for the sandbox').waitFor()
  await page.getByRole('heading', { name: 'Final table' }).waitFor()
  await page
    .getByText(/^Sample entry \d+$/)
    .first()
    .waitFor()
  await look('sample')
  await page.goto('/bisaiDetail?id=harbour-cup')
  await page.getByRole('link', { name: 'Keep this account' }).waitFor()
  expect(await page.getByRole('button', { name: 'Join', exact: true }).count()).toBe(0)
  await page.goto('/heyue?comp=harbour-cup')
  await page.getByText('You take part in this competition once you have joined it.').waitFor()
})

it('a person joins, trades with the virtual fund under its name, and rises in the ranking', async () => {
  const { page, faults } = phone
  await story.app.db.query(
    `update account set is_guest = false, guest_device = null, email = 'mei@example.com', nickname = 'Mei' where is_guest`,
  )
  await page.goto('/bisaiDetail?id=harbour-cup')
  await page.getByRole('button', { name: 'Join', exact: true }).click()
  await page.getByText('whoever left cannot join this competition again').waitFor()
  await look('join')
  await press('Confirm')
  await page.getByRole('heading', { name: 'My part' }).waitFor()
  await look('joined')
  await page.getByRole('link', { name: 'Trade in this competition' }).click()
  await page.getByRole('heading', { name: 'Harbour cup' }).waitFor()
  await page.getByText('Competition · virtual fund').waitFor()
  expect(await page.locator('[data-tone="contest"]').count()).toBe(1)
  await page.getByRole('textbox', { name: 'Margin' }).fill('10000')
  await page.getByText('Up to 5× for your account on this market').waitFor()
  await look('ticket')
  await page.getByRole('button', { name: 'Review long' }).click()
  await page.getByText('With the virtual fund of the competition “Harbour cup”, not with money.').waitFor()
  await page.getByText('Most you can lose:').waitFor()
  await press('Confirm')
  await page.getByText('Position opened').waitFor()
  await press('Done')
  // After a first order the app asks whether it may tell of orders: not what this is about.
  await page
    .getByRole('button', { name: 'No, thanks' })
    .click({ timeout: 3_000 })
    .catch(() => undefined)
  await page.getByText('Positions (1)').waitFor()
  feed.put({ BTCUSDT: '66000' })
  await page.getByText('66,000.00').first().waitFor()
  await look('position')
  await page.getByRole('button', { name: 'Close position' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close position' }).click()
  await page.getByText('Position closed').waitFor()
  await page.getByRole('dialog').getByRole('link', { name: 'How it was computed' }).click()
  await page.getByRole('heading', { name: 'In the ledger' }).waitFor()
  await expect.poll(() => page.locator('[data-tone="contest"]').count()).toBe(1)
  const books = await story.app.db.query<{ book: number }>('select distinct account_type as book from position')
  expect(books).toEqual([{ book: 3 }])

  await page.goto('/bisaiDetail?id=harbour-cup')
  await page.getByText('1 of 2').first().waitFor()
  const rows = page.getByRole('list', { name: 'Ranking' }).getByRole('listitem')
  // The table of a moment ago is shown until the one of now is here.
  await rows.nth(0).getByText('Mei').waitFor()
  await rows.nth(1).getByText('Quiet rival').waitFor()
  await page.getByText('You', { exact: true }).waitFor()
  await look('ranking')
  await page.getByRole('link', { name: /My figures/ }).click()
  await page.waitForURL('**/bisaiMycansai?id=harbour-cup')
  await page.getByRole('button', { name: 'Share my place' }).click()
  await expect.poll(() => page.getByRole('dialog').innerText()).toMatch(/1 of 2[^]*%/)
  const card = await page.getByRole('dialog').innerText()
  expect(card).not.toContain('100,')
  await look('share')
  expect(faults).toEqual([])
})

it('at the end the table is final, and the prize is in the real book', async () => {
  const { page, faults } = phone
  clock.advance(2 * hourMs)
  await page.goto('/bisaiDetail?id=harbour-cup')
  await page.getByText('The prize is in your real book.').waitFor()
  await page.getByText('Prize 30 USDT').first().waitFor()
  await look('final')
  await page.goto('/bisaiMycansai')
  await expect.poll(() => figure('Prize').innerText()).toBe('30 USDT')
  await page.getByRole('link', { name: 'See it in the real book' }).click()
  await page.waitForURL('**/zhangbianRecord')
  await page.getByText('+30.00').first().waitFor()
  await page.goto('/messages')
  await page
    .getByText(/Harbour cup/)
    .first()
    .click()
  await page.waitForURL('**/bisaiDetail?id=harbour-cup')
  await page.goto('/heyue?comp=harbour-cup')
  await page.getByRole('button', { name: /BTC\/USDT · Long/ }).waitFor()
  expect(await page.getByRole('textbox', { name: 'Margin' }).count()).toBe(0)
  expect(faults).toEqual([])
})

it('who leaves is warned before that it is for good, and cannot join again', async () => {
  const { page, faults } = phone
  await page.goto('/bisaiDetail?id=night-watch')
  await page.getByRole('button', { name: 'Join', exact: true }).click()
  await press('Confirm')
  await page.getByRole('heading', { name: 'My part' }).waitFor()
  await page.goto('/bisaiMycansai')
  await page.getByRole('group', { name: 'Harbour cup' }).waitFor()
  await look('mine')
  await page.getByRole('group', { name: 'Night watch' }).getByRole('button', { name: 'Leave the competition' }).click()
  await page.getByText('You cannot join this competition again.').waitFor()
  await look('leave')
  await press('Leave for good')
  await page.getByText('You left this competition. It cannot be joined again.').waitFor()
  await page.goto('/bisaiDetail?id=night-watch')
  await page.getByRole('heading', { name: 'My part' }).waitFor()
  expect(await page.getByRole('button', { name: 'Join', exact: true }).count()).toBe(0)
  expect(await findAllLedgerViolations(story.app.db)).toEqual([])
  expect(faults).toEqual([])
})
