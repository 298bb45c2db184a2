import { afterAll, beforeAll, expect, it } from 'vitest'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { noonToday } from '../support/noon.ts'
import { waitUntilIdle } from '../support/waitUntilIdle.ts'
import { findOverflow, type Phone, takeScreenshot, signInAsGuest, type Session, startSession } from '../support/session.ts'
import { tickingClock } from '../support/tickingClock.ts'

// Goes on as time does, and not while this machine stands still: a price is never too old for the order that was just confirmed.
const clock = tickingClock(noonToday())

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

it('the receipt of a new position leads to the position', async () => {
  const { page } = phone
  await page.goto('/heyue?symbol=BTCUSDT')
  await page.getByRole('textbox', { name: 'Margin' }).fill('200')
  await page.getByRole('button', { name: 'Review long' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('Position opened').waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('heading', { name: 'BTC/USDT', level: 3 }).waitFor()
  await expect
    .poll(() => page.getByRole('button', { name: 'Close position' }).evaluate((it) => it.getBoundingClientRect().top < innerHeight))
    .toBe(true)
})

it('a tap too many does not put away the receipt that comes in between', async () => {
  const { page } = phone
  // Whatever sheet comes is tapped at once, beside it and on its button, as by a finger that taps twice.
  await page.evaluate(() => {
    const finger = { pointerType: 'touch', bubbles: true, cancelable: true }
    const tap = (place: Element) => place.dispatchEvent(new PointerEvent('click', finger))
    new MutationObserver(() => {
      for (const sheet of document.querySelectorAll('dialog:not([data-tapped])')) {
        sheet.setAttribute('data-tapped', '')
        requestAnimationFrame(() => [sheet, ...sheet.querySelectorAll('footer button')].forEach(tap))
      }
    }).observe(document.body, { subtree: true, childList: true })
  })
  await page.getByRole('textbox', { name: 'Margin' }).fill('100')
  await page.getByRole('button', { name: 'Review long' }).click()
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Confirm' })
  await confirm.waitFor()
  await waitUntilIdle(page)
  const { x, y, width, height } = (await confirm.boundingBox())!
  await confirm.click()
  await page.getByText('Position opened').waitFor()
  // The second click of a mouse, however late it comes.
  await waitUntilIdle(page)
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await page.getByText('Position opened').waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByText('Position opened').waitFor({ state: 'hidden' })
})

it('an option shows its worst loss, is bought, and is sold back at its bid', async () => {
  const { page } = phone
  await page.goto('/heyue?mode=option&symbol=ETHUSDT')
  await page.getByRole('textbox', { name: 'Quantity' }).fill('1')
  await page.getByText('Most you can lose').first().waitFor()
  expect(await findOverflow(page)).toEqual([])
  await page.getByRole('button', { name: 'Review', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).dblclick()
  await page.getByText('Bought').waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
  await takeScreenshot(page, 'option-open')
  await page.getByRole('button', { name: 'Sell back' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sell back' }).click()
  await page.getByText('Sold back').first().waitFor()
  const rows = await story.app.db.query<{ status: number; close_reason: number }>('select status, close_reason from option_position')
  expect(rows).toEqual([{ status: 3, close_reason: 1 }])
})

it('an alert that a second reaches stands in the messages', async () => {
  const { page } = phone
  await page.goto('/alerts?symbol=BTCUSDT')
  await page.getByRole('button', { name: '+1%' }).click()
  await page.getByRole('button', { name: 'Set alert' }).click()
  await page.getByText('Alert set').first().waitFor()
  // The market is at the price asked for as soon as the alert asks for less.
  await story.app.db.query("update price_alert set price = 1, op = '>='")
  await expect
    .poll(async () => (await story.app.db.query<{ count: string }>('select count(*) from inbox_notice where read_ms is null'))[0]?.count)
    .toBe('1')
  await page.goto('/messages')
  await page
    .getByText(/BTC\/USDT is at or above/)
    .first()
    .waitFor()
  await takeScreenshot(page, 'messages')
  // Beside what happened stand samples of each kind, which say that they are samples and lead to where such things are.
  const samples = page.getByRole('button', { name: /^Sample: / })
  await expect.poll(() => samples.count()).toBe(3)
  await samples.first().click()
  await page.waitForURL('**/sessions')
})

it('the demo book is reset, and then not for a day', async () => {
  const { page, faults } = phone
  await page.goto('/my')
  await page.getByRole('button', { name: /Reset the demo book/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reset', exact: true }).click()
  await page.getByText('The demo book holds 100,000 USDT again').first().waitFor()
  const held = await story.app.db.query<{ amount: string }>(
    "select amount::text from balance where book = 2 and currency = 'USDT' and bucket = 'AVAIL'",
  )
  expect(held).toEqual([{ amount: '100000.00000000' }])
  await page.getByRole('button', { name: /Reset the demo book/ }).click()
  await page.getByText('It was reset within the last 24 hours.').waitFor()
  expect(await findAllLedgerViolations(story.app.db)).toEqual([])
  expect(faults).toEqual([])
})
