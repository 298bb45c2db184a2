import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { waitUntilIdle } from '../support/waitUntilIdle.ts'
import { findOverflow, type Phone, takeScreenshot, signInAsGuest, type Session, startSession } from '../support/session.ts'
import { testApp } from '../support/testApp.ts'
import { violations } from '../support/browser/violations.ts'

let story: Session
let phone: Phone
beforeAll(async () => {
  story = await startSession()
  phone = await story.phone()
  await signInAsGuest(phone.page)
})
afterAll(() => story?.end())

const keypad = (page: Page): Locator => page.getByRole('region', { name: 'Keypad' })

/** By fingers: '.' is the point, '<' the key that takes away. */
async function tap(page: Page, keys: string, names = { pad: 'Keypad', '.': 'Decimal point', '<': 'Delete' }): Promise<void> {
  const pad = page.getByRole('region', { name: names.pad })
  for (const key of keys) await pad.getByRole('button', { name: key === '.' || key === '<' ? names[key] : key, exact: true }).tap()
}

const setCaret = (field: Locator, start: number, end = start): Promise<void> =>
  field.evaluate((input: HTMLInputElement, [from, to]) => input.setSelectionRange(from!, to!), [start, end])
const caret = (field: Locator): Promise<number | null> => field.evaluate((input: HTMLInputElement) => input.selectionStart)

const hasFocus = (field: Locator): Promise<boolean> => field.evaluate((input) => document.activeElement === input)

/** Its code is there by now: a field that is touched before goes on with the system's keyboard. */
async function takesFingers(field: Locator): Promise<void> {
  await expect.poll(() => field.getAttribute('inputmode')).toBe('none')
}

/** What of a field's box lies under something else. */
const covered = (field: Locator): Promise<string[]> =>
  field.evaluate((input) => {
    const box = input.parentElement!
    const { left, top, bottom } = box.getBoundingClientRect()
    return [top + 3, bottom - 3].flatMap((y) => {
      const hit = document.elementFromPoint(left + 24, y)
      return hit && box.contains(hit) ? [] : [`${y}: ${hit?.outerHTML.slice(0, 80)}`]
    })
  })

it('on the ticket: fingers type at the caret, a keyboard goes on typing, and a refusal is said', async () => {
  const { page, faults } = phone
  await page.goto('/heyue?symbol=BTCUSDT')
  const margin = page.getByRole('textbox', { name: 'Margin' })
  await page.getByText('Available: 100,000.00 USDT').waitFor()
  expect(await keypad(page).count()).toBe(0)
  await takesFingers(margin)
  await margin.tap()
  await keypad(page).waitFor()
  await waitUntilIdle(page)
  expect(await covered(margin)).toEqual([])
  await tap(page, '125.5')
  expect(await margin.inputValue()).toBe('125.5')

  await setCaret(margin, 1)
  await tap(page, '70')
  expect([await margin.inputValue(), await caret(margin)]).toEqual(['17025.5', 3])
  await page.keyboard.type('3')
  expect([await margin.inputValue(), await caret(margin)]).toEqual(['170325.5', 4])
  await tap(page, '<<')
  expect([await margin.inputValue(), await caret(margin)]).toEqual(['1725.5', 2])
  await setCaret(margin, 0, 6)
  await tap(page, '9')
  expect(await margin.inputValue()).toBe('9')

  await tap(page, '.999')
  expect(await margin.inputValue()).toBe('9.999')
  await page.getByText('At most 2 digits after the point.').waitFor()
  await tap(page, '<')
  await page.getByText('At most 2 digits after the point.').waitFor({ state: 'detached' })
  await tap(page, '.')
  expect(await margin.inputValue()).toBe('9.99.')
  await page.getByText('A number has one decimal point.').waitFor()

  // Held, it goes on until there is nothing.
  await keypad(page).getByRole('button', { name: 'Delete' }).hover()
  await page.mouse.down()
  await expect.poll(() => margin.inputValue()).toBe('')
  await page.mouse.up()
  expect(await hasFocus(margin)).toBe(true)
  expect(faults).toEqual([])
})

