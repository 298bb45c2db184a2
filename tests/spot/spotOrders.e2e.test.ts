import { afterAll, beforeAll, expect, it } from 'vitest'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { findOverflow, type Phone, takeScreenshot, signInAsGuest, type Session, startSession } from '../support/session.ts'
import { tickingClock } from '../support/tickingClock.ts'

// Goes on as time does, and not while this machine stands still: a price is never too old for the order that was just confirmed.
const clock = tickingClock(Date.now())

let story: Session
let phone: Phone
beforeAll(async () => {
  story = await startSession({ clock })
  clock.start(story.market)
  phone = await story.phone()
  await signInAsGuest(phone.page)
})
afterAll(async () => {
  await clock.stop()
  await story?.end()
})

it('a limit order waits, shows what it set aside, and is taken back', async () => {
  const { page } = phone
  await page.goto('/heyue?mode=spot&symbol=BTCUSDT')
  await page.getByRole('radio', { name: 'Limit' }).click()
  await page.getByRole('textbox', { name: 'Amount' }).fill('500')
  await page.getByRole('button', { name: '−5%' }).click()
  await page.getByRole('button', { name: 'Review the purchase' }).click()
  await page.getByRole('dialog').getByText('Most you can lose').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('Order placed').waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Cancel order' }).waitFor()
  await takeScreenshot(page, 'spot-limit')
  expect(await findOverflow(page)).toEqual([])
  await page.getByRole('button', { name: 'Cancel order' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click()
  await page.getByText('Limit orders that wait for their price will be here.').waitFor()
  const [row] = await story.app.db.query<{ status: number }>('select status from spot_order')
  expect(row?.status).toBe(4)
})

it('coins are bought instantly, sold back by the same sheet, and a fast trade is done in two taps', async () => {
  const { page, faults } = phone
  await page.goto('/heyue?mode=spot&symbol=BTCUSDT')
  await page.getByRole('radio', { name: 'Instant' }).click()
  await page.getByRole('button', { name: '200', exact: true }).click()
  await page.getByRole('button', { name: 'Buy BTC' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('Bought').waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: /Sell back all/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('Sold').waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.goto('/heyue?mode=fast&symbol=ETHUSDT')
  await page.getByRole('button', { name: /^200 USDT/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('Swapped').waitFor()
  await takeScreenshot(page, 'fast-trade')
  const kinds = await story.app.db.query<{ pos_type: number; count: string }>(
    'select pos_type, count(*) as count from spot_order where status = 3 group by pos_type',
  )
  expect(kinds).toEqual([{ pos_type: 4, count: '2' }])
  expect(await findAllLedgerViolations(story.app.db)).toEqual([])
  expect(faults).toEqual([])
})
