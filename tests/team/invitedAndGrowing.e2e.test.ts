import { afterAll, beforeAll, expect, it } from 'vitest'
import { asDecimal } from '#contract/decimal.ts'
import { serverDayAt, wireTimeToInstant } from '#contract/time.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { post } from '#ledger/ledger.ts'
import { negate } from '#rules/decimal.ts'
import { addServerDays } from '#rules/serverDay.ts'
import { runDueLevelJobs as payLevels } from '#server/levels/engine.ts'
import { runDueTeamRebateJobs as payTeam } from '#server/team/engine.ts'
import { noonNextThursday } from '../support/noon.ts'
import { waitUntilIdle } from '../support/waitUntilIdle.ts'
import { tickingClock } from '../support/tickingClock.ts'
import { reloadUntilVisible } from '../support/reloadUntilVisible.ts'
import { findOverflow, type Phone, takeScreenshot, type Session, startSession } from '../support/session.ts'
import { register } from '../wallet/newcomer.ts'

// A Thursday noon: the levels of Friday to Sunday come before Monday's envelope.
const clock = tickingClock(noonNextThursday())
const thursday = serverDayAt(clock.now())

let story: Session
let ann: Phone
let ben: Phone
beforeAll(async () => {
  story = await startSession({ clock })
  await story.market.step()
  ann = await story.phone()
  ben = await story.phone()
  // Prices stay young while somebody trades.
  clock.start(story.market)
})
afterAll(async () => {
  await clock.stop()
  await story?.end()
})

const look = async ({ page }: Phone, name: string): Promise<void> => {
  expect(await findOverflow(page)).toEqual([])
  await waitUntilIdle(page)
  await takeScreenshot(page, `growth-${name}`)
}

const idOf = async (email: string): Promise<string> => {
  const [invitee] = await story.app.db.query<{ id: string }>('select id from account where email = $1', [email])
  return invitee?.id ?? ''
}

/** Somebody whose papers were accepted, with USDT in the real book, who looks at that book. */
async function open({ page }: Phone, email: string, amount: string): Promise<void> {
  const { db } = story.app
  const user = await idOf(email)
  await db.query(`update account set kyc_level = 1, kyc_country = 'MY' where id = $1`, [user])
  await db.transaction(async (sql) => {
    await sql.query('insert into wallet (user_id, book) values ($1, 1) on conflict do nothing', [user])
    await post(sql, {
      book: 1,
      refType: 'test',
      refId: 'gift',
      at: clock.now(),
      legs: [
        { user, currency: 'USDT', bucket: 'AVAIL', amount: asDecimal(amount), type: 1 },
        { house: 'CHAIN_IN', currency: 'USDT', amount: negate(amount) },
      ],
    })
  })
  await page.goto('/my')
  await page.getByRole('radio', { name: 'Real book' }).click()
  await page.getByRole('button', { name: 'Show the real book' }).click()
}