it('pills go on beside it, and the first tap on the way on acts', async () => {
  const { page, faults } = phone
  const margin = page.getByRole('textbox', { name: 'Margin' })
  await page.getByRole('button', { name: '25%' }).tap()
  expect(Number(await margin.inputValue())).toBeGreaterThan(24_000)
  expect(await keypad(page).isVisible()).toBe(true)
  // Elsewhere on the ticket too: what is under the finger is what is meant.
  await page.getByRole('radio', { name: 'Sell short' }).tap()
  await keypad(page).waitFor({ state: 'detached' })
  expect(await page.getByRole('radio', { name: 'Sell short' }).isChecked()).toBe(true)

  await margin.tap()
  await keypad(page).waitFor()
  await waitUntilIdle(page)
  await page.getByRole('button', { name: 'Review short' }).tap()
  await page.getByText('Most you can lose:').waitFor()
  await keypad(page).waitFor({ state: 'detached' })
  await waitUntilIdle(page)
  // The sheet stands at the bottom, not on a keypad that has gone.
  const sheet = await page.getByRole('dialog').boundingBox()
  expect(Math.round(sheet!.y + sheet!.height)).toBe(812)
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).tap()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  expect(faults).toEqual([])
})

it('a mouse acts at its first click too, however slowly it is pressed', async () => {
  const { page } = phone
  const margin = page.getByRole('textbox', { name: 'Margin' })
  await margin.click()
  await keypad(page).waitFor()
  await waitUntilIdle(page)
  const review = page.getByRole('button', { name: 'Review short' })
  // The middle: pressed, a button is a little smaller.
  const place = async () => {
    const { y, height } = (await review.boundingBox())!
    return Math.round(y + height / 2)
  }
  await review.hover()
  const before = await place()
  await page.mouse.down()
  expect(await hasFocus(margin)).toBe(false)
  // A press of any length: nothing has moved meanwhile.
  await page.evaluate(() => new Promise((later) => setTimeout(later, 500)))
  expect(await place()).toBe(before)
  await page.mouse.up()
  await page.getByText('Most you can lose:').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
})

it('goes from field to field without going away, and Done and a tap on paper put it away', async () => {
  const { page } = phone
  await page.getByRole('radio', { name: 'Limit' }).tap()
  const limit = page.getByRole('textbox', { name: 'Limit price' })
  const margin = page.getByRole('textbox', { name: 'Margin' })
  await limit.tap()
  await keypad(page).waitFor()
  await waitUntilIdle(page)
  const docked = await keypad(page).boundingBox()
  await setCaret(limit, 0, 20)
  await tap(page, '80000')
  await margin.tap()
  expect(await keypad(page).count()).toBe(1)
  expect(await keypad(page).boundingBox()).toEqual(docked)
  await waitUntilIdle(page)
  expect(await covered(margin)).toEqual([])
  await setCaret(margin, 0, 20)
  await tap(page, '50')
  expect([await limit.inputValue(), await margin.inputValue()]).toEqual(['80000', '50'])
  await keypad(page).getByRole('button', { name: 'Done' }).tap()
  await keypad(page).waitFor({ state: 'detached' })
  expect(await hasFocus(margin)).toBe(false)
  await page.getByRole('link', { name: 'Personal', exact: true }).waitFor()

  await margin.tap()
  await keypad(page).waitFor()
  await page.getByRole('heading', { level: 1 }).tap()
  await keypad(page).waitFor({ state: 'detached' })
  expect(await hasFocus(margin)).toBe(false)
})

it('on a sheet it stands in the sheet, under its way on; Esc puts it away first', async () => {
  const { page, faults } = phone
  await page.goto('/alerts')
  await page.getByRole('button', { name: 'New alert' }).tap()
  const sheet = page.getByRole('dialog')
  const price = sheet.getByRole('textbox', { name: 'Price' })
  await takesFingers(price)
  await price.tap()
  await sheet.getByRole('region', { name: 'Keypad' }).waitFor()
  await waitUntilIdle(page)
  expect(await covered(price)).toEqual([])
  await takeScreenshot(page, 'keypad-on-a-sheet')
  await tap(page, '123456.5')
  expect(await price.inputValue()).toBe('123456.5')
  expect(await violations(page)).toEqual([])

  await page.keyboard.press('Escape')
  await keypad(page).waitFor({ state: 'detached' })
  expect([await sheet.isVisible(), await hasFocus(price)]).toEqual([true, true])
  // A tap on the field brings it again.
  await price.tap()
  await keypad(page).waitFor()
  await page.keyboard.press('Escape')
  await keypad(page).waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'hidden' })

  await page.getByRole('button', { name: 'New alert' }).tap()
  await takesFingers(price)
  await price.tap()
  await tap(page, '120000')
  await sheet.getByRole('button', { name: 'Set alert' }).tap()
  await page.getByText('Alert set').first().waitFor()
  await sheet.waitFor({ state: 'hidden' })
  expect(faults).toEqual([])
})

