import { afterAll, beforeAll, expect, it } from 'vitest'
import { startMailbox } from '../support/mailbox.ts'
import { type Phone, takeScreenshot, type Session, startSession } from '../support/session.ts'

const email = 'ada@example.com'
const password = 'Tide-and-rope-7'

let mailbox: Awaited<ReturnType<typeof startMailbox>>
let story: Session
let phone: Phone
let laptop: Phone
beforeAll(async () => {
  mailbox = await startMailbox()
  story = await startSession({ pollIntervalMs: 100, env: { SMTP_URL: mailbox.url } })
  phone = await story.phone()
  laptop = await story.phone()
})
afterAll(async () => {
  await story?.end()
  await mailbox?.stop()
})

it('a stranger opens an account with a code that came by mail', async () => {
  const { page, faults } = phone
  await page.goto('/register')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('button', { name: 'Send a code to this address' }).click()
  await page.getByLabel('Six-digit code').fill(await mailbox.codeFor(email))
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('The same password again').fill(password)
  await page.getByRole('button', { name: /Country of residence/ }).click()
  await page.getByRole('dialog').getByLabel('Search by name').fill('Malays')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Malaysia/ })
    .click()
  await page.getByRole('checkbox', { name: /18/ }).check()
  const agreement = page.getByRole('checkbox', { name: /agree/i })
  expect(await agreement.isChecked()).toBe(false)
  await page.getByRole('button', { name: 'Create account' }).click()
  expect(new URL(page.url()).pathname).toBe('/register')
  await agreement.check()
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('Welcome aboard').waitFor()
  await takeScreenshot(page, 'registered')
  await page.getByRole('link', { name: 'Go to Home' }).click()
  await page.getByText('100,000.00').first().waitFor()
  expect(faults).toEqual([])
})

it('leads from home to the list of what is still to be set up', async () => {
  const { page } = phone
  await page.goto('/home')
  await page.getByRole('link', { name: 'Continue setup' }).click()
  const list = page.getByRole('heading', { name: 'Get started' })
  await list.waitFor()
  await expect.poll(() => list.evaluate((title) => title.getBoundingClientRect().bottom <= innerHeight / 2)).toBe(true)
  await expect.poll(() => list.evaluate(({ ownerDocument: { activeElement, body } }) => activeElement !== body)).toBe(true)
})

it('whoever signed up a moment ago sees how long the next code takes, counting down', async () => {
  const { page } = phone
  await page.goto('/change-withdrawal-password')
  const ask = page.getByRole('button', { name: 'Send me a code' })
  await ask.click()
  const wait = page.getByText(/^You can ask for another code in \d+ s$/)
  const first = await wait.innerText()
  expect(await ask.isDisabled()).toBe(true)
  await expect.poll(() => wait.innerText()).not.toBe(first)
})

it('a second device signs in with the password, and the first one can end it within a second', async () => {
  const { page } = laptop
  await page.goto('/login')
  await page.getByRole('textbox', { name: 'Email or mobile number' }).fill(email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByLabel('Password', { exact: true }).fill('not this one')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('Account or password is wrong').waitFor()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/home')
  await page.goto('/my')
  await page.getByText('Asset center').waitFor()

  await phone.page.goto('/sessions')
  await phone.page.getByRole('button', { name: /End the session of/ }).click()
  await phone.page.getByRole('button', { name: 'End session' }).click()
  await page.waitForURL('**/login*')
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})

it('signing out asks, and leaves nothing of the person on the phone', async () => {
  const { page } = phone
  await page.goto('/my')
  await page.getByRole('main').getByRole('button', { name: 'Log out' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stay signed in' }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.getByRole('main').getByRole('button', { name: 'Log out' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click()
  await page.waitForFunction(() => localStorage.getItem('token') === null)
  const kept = () =>
    page.evaluate(async () => {
      // Opening what is not there yet would make it, without its shelf.
      if (!(await indexedDB.databases()).some(({ name }) => name === 'kept-by-page')) return 0
      return new Promise<number>((resolve) => {
        const opening = indexedDB.open('kept-by-page')
        opening.onsuccess = () => {
          const count = opening.result.transaction('kv').objectStore('kv').count()
          count.onsuccess = () => (opening.result.close(), resolve(count.result))
        }
      })
    })
  await expect.poll(kept).toBe(0)
  await page.goto('/zichanCenter')
  await page.waitForURL('**/login?redirect=*')
})

it('the way in remembers where one wanted to go', async () => {
  const { page } = phone
  await page.getByRole('textbox', { name: 'Email or mobile number' }).fill(email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/zichanCenter')
  await page.getByText('100,000.00').first().waitFor()
})
