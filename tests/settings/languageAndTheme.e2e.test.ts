import { afterAll, beforeAll, expect, it } from 'vitest'
import { selectRadio } from '../support/selectRadio.ts'
import { findOverflow, type Phone, type Session, startSession, takeScreenshot } from '../support/session.ts'

let story: Session
let phone: Phone
beforeAll(async () => {
  story = await startSession()
  phone = await story.phone({ viewport: { width: 320, height: 700 } })
})
afterAll(() => story?.end())

const background = (): Promise<string> => phone.page.evaluate(() => getComputedStyle(document.body).backgroundColor)
const theme = (): Promise<string | null> => phone.page.locator('html').getAttribute('data-theme')
const language = (): Promise<string | null> => phone.page.locator('html').getAttribute('lang')

it('a visitor chooses the dark theme, and it is there after a reload and on every screen', async () => {
  const { page } = phone
  await page.goto('/settings')
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
  expect(await theme()).toBe('light')
  const light = await background()
  await selectRadio(page.getByRole('radio', { name: 'Dark' }))
  await expect.poll(theme).toBe('dark')
  const dark = await background()
  expect(dark).not.toBe(light)
  await page.reload()
  await page.getByRole('radio', { name: 'Dark', checked: true }).waitFor()
  await page.goto('/home')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  expect([await theme(), await background()]).toEqual(['dark', dark])
})

it('a language that is chosen is there at once and at the next launch, and nothing overflows in it', async () => {
  const { page, faults } = phone
  await page.goto('/settings')
  await selectRadio(page.getByRole('radio', { name: 'Español' }))
  await page.getByRole('heading', { name: 'Ajustes', level: 1 }).waitFor()
  expect(await language()).toBe('es')
  expect(await findOverflow(page)).toEqual([])
  await takeScreenshot(page, 'settings-dark-spanish')
  await page.goto('/hangqing')
  await page.getByRole('main').getByRole('link', { name: 'BTC/USDT' }).first().waitFor()
  expect([await language(), await theme()]).toEqual(['es', 'dark'])
  expect(faults).toEqual([])
})

it('the system decides again where it is asked to', async () => {
  const { page } = phone
  await page.goto('/settings')
  await selectRadio(page.getByRole('radio', { name: 'English' }))
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
  await selectRadio(page.getByRole('radio', { name: 'As the device' }))
  await expect.poll(theme).toBe('light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(theme).toBe('dark')
})
