import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashSecret } from '#account/passwords.ts'
import { selectRadio } from '../support/selectRadio.ts'
import { findOverflow, signInAsGuest, type Session, startSession } from '../support/session.ts'

// Somebody who holds the phone in the left hand.
const password = 'Tide-and-rope-7'
let story: Session
beforeAll(async () => {
  story = await startSession()
})
afterAll(() => story?.end())

/** The names of what is found, from left to right as seen, and in the order in which the Tab key meets it. */
const seenAndMet = async (page: Page, within: string, what: string): Promise<[seen: string[], met: string[]]> => {
  // The frame that stands before any script has run knows of no hand.
  await page.locator('#first').waitFor({ state: 'detached' })
  const found = page.locator(within).locator(what)
  await found.first().waitFor()
  return found.evaluateAll((all) => {
    const named = all.map((element) => ({ name: element.textContent?.trim() ?? '', x: element.getBoundingClientRect().x }))
    const names = (list: typeof named) => list.map(({ name }) => name)
    return [names(named.toSorted((a, b) => a.x - b.x)), names(named)]
  })
}

it('pairs of buttons change sides with the hand, on the next device too', async () => {
  const { page, faults } = await story.phone()
  await signInAsGuest(page)
  const root = page.locator('html')
  await page.goto('/kline?symbol=BTCUSDT')
  expect(await seenAndMet(page, 'footer', 'a')).toEqual([
    ['Alert', 'Trade'],
    ['Alert', 'Trade'],
  ])

  await page.goto('/settings')
  const saved = page.waitForResponse((response) => response.url().includes('/api/user/settings') && response.request().method() === 'POST')
  await selectRadio(page.getByRole('radiogroup', { name: 'Hand' }).getByRole('radio', { name: 'Left' }))
  await saved
  await expect.poll(() => root.getAttribute('data-hand')).toBe('left')
  expect(await findOverflow(page)).toEqual([])

  // The order in the document is the order on the screen: nobody tabs from right to left.
  await page.goto('/kline?symbol=BTCUSDT')
  expect(await seenAndMet(page, 'footer', 'a')).toEqual([
    ['Trade', 'Alert'],
    ['Trade', 'Alert'],
  ])
  await page.getByRole('link', { name: 'Trade', exact: true }).focus()
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Alert')

  const direction = 'fieldset[aria-label="Direction"]'
  await page.goto('/heyue?mode=contract&symbol=BTCUSDT')
  expect(await seenAndMet(page, direction, 'label')).toEqual([
    ['Sell short', 'Buy long'],
    ['Sell short', 'Buy long'],
  ])
  // What is chosen is what it was: only its place is another.
  expect(await page.getByRole('radio', { name: 'Buy long' }).isChecked()).toBe(true)
  await page.goto('/heyue?mode=spot&symbol=BTCUSDT')
  expect((await seenAndMet(page, direction, 'label'))[0]).toEqual(['Sell', 'Buy'])
  await page.goto('/heyue?mode=second&symbol=BTCUSDT')
  const pair = page.getByRole('button', { name: /^(Up|Down)$/ })
  await pair.first().waitFor()
  expect(await pair.allInnerTexts()).toEqual(['Down', 'Up'])

  // Drawn so from the first frame on.
  await page.reload({ waitUntil: 'commit' })
  await page.waitForFunction(() => document.documentElement.dataset['hand'] !== undefined)
  expect(await root.getAttribute('data-hand')).toBe('left')

  // The account has it: another device takes it up when its person signs in there.
  await story.app.db.query(`update account set is_guest = false, guest_device = null, email = 'lee@example.com', password_hash = $1`, [
    await hashSecret(password),
  ])
  const second = await story.phone()
  await second.page.goto('/login')
  await second.page.getByRole('textbox', { name: 'Email or mobile number' }).fill('lee@example.com')
  await second.page.getByRole('button', { name: 'Continue', exact: true }).click()
  await second.page.getByLabel('Password', { exact: true }).fill(password)
  await second.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await second.page.waitForFunction(() => document.documentElement.dataset['hand'] === 'left')
  expect([...faults, ...second.faults]).toEqual([])
})
