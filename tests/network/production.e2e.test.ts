import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ScreenName, sitemap } from '#sitemap'
import { environmentWords } from '../support/environmentWords.ts'
import { startMailbox } from '../support/mailbox.ts'
import { type Phone, type Session, startSession } from '../support/session.ts'
import { exampleUrl, waitUntilSettled } from '../support/walk.ts'

// Where money is real, no screen speaks of a sandbox: neither to a visitor nor to a person with an account.

const email = 'ada@example.com'
const ofSandbox = environmentWords('sandbox', 'en-us')
const screens = Object.keys(sitemap) as ScreenName[]
const open = screens.filter((name) => sitemap[name].access === 'open')
const signedIn = screens.filter((name) => sitemap[name].access === 'signedIn')

let mailbox: Awaited<ReturnType<typeof startMailbox>>
let story: Session
let phone: Phone
beforeAll(async () => {
  mailbox = await startMailbox()
  story = await startSession({ pollIntervalMs: 100, env: { FAIRLEAD_ENV: 'production', SMTP_URL: mailbox.url } })
  phone = await story.phone()
})
afterAll(async () => {
  await story?.end()
  await mailbox?.stop()
})

/** The words of each screen that only a sandbox may say, with those around them. */
async function foundOn(names: readonly ScreenName[]): Promise<string[]> {
  const found: string[] = []
  for (const name of names) {
    await phone.page.goto(exampleUrl(sitemap[name].path))
    await waitUntilSettled(phone.page)
    const text = `${await phone.page.title()} ${await phone.page.locator('body').innerText()}`
    const hit = ofSandbox.exec(text)
    if (hit) found.push(`${name}: ${text.slice(Math.max(0, hit.index - 40), hit.index + 60)}`)
  }
  return found
}

it('a visitor reads nothing of a sandbox', async () => {
  expect(open.length).toBeGreaterThan(20)
  expect(await foundOn(open)).toEqual([])
})

it('settings say that money is real', async () => {
  await phone.page.goto('/settings')
  await phone.page.getByText('Money', { exact: true }).waitFor()
  const row = phone.page.locator('li, div').filter({ hasText: /^Money\s*Real$/ })
  await row.first().waitFor()
})

it('a person opens an account, agreeing to the text for real money, and reads nothing of a sandbox either', async () => {
  const { page } = phone
  await page.goto('/register')
  await page.getByText('put in only what you can afford to lose').waitFor()
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('button', { name: 'Send a code to this address' }).click()
  await page.getByLabel('Six-digit code').fill(await mailbox.codeFor(email))
  await page.getByLabel('Password', { exact: true }).fill('Tide-and-rope-7')
  await page.getByLabel('The same password again').fill('Tide-and-rope-7')
  await page.getByRole('button', { name: /Country of residence/ }).click()
  await page.getByRole('dialog').getByLabel('Search by name').fill('Malays')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Malaysia/ })
    .click()
  await page.getByRole('checkbox', { name: /18/ }).check()
  await page.getByRole('checkbox', { name: /agree/i }).check()
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('Welcome aboard').waitFor()
  const [consent] = await story.app.db.query<{ html: string }>(
    `select html from consent join agreement_text on slug = agreement and agreement_text.version = consent.version
     where agreement = 'user-agreement' and lang = 'en-us'`,
  )
  expect(consent?.html).toContain('real money')
  expect(signedIn.length).toBeGreaterThan(50)
  expect(await foundOn(signedIn)).toEqual([])
})

it('no mail and no message speaks of one', async () => {
  const mails = await mailbox.everyLetter()
  expect(mails.length).toBeGreaterThan(0)
  expect(mails.filter((mail) => ofSandbox.test(mail))).toEqual([])
  expect(await story.app.db.query(`select kind from inbox_notice where kind like 'sample%'`)).toEqual([])
})
