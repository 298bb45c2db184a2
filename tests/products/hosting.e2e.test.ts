import { afterAll, beforeAll, expect, it } from 'vitest'
import type { GetCall } from '#contract/call.ts'
import { products } from '#contract/calls/products.ts'
import { serverDayAt } from '#contract/time.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { addServerDays, startOfServerDay } from '#rules/serverDay.ts'
import { createManualClock } from '#server/core/clock.ts'
import { selectRadio } from '../support/selectRadio.ts'
import { noonToday } from '../support/noon.ts'
import { waitUntilIdle } from '../support/waitUntilIdle.ts'
import { reloadUntilVisible } from '../support/reloadUntilVisible.ts'
import { findOverflow, type Phone, takeScreenshot, signInAsGuest, type Session, startSession } from '../support/session.ts'

const hourMs = 3_600_000
// Noon of the server, so that no day turns by itself.
const clock = createManualClock(noonToday())
const firstDay = addServerDays(serverDayAt(clock.now()), 1)

let story: Session
let phone: Phone
beforeAll(async () => {
  story = await startSession({ clock })
  phone = await story.phone()
  await signInAsGuest(phone.page)
})
afterAll(() => story?.end())

/** Looked at, kept, and narrow enough. */
const look = async (name: string): Promise<void> => {
  expect(await findOverflow(phone.page)).toEqual([])
  await waitUntilIdle(phone.page)
  await takeScreenshot(phone.page, `hosting-${name}`)
}

const available = async (): Promise<string | undefined> => {
  const rows = await story.app.db.query<{ amount: string }>(
    `select amount::text from balance where book = 2 and bucket = 'AVAIL' and currency = 'USDT'`,
  )
  return rows[0]?.amount
}

/** The three funding rates of a day as the record publishes them. */
const publish = async (day: string): Promise<void> => {
  for (const [n, rate] of ['0.0001', '0.000085', '0.00012'].entries()) {
    await story.app.db.query(
      `insert into published_input (feed, symbol, since_sec, sec, value, mode, fence)
       select $1, 'FUND:BTCUSDT', $2, $2, $3, 'SIM', fence from market_lease on conflict do nothing`,
      [story.app.market.feed, startOfServerDay(day) / 1000 + n * 28_800, rate],
    )
  }
}

const press = (name: string) => phone.page.getByRole('dialog').getByRole('button', { name, exact: true }).click()

async function buy(): Promise<void> {
  const { page } = phone
  await page.goto('/taolilicai?type=1')
  await page.getByRole('link', { name: /Harbour 15/ }).click()
  await page.getByRole('heading', { name: 'What can go wrong' }).waitFor()
  await page.getByRole('textbox', { name: 'Amount' }).fill('10000')
  await look('product')
  await page.getByRole('button', { name: 'Review' }).click()
  await page.getByText('Most you can lose: 10,000 USDT').waitFor()
  await look('last-look')
  // On a short screen it scrolls, and the keyboard must get to the end of it.
  await page.setViewportSize({ width: 375, height: 480 })
  await page.getByRole('dialog').locator('[tabindex="0"]').waitFor()
  await page.setViewportSize({ width: 375, height: 812 })
  await press('Confirm')
  await page.getByText('It is in. Nothing more is needed.').waitFor()
  await look('receipt')
  await page.getByRole('link', { name: 'See the order' }).click()
  await page.getByText('Not started').waitFor()
}

/** The page is read anew: one of its reads is answered as things are before what happens, the other as they are after it. */
async function readAround({ before, after }: Record<'before' | 'after', GetCall>, happens: () => Promise<void>): Promise<void> {
  const { page } = phone
  const isAnswered = Promise.withResolvers<void>()
  const isOver = Promise.withResolvers<void>()
  await page.route(
    `**${before.path}*`,
    async (route) => {
      const response = await route.fetch()
      isAnswered.resolve()
      await isOver.promise
      await route.fulfill({ response })
    },
    { times: 1 },
  )
  await page.route(
    `**${after.path}*`,
    async (route) => {
      await isOver.promise
      await route.continue()
    },
    { times: 1 },
  )
  await page.reload()
  await isAnswered.promise
  await happens()
  isOver.resolve()
}

it('gives all of it back, once it is bought and before it starts', async () => {
  const { page, faults } = phone
  await buy()
  expect(await available()).toBe('90000.00000000')
  await page.getByRole('button', { name: 'Cancel, all of it comes back' }).click()
  await press('Cancel it')
  await page.getByText('Cancelled', { exact: true }).waitFor()
  // No day of it will ever come.
  expect(await page.getByText(/Income by day|Ends|Starts/).count()).toBe(0)
  expect(await available()).toBe('100000.00000000')
  expect(faults).toEqual([])
})

it('brings what the published funding says, to the last digit, and leaving costs no more than that', async () => {
  const { page, faults } = phone
  // The same order within three seconds would be taken for a double press.
  clock.advance(60_000)
  await buy()
  await publish(firstDay)
  // Its days are told as they were before the first of them came in, its order as it is now: both tell of it in the end.
  await readAround({ before: products.productIncomes, after: products.productOrder }, async () => {
    clock.set(startOfServerDay(addServerDays(firstDay, 1)) + hourMs + 1_000)
    await expect.poll(available).toBe('90002.13500000')
  })
  // 70 % of the three rates times what is in it (vector A1).
  await page.getByText('2.135 USDT').first().waitFor()
  await look('running')
  await page.getByRole('link', { name: /0\.02135%/ }).waitFor()
  // The other way round.
  await publish(addServerDays(firstDay, 1))
  await readAround({ before: products.productOrder, after: products.productIncomes }, async () => {
    clock.set(startOfServerDay(addServerDays(firstDay, 2)) + hourMs + 1_000)
    await expect.poll(available).toBe('90004.27000000')
  })
  await page.getByText('4.27 USDT').waitFor()
  // A third comes in while one looks: the fee that is shown before leaving is the one of now.
  await publish(addServerDays(firstDay, 2))
  clock.set(startOfServerDay(addServerDays(firstDay, 3)) + hourMs + 1_000)
  await expect.poll(available).toBe('90006.40500000')
  await page.getByRole('button', { name: 'Leave now: 10,000 USDT back' }).click()
  await page.getByRole('dialog').getByText('6.41 USDT', { exact: true }).waitFor()
  await look('leaving')
  await press('Leave')
  await page.getByText('Being paid out').waitFor()
  clock.set(startOfServerDay(addServerDays(firstDay, 4)) + hourMs + 1_000)
  await reloadUntilVisible(page.getByText('Came back'))
  await look('over')
  // Never below what was put in: the fee took the income and nothing else.
  expect(await available()).toBe('100000.00000000')
  expect(await findAllLedgerViolations(story.app.db)).toEqual([])
  await page.goto('/investment-orders')
  await selectRadio(page.getByRole('radio', { name: 'Over', exact: true }), { force: true })
  await page
    .getByRole('link', { name: /Harbour 15/ })
    .first()
    .waitFor()
  await look('orders')
  expect(faults).toEqual([])
})