it('where nothing comes after the point there is no point', async () => {
  const { page } = phone
  await page.goto('/limits')
  await page.getByRole('button', { name: /^Reminder/ }).tap()
  const minutes = page.getByRole('dialog').getByRole('textbox', { name: 'Minutes' })
  await takesFingers(minutes)
  await minutes.tap()
  await keypad(page).waitFor()
  expect(await keypad(page).getByRole('button').allTextContents()).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '0', '', 'Done'])
  await setCaret(minutes, 0, 20)
  await tap(page, '45')
  expect(await minutes.inputValue()).toBe('45')
})

it.each([
  { lang: 'tai', theme: 'dark' as const, margin: 'มาร์จิ้น', pad: 'แป้นตัวเลข', '.': 'จุดทศนิยม', '<': 'ลบ' },
  { lang: 'xi', theme: 'light' as const, margin: 'Margen', pad: 'Teclado numérico', '.': 'Punto decimal', '<': 'Borrar' },
  { lang: 'mlxy', theme: 'dark' as const, margin: 'Margin', pad: 'Pad kekunci', '.': 'Titik perpuluhan', '<': 'Padam' },
])(
  'narrow and $theme, in $lang: it fits, its keys have names, and letters may be twice as large',
  async ({ lang, theme, margin, ...names }) => {
    const { page, context, faults } = await story.phone({ viewport: { width: 320, height: 640 }, colorScheme: theme })
    await signInAsGuest(page)
    await page.evaluate((code) => localStorage.setItem('lang', code), lang)
    await page.goto('/heyue?symbol=BTCUSDT')
    const field = page.getByRole('textbox', { name: margin, exact: true })
    await takesFingers(field)
    await field.tap()
    const pad = page.getByRole('region', { name: names.pad })
    await pad.waitFor()
    await tap(page, '10.5<2', names)
    expect(await field.inputValue()).toBe('10.2')
    await waitUntilIdle(page)
    for (const scale of ['1', '2']) {
      await page.evaluate((wish) => document.documentElement.style.setProperty('--text-scale', wish), scale)
      await tap(page, '<2', names)
      await waitUntilIdle(page)
      expect(await covered(field)).toEqual([])
      expect(await findOverflow(page)).toEqual([])
      expect(await violations(page)).toEqual([])
      const small = await pad.getByRole('button').evaluateAll((keys) =>
        keys.flatMap((key) => {
          const { width, height } = key.getBoundingClientRect()
          const isWhole = key.scrollWidth <= key.clientWidth && key.scrollHeight <= key.clientHeight
          return width >= 44 && height >= 44 && isWhole ? [] : [`${key.textContent}: ${width} × ${height}`]
        }),
      )
      expect(small).toEqual([])
      await takeScreenshot(page, `keypad-${lang}-${scale}`)
    }
    expect(faults).toEqual([])
    await context.close()
  },
)

it('until its code is there, and where a mouse points, the field has the system keyboard', async () => {
  const built = join(testApp(), '.vite/manifest.json')
  const chunk = (JSON.parse(readFileSync(built, 'utf8')) as Record<string, { file: string }>)['src/ui/fields/Keypad.tsx']!.file
  const { page, context } = await story.phone({ serviceWorkers: 'block' })
  let asked = 0
  await context.route(`**/${chunk}`, (route) => {
    asked += 1
    return route.abort()
  })
  await signInAsGuest(page)
  await page.goto('/demotrading')
  const field = page.getByRole('textbox', { name: 'Margin' })
  await field.waitFor()
  await expect.poll(() => asked).toBeGreaterThan(0)
  await field.tap()
  await page.keyboard.type('12.5')
  expect([await field.inputValue(), await field.getAttribute('inputmode')]).toEqual(['12.5', 'decimal'])
  expect(await keypad(page).count()).toBe(0)
  await context.close()

  const desk = await story.phone({ hasTouch: false, isMobile: false })
  await signInAsGuest(desk.page)
  await desk.page.goto('/demotrading')
  const pointed = desk.page.getByRole('textbox', { name: 'Margin' })
  await pointed.click()
  await desk.page.keyboard.type('1')
  expect([await pointed.inputValue(), await pointed.getAttribute('inputmode')]).toEqual(['1', 'decimal'])
  expect(await keypad(desk.page).count()).toBe(0)
  await desk.context.close()
})
