import { afterAll, beforeAll, expect, it } from 'vitest'
import { asDecimal } from '#contract/decimal.ts'
import { serverDayAt } from '#contract/time.ts'
import { symbolSeeds } from '#db/seed/symbols.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { readNewestRecordedSec } from '#market/record/recordedPrices.ts'
import { toScaledPrice } from '#rules/scaled.ts'
import { createMarketStore } from '#market/record/store.ts'
import { addServerDays, startOfServerDay } from '#rules/serverDay.ts'
import { createManualClock } from '#server/core/clock.ts'
import { noonToday } from '../support/noon.ts'
import { waitUntilIdle } from '../support/waitUntilIdle.ts'
import { reloadUntilVisible } from '../support/reloadUntilVisible.ts'
import { findOverflow, type Phone, takeScreenshot, signInAsGuest, type Session, startSession } from '../support/session.ts'

const hourMs = 3_600_000
// Noon of the server, so that no day turns by itself.
const clock = createManualClock(noonToday())
// What the server published when it began is its own: the story plays on the days after.
const today = addServerDays(serverDayAt(clock.now()), 1)
const firstDay = addServerDays(today, 1)

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
  await takeScreenshot(phone.page, `mining-${name}`)
}

const says = (text: string) => reloadUntilVisible(phone.page.getByText(text, { exact: true }))

/** What hashing pays and power costs on a day, with BTC at 90,000. */
async function publish(day: string, hashprice = '0.00000052'): Promise<void> {
  const { db, market } = story.app
  const sinceSec = startOfServerDay(day) / 1000
  const sec = Math.max(sinceSec, (await readNewestRecordedSec(db, market.feed)) + 1)
  const input = { sinceSec, sec, mode: 'RULE' as const, sources: [] }
  await createMarketStore(
    db,
    market.feed,
    symbolSeeds.map(({ symbol }) => symbol),
  ).write([{ sec, prices: new Map([['BTCUSDT', { price: toScaledPrice('90000'), mode: 'SIM' as const }]]) }], 1, [
    { ...input, symbol: 'HASHPRICE_BTC', value: asDecimal(hashprice) },
    { ...input, symbol: 'KWH', value: asDecimal('0.06') },
  ])
}

it('says what a machine brings at the values of the day, and when that has paid for it', async () => {
  const { page, faults } = phone
  clock.set(startOfServerDay(today) + hourMs)
  await publish(today)
  clock.advance(2_000)
  await page.goto('/kuangchi')
  await page.getByRole('link', { name: /^Keel K1 200 TH/ }).click()
  // Vector M1, and with hashing paid 30 % less.
  await page.getByText('0.000048 BTC').first().waitFor()
  await page.getByText(/At today's values it earns its price in 649 days\. It runs for 1,?080 days\./).waitFor()
  await page.getByRole('row', { name: /Hashing paid 30% less 1\.51/ }).waitFor()
  await look('machine')
  expect(faults).toEqual([])
})

it('brings each day what the published values say, and its price does not come back', async () => {
  const { page, faults } = phone
  await page.getByRole('button', { name: 'One more' }).click()
  await page.getByRole('button', { name: 'Buy for 5,600 USDT' }).click()
  await page.getByText('Most you can lose: 5,600 USDT').waitFor()
  await look('last-look')
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await page.waitForURL('**/mining-orders?id=*')
  await page.getByText('Not started').waitFor()
  await page.getByRole('button', { name: 'Cancel, all of it comes back' }).waitFor()

  clock.set(startOfServerDay(firstDay) + hourMs)
  await publish(firstDay)
  clock.set(startOfServerDay(addServerDays(firstDay, 1)) + hourMs + 1_000)
  await reloadUntilVisible(page.getByText('0.000096 BTC'))
  await page.getByText('The price of a machine does not come back', { exact: false }).first().waitFor()
  expect(await page.getByRole('button', { name: /Leave now|Cancel/ }).count()).toBe(0)
  await look('running')
  expect(await findAllLedgerViolations(story.app.db)).toEqual([])
  expect(faults).toEqual([])
})

it('is not sold without a tick where it does not earn its price', async () => {
  const { page, faults } = phone
  // Vector M2: power costs more than the output.
  await publish(serverDayAt(clock.now()), '0.00000025')
  clock.advance(2_000)
  await page.goto('/kuangchiDetail?id=keel-k1')
  await says("At today's values it stands still and never earns its price.")
  await page.getByRole('button', { name: "Does not pay back at today's values" }).click()
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Confirm' })
  const tick = page.getByRole('checkbox', { name: /does not earn back its price/ })
  await tick.waitFor()
  expect(await confirm.isDisabled()).toBe(true)
  await look('does-not-pay-back')
  await tick.check()
  await expect.poll(() => confirm.isDisabled()).toBe(false)
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  expect(faults).toEqual([])
})

it('ends with its term, and every satoshi of it can be looked up', async () => {
  const { page, faults } = phone
  // A term whose end can be seen; nobody would earn the price in it.
  await story.app.db.query(`update product set days = 2 where id = 'keel-k1-mini'`)
  const [first, second, third] = [3, 4, 5].map((n) => addServerDays(today, n)) as [string, string, string]
  await publish(serverDayAt(clock.now()))
  clock.advance(2_000)
  await page.goto('/kuangchiDetail?id=keel-k1-mini')
  await page.getByRole('button', { name: "Does not pay back at today's values" }).click()
  await page.getByRole('checkbox', { name: /does not earn back its price/ }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await page.waitForURL('**/mining-orders?id=*')
  await page.getByText('Not started').waitFor()
  for (const day of [first, second, third]) {
    clock.set(startOfServerDay(day) + hourMs)
    await publish(day)
    clock.advance(1_000)
  }
  await says('Ended')
  // 90 TH at 0.00000052 BTC each, less 1,530 W at 0.06 USD the kWh: 0.00002232 BTC, twice.
  await page.getByText('0.00004464 BTC').first().waitFor()
  await look('ended')

  await page
    .getByRole('link', { name: /0\.00002232 BTC/ })
    .first()
    .click()
  await page.waitForURL('**/jiesuanInfo?type=productIncome*')
  await page.getByText('0.00002232 BTC').first().waitFor()
  await look('day-receipt')
  await page.goBack()
  await page.getByRole('link', { name: 'How it was computed' }).click()
  await page.waitForURL('**/jiesuanInfo?type=product&*')
  await page.getByRole('heading', { name: 'How it was computed' }).waitFor()
  await look('receipt')

  await page.goto('/mining-orders')
  await page.getByText('1 / 1').waitFor()
  await look('orders')
  await page.goto('/zhangbianRecord')
  await page.getByText('+0.00002232').first().waitFor()
  await look('records')
  expect(await findAllLedgerViolations(story.app.db)).toEqual([])
  expect(faults).toEqual([])
})
