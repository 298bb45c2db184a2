import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashSecret } from '#account/passwords.ts'
import { tryCreateUser } from '#account/people.ts'
import { createManualClock } from '#server/core/clock.ts'
import { noonToday } from '../support/noon.ts'
import { waitUntilIdle } from '../support/waitUntilIdle.ts'
import { findOverflow, type Phone, takeScreenshot, type Session, startSession } from '../support/session.ts'
import { signIn } from './newcomer.ts'

const clock = createManualClock(noonToday())
const safePassword = '482915'
const password = 'Tide-Table 88'
const email = 'ana@example.com'
let story: Session
let phone: Phone
let tablet: Phone

beforeAll(async () => {
  story = await startSession({ clock })
  const { db } = story.app
  const ana = await tryCreateUser(db, { email, passwordHash: await hashSecret(password), country: 'MY', lang: 'en-us' }, clock.now())
  await db.query('update account set safe_password_hash = $2 where id = $1', [ana?.id, await hashSecret(safePassword)])
  phone = await story.phone()
  tablet = await story.phone({ viewport: { width: 820, height: 1180 } })
  for (const { page } of [phone, tablet]) await signIn(page, email, password)
  // Open since before it is turned on, and not read again.
  await tablet.page.goto('/kuangchiDetail?id=keel-k1')
  await tablet.page.getByRole('button', { name: /^Buy for|^Does not pay back/ }).waitFor()
})
afterAll(() => story?.end())

const look = async (name: string): Promise<void> => {
  expect(await findOverflow(phone.page)).toEqual([])
  await waitUntilIdle(phone.page)
  await takeScreenshot(phone.page, `purchase-password-${name}`)
}
const orders = async () => (await story.app.db.query('select from product_order')).length

it('is turned on with one tap, and asked for before anything is bought', async () => {
  const { page, faults } = phone
  await page.goto('/security')
  const turn = page.getByRole('switch', { name: 'Withdrawal password on purchases' })
  await turn.click()
  await expect.poll(() => turn.getAttribute('aria-checked')).toBe('true')
  await look('on')
  await page.goto('/taolilicai?type=1')
  await page.getByRole('link', { name: /Harbour 15/ }).waitFor()
  await look('products')
  await page.getByText('A day brings 70% of the three published funding rates').waitFor()
  await page.getByRole('link', { name: /Harbour 15/ }).click()
  await page.getByRole('textbox', { name: 'Amount' }).fill('10000')
  await page.getByRole('button', { name: 'Review' }).click()
  const sheet = page.getByRole('dialog')
  const field = sheet.getByLabel('Withdrawal password', { exact: true })
  await field.waitFor()
  const confirm = sheet.getByRole('button', { name: 'Confirm', exact: true })
  expect(await confirm.isDisabled()).toBe(true)
  await look('asked')
  await field.fill('111112')
  await confirm.click()
  await page.getByText('The withdrawal password is wrong. Tries left: 4').waitFor()
  await look('wrong')
  expect(await orders()).toBe(0)
  await field.fill(safePassword)
  await confirm.click()
  await page.getByText('It is in. Nothing more is needed.').waitFor()
  expect(await orders()).toBe(1)
  expect(faults).toEqual([])
})

it('is asked for on a device that does not know of it yet', async () => {
  const { page, faults } = tablet
  await page.getByRole('button', { name: /^Buy for|^Does not pay back/ }).click()
  const sheet = page.getByRole('dialog')
  const confirm = sheet.getByRole('button', { name: 'Confirm', exact: true })
  const field = sheet.getByLabel('Withdrawal password', { exact: true })
  await sheet.getByText('Most you can lose', { exact: false }).first().waitFor()
  expect(await field.count()).toBe(0)
  // At the sandbox's values of the day it may not earn its price: then that is ticked.
  const tick = sheet.getByRole('checkbox')
  if ((await tick.count()) > 0) await tick.check({ force: true })
  await confirm.click()
  await field.fill(safePassword)
  await takeScreenshot(page, 'purchase-password-machine')
  expect(await orders()).toBe(1)
  await confirm.click()
  await page.waitForURL('**/mining-orders?id=*')
  expect(await orders()).toBe(2)
  expect(faults).toEqual([])
})

it('is turned off by itself alone', async () => {
  const { page, faults } = phone
  await page.goto('/security')
  const turn = page.getByRole('switch', { name: 'Withdrawal password on purchases' })
  await expect.poll(() => turn.getAttribute('aria-checked')).toBe('true')
  await turn.click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Withdrawal password', { exact: true }).fill('111112')
  await sheet.getByRole('button', { name: 'Turn off' }).click()
  await sheet.getByText('The withdrawal password is wrong. Tries left: 4').waitFor()
  await look('off')
  await sheet.getByLabel('Withdrawal password', { exact: true }).fill(safePassword)
  await sheet.getByRole('button', { name: 'Turn off' }).click()
  await expect.poll(() => turn.getAttribute('aria-checked')).toBe('false')
  expect(faults).toEqual([])
})
