import type { Route } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { type Phone, signInAsGuest, type Session, startSession } from '../support/session.ts'
import { tickingClock } from '../support/tickingClock.ts'

// Goes on as time does, and not while this machine stands still: a price is never too old for the order that was just confirmed.
const clock = tickingClock(Date.now())

let story: Session
let phone: Phone
beforeAll(async () => {
  story = await startSession({ clock })
  clock.start(story.market)
  phone = await story.phone({ serviceWorkers: 'block' })
  await signInAsGuest(phone.page)
})
afterAll(async () => {
  await clock.stop()
  await story?.end()
})

it('margin whose answer was lost is added once, also after one tried another amount in between', async () => {
  const { page } = phone
  await page.goto('/heyue?symbol=BTCUSDT')
  await page.getByRole('textbox', { name: 'Margin' }).fill('600')
  await page.getByRole('button', { name: 'Review long' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('Position opened').waitFor()
  await page.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('button', { name: 'Add margin' }).click()
  const sheet = page.getByRole('dialog')
  const amount = sheet.getByRole('textbox', { name: 'Amount' })
  await amount.fill('50')
  // The server does it; the phone never hears of it.
  await page.route('**/appTradePositions/addMargin', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await sheet.getByRole('button', { name: 'Add margin' }).click()
  await sheet.getByRole('alert').waitFor()
  await page.unroute('**/appTradePositions/addMargin')

  await amount.fill('10')
  await amount.fill('50')
  await sheet.getByRole('button', { name: 'Add margin' }).click()
  await sheet.waitFor({ state: 'hidden' })
  const [position] = await story.app.db.query<{ added: string }>('select added_margin::text as added from position')
  expect(Number(position?.added)).toBe(50)
  expect(await findAllLedgerViolations(story.app.db)).toEqual([])
})

const positions = () => story.app.db.query<{ n: string }>('select count(*)::text as n from position').then(([row]) => Number(row?.n))
const margin = () => phone.page.getByRole('textbox', { name: 'Margin' })
const toast = (text: string | RegExp) => phone.page.locator('output').getByText(text)

/** Confirms an order and puts its sheet away before the answer; gives what lets the answer come. */
async function putAwayUnderWay(amount: string, answer: (route: Route) => Promise<void>): Promise<() => void> {
  const { page } = phone
  await page.goto('/heyue?symbol=ETHUSDT')
  await margin().fill(amount)
  await page
    .getByRole('button', { name: 'Review short' })
    .or(page.getByRole('button', { name: 'Review long' }))
    .click()
  let letCome = (): void => undefined
  const mayCome = new Promise<void>((resolve) => (letCome = resolve))
  let sent = (): void => undefined
  const isSent = new Promise<void>((resolve) => (sent = resolve))
  await page.route('**/appTradePositions/create', async (route) => {
    sent()
    await mayCome
    await answer(route)
    await page.unroute('**/appTradePositions/create')
  })
  await page.getByRole('button', { name: 'Confirm' }).click()
  await isSent
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  return letCome
}

it('an order whose sheet was put away while it was on its way says that it was placed, and is not offered once more', async () => {
  const before = await positions()
  const letCome = await putAwayUnderWay('70', (route) => route.continue())
  letCome()
  await toast('Position opened').waitFor({ state: 'attached' })
  await expect.poll(() => margin().inputValue()).toBe('')
  expect(await phone.page.getByRole('dialog').count()).toBe(0)
  expect(await positions()).toBe(before + 1)
})

it('what was typed while an order was on its way is still there when its answer comes', async () => {
  const { page } = phone
  const before = await positions()
  const letCome = await putAwayUnderWay('71', (route) => route.continue())
  await margin().fill('35')
  letCome()
  await toast('Position opened').waitFor({ state: 'attached' })
  expect(await margin().inputValue()).toBe('35')
  await page.reload()
  await expect.poll(() => margin().inputValue()).toBe('35')
  expect(await positions()).toBe(before + 1)
})

it('an order that was sent is not offered once more to who left the screen and came back before its answer', async () => {
  const { page } = phone
  const letCome = await putAwayUnderWay('72', (route) => route.continue())
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click()
  await margin().waitFor({ state: 'detached' })
  await page.goBack()
  await expect.poll(() => margin().inputValue()).toBe('72')
  letCome()
  await toast('Position opened').waitFor({ state: 'attached' })
  await expect.poll(() => margin().inputValue()).toBe('')
})

it('an order that is refused after its sheet was put away says why, and stays in the ticket', async () => {
  const body = JSON.stringify({ success: false, code: 4203, key: 'MARKET_CLOSED', message: 'The market has just closed.', result: null })
  const letCome = await putAwayUnderWay('73', (route) => route.fulfill({ contentType: 'application/json', body }))
  letCome()
  await toast('The market has just closed. Nothing was charged.').waitFor({ state: 'attached' })
  expect(await margin().inputValue()).toBe('73')
})

it('an order whose answer was lost after its sheet was put away says that it may have been placed', async () => {
  const letCome = await putAwayUnderWay('74', (route) => route.abort('connectionreset'))
  letCome()
  await toast('No answer came, so it may have been done. Look before you try again.').waitFor({ state: 'attached' })
  expect(await margin().inputValue()).toBe('74')
})