/** Coins for 200 USDT at once, with real money. */
async function buy({ page }: Phone): Promise<void> {
  // The same order within three seconds is asked about once more.
  await clock.turnAhead(4_000)
  await page.goto('/heyue?mode=spot&symbol=BTCUSDT')
  await page.getByRole('radio', { name: 'Instant' }).click()
  await page.getByRole('button', { name: '200', exact: true }).click()
  await page.getByRole('button', { name: 'Buy BTC' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('Bought').waitFor()
}

const turnTo = async (wire: string): Promise<void> => {
  await clock.stop()
  clock.set(wireTimeToInstant(wire))
}

it('whoever follows an invitation reads what it means before agreeing, and is seen by the inviter half hidden', async () => {
  await register(ann.page, 'ann@example.com', 'Harbour-wall-31')
  await ann.page.goto('/tuanduiYaoqing')
  await ann.page.getByText('Whoever joins by your code will be here').waitFor()
  await look(ann, 'invitation')
  const [row] = await story.app.db.query<{ invite_code: string }>('select invite_code from account')
  const code = row?.invite_code ?? ''
  await ann.page.getByRole('img', { name: 'QR code of your invitation link' }).waitFor()
  await ann.page.getByText(`${story.origin}/i/${code}`).waitFor()
  await ben.page.goto(`/i/${code}`)
  await ben.page.waitForURL(`**/register?invite=${code}`)
  await expect.poll(() => ben.page.getByLabel('Invitation code (optional)').inputValue()).toBe(code)
  await ben.page.getByText('Whoever invited you gets 20% of the trading fees you pay').waitFor()
  await look(ben, 'invited')
  await register(ben.page, 'ben@example.com', 'Harbour-wall-32', `/i/${code}`)
  await reloadUntilVisible(ann.page.getByText('b***@example.com'))
  await look(ann, 'team')
  expect([...ann.faults, ...ben.faults]).toEqual([])
})

it('a task that is done is noticed, collected, and its voucher pays a fee', async () => {
  const { page } = ben
  await open(ben, 'ben@example.com', '6000')
  await buy(ben)
  await page.goto('/fuliCenter')
  await page.getByRole('link', { name: /Read how prices are made/ }).click()
  await page.waitForURL('**/articleDetail?id=how-prices-are-made')
  await page.getByRole('heading', { name: 'How prices are made' }).first().waitFor()
  await page.goBack()
  await reloadUntilVisible(page.getByRole('button', { name: 'Collect: Voucher 1 USDT' }))
  await look(ben, 'tasks')
  await page.getByRole('button', { name: 'Collect: Voucher 1 USDT' }).click()
  await page.getByText('1 USDT left', { exact: true }).waitFor()
  await buy(ben)
  await page.goto('/fuliCenter')
  // The fee of 200 USDT is 0.2.
  await reloadUntilVisible(page.getByText('0.8 left', { exact: true }))
  await look(ben, 'voucher')
  const lines = await story.app.db.query<{ amount: string }>('select amount::text from leg where type in (5, 34) and book = 1 order by id')
  expect(lines.map(({ amount }) => amount)).toEqual(['-0.20000000', '-0.20000000', '0.20000000'])
  expect(ben.faults).toEqual([])
})

it('the inviter gets a fifth of the fee that was paid, a day later, and is notified', async () => {
  await turnTo(`${addServerDays(thursday, 1)} 00:06:00`)
  await payTeam(story.app)
  await reloadUntilVisible(ann.page.getByText('0.04 USDT').first())
  await look(ann, 'income')
  await ann.page.goto('/messages')
  await ann.page.getByRole('button', { name: /^Unread: Your team brought you 0\.04 USDT/ }).click()
  await ann.page.waitForURL('**/tuanduiYaoqing')
  expect(ann.faults).toEqual([])
})

it('days bring a level, its bonus and an envelope on Monday', async () => {
  const { page } = ben
  for (const days of [1, 2, 3, 4]) {
    await turnTo(`${addServerDays(thursday, days)} 00:06:30`)
    await payLevels(story.app, [])
  }
  await page.goto('/messages')
  await reloadUntilVisible(page.getByRole('button', { name: /^Unread: Your Monday envelope: 0\.5 USDT/ }))
  await page.getByRole('button', { name: /^Unread: Your level is now 2, Sloop/ }).click()
  await page.waitForURL('**/vipLevel')
  await page.getByText('Your trading fees are 10% lower.').waitFor()
  await page.getByText('From level 1 to level 2').waitFor()
  await page.getByText('Bonus 5 USDT').waitFor()
  await look(ben, 'level')
  await page.goto('/my')
  await page.getByRole('link', { name: 'Level 2 · Sloop' }).click()
  await page.waitForURL('**/vipLevel')
  await page.getByText('Your trading fees are 10% lower.').waitFor()
  // Whoever wants to know can, and nobody is asked to pay in.
  expect(
    await page
      .getByRole('main')
      .getByRole('link', { name: /deposit/i })
      .count(),
  ).toBe(0)
  await page.goto('/fuliCenter')
  await page.getByText('0.5 USDT', { exact: true }).waitFor()
  await look(ben, 'envelope')
  expect(await findAllLedgerViolations(story.app.db)).toEqual([])
  expect(ben.faults).toEqual([])
})
