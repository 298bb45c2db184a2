import { afterAll, beforeAll, expect, it } from 'vitest'
import { symbolSeeds } from '#db/seed/symbols.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { createManualFeed } from '#market/feeds/manualFeed.ts'
import { noonToday } from '../support/noon.ts'
import { waitUntilIdle } from '../support/waitUntilIdle.ts'
import { tickingClock } from '../support/tickingClock.ts'
import { findOverflow, type Phone, takeScreenshot, signInAsGuest, type Session, startSession } from '../support/session.ts'

const hourMs = 3_600_000
// Noon of the server, so that no day turns by itself.
const clock = tickingClock(noonToday())
const feed = createManualFeed(symbolSeeds)
feed.put({ BTCUSDT: '60000', ETHUSDT: '3000', XAUUSD: '2400', EURUSD: '1.1', USDJPY: '150' })

let story: Session
let phone: Phone

async function competition(id: string, name: string, hours: number, fund: string): Promise<void> {
  await story.app.db.query(
    `insert into competition (id, series, round, name, fund, start_ms, end_ms, join_until_ms, prizes, symbols, max_lever, min_trades)
     values ($1, $1, 1, $2, $3, $4, $5, $5, '{30}', '{BTCUSDT,ETHUSDT}', 10, 1)`,
    [id, name, fund, clock.now(), clock.now() + hours * hourMs],
  )
}

beforeAll(async () => {
  story = await startSession({ clock, feed })
  await competition('harbour-cup', 'Harbour cup', 2, '100000')
  await competition('night-watch', 'Night watch', 20, '50000')
  phone = await story.phone()
  clock.start(story.market)
})
afterAll(async () => {
  await clock.stop()
  await story?.end()
})

const look = async (name: string): Promise<void> => {
  expect(await findOverflow(phone.page)).toEqual([])
  await waitUntilIdle(phone.page)
  await takeScreenshot(phone.page, `competitions-beside-${name}`)
}
const press = (name: string) => phone.page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
const margin = () => phone.page.getByRole('textbox', { name: 'Margin' })
const entry = (name: string) => phone.page.getByRole('group', { name })

/** From its screen, as anybody joins. */
async function join(id: string): Promise<void> {
  await phone.page.goto(`/bisaiDetail?id=${id}`)
  await phone.page.getByRole('button', { name: 'Join', exact: true }).click()
  await phone.page.getByText('You can take part in others beside it, each with a fund of its own.').waitFor()
  await look(`join-${id}`)
  await press('Confirm')
  await phone.page.getByRole('heading', { name: 'My part' }).waitFor()
}

async function open(name: string): Promise<void> {
  const { page } = phone
  await page.getByRole('button', { name: 'Review long' }).click()
  await page.getByText(`With the virtual fund of the competition “${name}”, not with money.`).waitFor()
  await page.getByText('Most you can lose:').waitFor()
  await look(`confirm-${name.slice(0, 5).toLowerCase()}`)
  await press('Confirm')
  await page.getByText('Position opened').waitFor()
  await page.getByRole('dialog').getByText(name, { exact: true }).waitFor()
  await look(`receipt-${name.slice(0, 5).toLowerCase()}`)
  await press('Done')
  // After a first order the app asks whether it may tell of orders: not what this is about.
  await page
    .getByRole('button', { name: 'No, thanks' })
    .click({ timeout: 3_000 })
    .catch(() => undefined)
  await page.getByText('Positions (1)').waitFor()
}

it('a person joins a second competition beside the first', async () => {
  const { page, faults } = phone
  await signInAsGuest(page)
  await story.app.db.query(
    `update account set is_guest = false, guest_device = null, email = 'mei@example.com', nickname = 'Mei' where is_guest`,
  )
  await join('harbour-cup')
  await join('night-watch')
  await page.goto('/bisaiMycansai')
  for (const name of ['Harbour cup', 'Night watch']) await entry(name).waitFor()
  await look('mine')
  expect(faults).toEqual([])
})

