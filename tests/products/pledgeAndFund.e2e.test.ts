import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountTypes } from '#contract/constants.ts'
import { asDecimal } from '#contract/decimal.ts'
import { serverDayAt } from '#contract/time.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { post } from '#ledger/ledger.ts'
import { add, negate, subtract, truncate } from '#rules/decimal.ts'
import { fundUnitsForMoney, fundUnitsValue } from '#rules/earn/fundUnits.ts'
import { addServerDays, startOfServerDay } from '#rules/serverDay.ts'
import { createManualClock } from '#server/core/clock.ts'
import { noonToday } from '../support/noon.ts'
import { waitUntilIdle } from '../support/waitUntilIdle.ts'
import { reloadUntilVisible } from '../support/reloadUntilVisible.ts'
import { findOverflow, type Phone, takeScreenshot, signInAsGuest, type Session, startSession } from '../support/session.ts'

const hourMs = 3_600_000
// Noon of the server, so that no day turns by itself.
const clock = createManualClock(noonToday())
const today = serverDayAt(clock.now())

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
  await takeScreenshot(phone.page, name)
}

const press = (name: string) => phone.page.getByRole('dialog').getByRole('button', { name, exact: true }).click()

/** How the newest order and the balances stand. */
const standing = async (): Promise<unknown> => {
  const { db } = story.app
  const [order] = await db.query('select status, units::text, income_total::text from product_order order by id desc limit 1')
  return [order, await db.query('select bucket, currency, amount::text from balance where book = 2 order by bucket, currency')]
}

/** The server's day turns, and the market goes on in it, until what is due by then shows in the books: no page is told of it. */
async function turnTo(day: string, ms: number): Promise<void> {
  const before = await standing()
  clock.set(startOfServerDay(day) + ms)
  for (let n = 0; n < 3; n++) {
    clock.advance(1_000)
    await story.market.step()
  }
  await expect.poll(standing).not.toEqual(before)
}

const shows = (text: string) => reloadUntilVisible(phone.page.getByText(text))

async function buy(type: number, name: RegExp, amount: string, mostLost: string): Promise<void> {
  const { page } = phone
  await page.goto(`/taolilicai?type=${type}`)
  await page.getByRole('link', { name }).click()
  await page.getByRole('heading', { name: 'What can go wrong' }).waitFor()
  await page.getByRole('textbox', { name: 'Amount' }).fill(amount)
  await look(`earn-${type}-product`)
  await page.getByRole('button', { name: 'Review' }).click()
  await page.getByText(`Most you can lose: ${mostLost}`).waitFor()
  await look(`earn-${type}-last-look`)
  await press('Confirm')
  await page.getByText('It is in. Nothing more is needed.').waitFor()
  await page.getByRole('link', { name: 'See the order' }).click()
  await page.getByText('Not started').waitFor()
}

const balance = async (bucket: string, currency: string): Promise<string | undefined> => {
  const rows = await story.app.db.query<{ amount: string }>(
    'select amount::text from balance where book = 2 and bucket = $1 and currency = $2',
    [bucket, currency],
  )
  return rows[0]?.amount
}

/** Ten ETH of play money for the one person there is. */
async function giveEth(): Promise<void> {
  const { db } = story.app
  const [owner] = await db.query<{ user_id: string }>('select user_id from wallet where book = 2')
  const user = owner?.user_id ?? ''
  await db.transaction((sql) =>
    post(sql, {
      book: accountTypes.demo,
      refType: 'demoFund',
      refId: 'eth',
      at: clock.now(),
      legs: [
        { user, currency: 'ETH', bucket: 'AVAIL', amount: asDecimal('10'), type: 37 },
        { house: 'ISSUE', currency: 'ETH', amount: negate('10') },
      ],
    }),
  )
}

it('pledges coins, earns what the network pays less our tenth, and has them back whole the next day', async () => {
  const { page, faults } = phone
  await giveEth()
  await buy(2, /ETH flexible/, '10', '10 ETH')
  expect(await balance('AVAIL', 'ETH')).toBe('0.00000000')
  await turnTo(addServerDays(today, 1), hourMs)
  await shows('Running')
  await turnTo(addServerDays(today, 2), hourMs)
  // Vector A6: 10 ETH at 3.2 % a year.
  await shows('0.00078904 ETH')
  await look('earn-2-running')
  await page.getByRole('button', { name: 'Leave now: 10 ETH back' }).click()
  await press('Leave')
  await page.getByText('Being paid out').waitFor()
  await turnTo(addServerDays(today, 3), 60_000)
  await shows('Came back')
  expect(await balance('AVAIL', 'ETH')).toBe('10.00078904')
  expect(await findAllLedgerViolations(story.app.db)).toEqual([])
  expect(faults).toEqual([])
})

it('buys units of a fund at the next value, sells a part and then the rest, each at the value of its day', async () => {
  const { page, faults } = phone
  const { db } = story.app
  const navOf = async (day: string) => {
    const [row] = await db.query<{ value: string }>(
      `select value from product_day where product_id = 'gold-trend' and day = $1 and not is_back_test`,
      [addServerDays(day, -1)],
    )
    return asDecimal(row?.value ?? '0')
  }
  const [first, second, third] = [4, 5, 6].map((n) => addServerDays(today, n)) as [string, string, string]
  await buy(3, /Gold Trend/, '1000', '1,000 USDT')
  await turnTo(first, 60_000)
  await shows('Running')
  const units = fundUnitsForMoney(asDecimal('1000'), await navOf(first))
  await page.getByRole('button', { name: 'Sell units' }).click()
  await page.getByRole('textbox', { name: 'Units' }).fill('400')
  await look('earn-3-selling')
  await press('Sell')
  await page.getByText('Being paid out').waitFor()
  await turnTo(second, 60_000)
  await shows('Came back')
  const part = fundUnitsValue(asDecimal('400'), await navOf(second))
  expect(await balance('AVAIL', 'USDT')).toBe(truncate(add('99000', part), 8))
  await look('earn-3-part')
  await page.getByRole('button', { name: 'Sell units' }).click()
  await press('Sell')
  await page.getByText('Being paid out').waitFor()
  await turnTo(third, 60_000)
  await shows('Over since')
  const rest = fundUnitsValue(subtract(units, '400'), await navOf(third))
  expect(await balance('AVAIL', 'USDT')).toBe(truncate(add('99000', part, rest), 8))
  expect(await balance('INVEST', 'USDT')).toBe('0.00000000')
  await look('earn-3-over')
  // Its values stand in the record, one for each day.
  const leaves = await db.query(`select 1 from published_input where symbol = 'NAV:GOLD-TREND'`)
  expect(leaves.length).toBeGreaterThan(3)
  expect(await findAllLedgerViolations(db)).toEqual([])
  expect(faults).toEqual([])
})
