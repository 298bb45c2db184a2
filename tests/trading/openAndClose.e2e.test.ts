import { afterAll, beforeAll, expect, it } from 'vitest'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { type Phone, takeScreenshot, type Session, startSession } from '../support/session.ts'
import { tickingClock } from '../support/tickingClock.ts'

// Goes on as time does, and not while this machine stands still: a price is never too old for the order that was just confirmed.
const clock = tickingClock(Date.now())

let story: Session
let phone: Phone
beforeAll(async () => {
  story = await startSession({ clock })
  clock.start(story.market)
  phone = await story.phone()
})
afterAll(async () => {
  await clock.stop()
  await story?.end()
})

it('a visitor signs in, opens a leveraged demo position, closes it, and finds it in the ledger', async () => {
  const { page, faults } = phone
  await page.goto('/heyue?symbol=BTCUSDT')
  await page.waitForURL('**/login?redirect=*')
  await signInHere()
  await page.getByRole('textbox', { name: 'Margin' }).fill('600')
  await page.getByRole('button', { name: 'Review long' }).click()
  await page.getByText('Most you can lose:').waitFor()
  const confirm = page.getByRole('button', { name: 'Confirm' })
  // Two taps at once are one order.
  await confirm.dblclick()
  await page.getByText('Position opened').waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByText('Positions (1)').waitFor()
  await takeScreenshot(page, 'position')

  await page.getByRole('button', { name: 'Close position' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close position' }).click()
  await page.getByText('Position closed').waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByText('Positions (0)').waitFor()
  await page.getByRole('radio', { name: 'History' }).click()
  await page.getByRole('button', { name: /BTC\/USDT · Long 2×/ }).waitFor()

  const [counted] = await story.app.db.query<{ opened: string }>('select count(*) as opened from position')
  expect(counted?.opened).toBe('1')
  expect(await findAllLedgerViolations(story.app.db)).toEqual([])
  expect(faults).toEqual([])
})

it('what was asked for while signed out is where one lands', async () => {
  expect(new URL(phone.page.url()).pathname).toBe('/heyue')
})

it('a language switched in the middle of a ticket changes its words and nothing that was typed', async () => {
  const { page, faults } = phone
  await page.getByRole('textbox', { name: 'Margin' }).fill('250')
  // The tabs are under the keypad, as they would be under any keyboard.
  await page.getByRole('region', { name: 'Keypad' }).getByRole('button', { name: 'Done' }).click()
  await page.getByRole('link', { name: 'Personal', exact: true }).click()
  await page.getByRole('link', { name: /^Settings/ }).click()
  await page.getByRole('radio', { name: 'Español' }).click()
  await page.getByRole('heading', { name: 'Ajustes', level: 1 }).waitFor()
  await page.goBack()
  await page.goBack()
  await expect.poll(() => page.getByRole('textbox', { name: 'Margen' }).inputValue()).toBe('250')
  await page.getByRole('button', { name: 'Revisar largo' }).waitFor()
  await takeScreenshot(page, 'ticket-in-spanish')
  await page.goForward()
  await page.goForward()
  await page.getByRole('radio', { name: 'English' }).click()
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
  await page.goBack()
  await page.goBack()
  await expect.poll(() => page.getByRole('textbox', { name: 'Margin' }).inputValue()).toBe('250')
  expect(faults).toEqual([])
})

it('a stopped feed is said, and nothing can be ordered', async () => {
  const { page } = phone
  await page.getByRole('textbox', { name: 'Margin' }).fill('100')
  await clock.stop()
  await story.market.stop()
  await page.getByText('Waiting for a fresh price').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Review long' }).getAttribute('aria-disabled')).toBe('true')
})

async function signInHere(): Promise<void> {
  const { page } = phone
  await page.getByRole('button', { name: 'Look around as a guest' }).click()
  await page.getByText('You are in').waitFor()
  await page.getByRole('checkbox', { name: 'I have kept the password' }).check()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.waitForURL('**/heyue*')
}