it('each has its own screen, money, draft and positions, and the address says which', async () => {
  const { page, faults } = phone
  await entry('Harbour cup').getByRole('link', { name: 'Trade in this competition' }).click()
  await page.waitForURL('**/heyue?**comp=harbour-cup**')
  await page.getByText('Available: 100,000.00 USDT').waitFor()
  await margin().fill('10000')
  await open('Harbour cup')
  // Typed there and not sent: it waits there, and is not taken over.
  await margin().fill('777')
  await look('trade-harbour')

  await page.getByRole('link', { name: 'My competitions' }).click()
  await entry('Night watch').getByRole('link', { name: 'Trade in this competition' }).click()
  await page.waitForURL('**/heyue?**comp=night-watch**')
  await page.getByRole('heading', { name: 'Night watch' }).waitFor()
  await page.getByText('Available: 50,000.00 USDT').waitFor()
  await page.getByText('Positions (0)').waitFor()
  await expect.poll(() => margin().inputValue()).toBe('')
  await margin().fill('2000')
  await open('Night watch')

  await page.goBack()
  await entry('Night watch').waitFor()
  await page.goBack()
  await page.waitForURL('**/heyue?**comp=harbour-cup**')
  await page.getByRole('heading', { name: 'Harbour cup' }).waitFor()
  await expect.poll(() => margin().inputValue()).toBe('777')
  const told = await story.app.db.query(
    `select e.competition_id as comp, round(p.margin, -2)::int as margin from position p join competition_entry e on e.id = p.entry_id order by 1`,
  )
  expect(told).toEqual([
    { comp: 'harbour-cup', margin: 10_000 },
    { comp: 'night-watch', margin: 2_000 },
  ])
  expect(faults).toEqual([])
})

it('its records, its receipts and a warning of it say which competition', async () => {
  const { page, faults } = phone
  await page.goto('/heyue?comp=night-watch')
  await page.getByRole('link', { name: 'Balance records' }).click()
  await page.waitForURL('**/zhangbianRecord?comp=night-watch')
  await page.getByText('Movements of your virtual fund in the competition “Night watch”. None of it is money.').waitFor()
  await look('records')
  await page.getByRole('button', { name: /Margin set aside/ }).click()
  await page.getByRole('dialog').getByText('Night watch', { exact: true }).waitFor()
  await look('record')
  await page.getByRole('dialog').getByRole('link', { name: 'How it was computed' }).click()
  await page.getByText('With the virtual fund of the competition “Night watch”, not with money.').waitFor()
  await look('computed')
  await page.getByRole('link', { name: 'See its trading screen' }).click()
  await page.waitForURL('**/heyue?**comp=night-watch**')
  await page.getByText('Positions (1)').waitFor()

  // So far that less than 80 % of either margin is left.
  const [{ lever } = { lever: 0 }] = await story.app.db.query<{ lever: number }>('select distinct lever from position')
  feed.put({ BTCUSDT: String(60_000 - 15_000 / lever) })
  await page
    .getByText(/^Night watch · BTCUSDT: \d+\.\d+% of the margin is left/)
    .first()
    .waitFor()
  await page.goto('/messages')
  await page.getByRole('button', { name: /^Unread: Harbour cup · BTC\/USDT: the margin grows thin/ }).waitFor()
  await look('warned')
  await page.getByRole('button', { name: /^Unread: Night watch · BTC\/USDT: the margin grows thin/ }).click()
  await page.waitForURL('**/heyue?**comp=night-watch**')
  await page.getByRole('heading', { name: 'Night watch' }).waitFor()
  feed.put({ BTCUSDT: '60000' })
  expect(faults).toEqual([])
})

it('the figures of one alone have an address, and the way to all', async () => {
  const { page, faults } = phone
  await page.goto('/bisaiDetail?id=night-watch')
  await page.getByRole('link', { name: /My figures/ }).click()
  await page.waitForURL('**/bisaiMycansai?id=night-watch')
  await entry('Night watch').waitFor()
  expect(await entry('Harbour cup').count()).toBe(0)
  await look('one')
  await page.getByRole('link', { name: /My competitions/ }).click()
  await entry('Harbour cup').waitFor()
  await page.goBack()
  await page.waitForURL('**/bisaiMycansai?id=night-watch')
  await page.goBack()
  await page.waitForURL('**/bisaiDetail?id=night-watch')
  await page.goto('/bisaiMycansai?id=open-water-0')
  await page.getByText('You take part in this competition once you have joined it.').waitFor()
  expect(faults).toEqual([])
})

it('when one is over, what is open in the other stays open', async () => {
  const { page, faults } = phone
  clock.advance(2 * hourMs)
  await page.goto('/heyue?comp=harbour-cup')
  await page.getByText('Your part in this competition is over. All amounts were virtual.').waitFor()
  await page.getByRole('button', { name: /BTC\/USDT · Long/ }).waitFor()
  await page.goto('/heyue?comp=night-watch')
  await page.getByText('Positions (1)').waitFor()
  await page.goto('/bisaiMycansai')
  await entry('Night watch').getByRole('button', { name: 'Leave the competition' }).click()
  await page.getByText('Your own books and your other competitions are not touched.').waitFor()
  await look('leave')
  await press('Leave for good')
  await page.getByText('You left this competition. It cannot be joined again.').waitFor()
  expect(await story.app.db.query('select from position where status in (0, 1, 2)')).toEqual([])
  expect(await findAllLedgerViolations(story.app.db)).toEqual([])
  expect(faults).toEqual([])
})
