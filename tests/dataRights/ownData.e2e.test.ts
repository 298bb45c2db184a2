import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashSecret } from '#account/passwords.ts'
import { agreementVersions } from '#contract/constants.ts'
import { type Phone, signInAsGuest, type Session, startSession } from '../support/session.ts'
import { unzip } from '../support/unzip.ts'

// Somebody and what is kept of them: an agreement that changed, a copy of everything, being forgotten, and the numbers of everybody.
let story: Session
let phone: Phone

beforeAll(async () => {
  story = await startSession()
  phone = await story.phone()
  await signInAsGuest(phone.page)
  const { db } = story.app
  // A member, who agreed to the risk disclosure when its first version held.
  await db.query(
    `update account set is_guest = false, guest_device = null, email = 'mei.tan@example.com', safe_password_hash = $1,
       agreement_version = $2, risk_version = '1'`,
    [await hashSecret('246813'), agreementVersions['user-agreement']],
  )
  await db.query(
    `insert into consent (user_id, agreement, version, agreed_ms) select id, 'user-agreement', $1, created_ms from account
     union all select id, 'risk-disclosure', '1', created_ms from account`,
    [agreementVersions['user-agreement']],
  )
  await db.query(
    `insert into agreement_text (slug, lang, version, title, html, updated_ms)
     select slug, lang, '1', title, replace(html, 'Prices jump.', 'Prices can jump.'), updated_ms - 1 from agreement_text
     where slug = 'risk-disclosure'`,
  )
})
afterAll(() => story?.end())

it('a new version of an agreement is shown by what changed, and opens trading once it is agreed to', async () => {
  const { page, faults } = phone
  await page.goto('/heyue')
  await page.getByRole('link', { name: 'See what changed' }).click()
  await page.locator('del').filter({ hasText: 'Prices can jump.' }).waitFor()
  await page.locator('ins').filter({ hasText: 'Prices jump.' }).waitFor()
  expect(await page.locator('del').count()).toBe(1)
  const agree = page.getByRole('button', { name: 'Agree', exact: true })
  expect(await agree.isDisabled()).toBe(true)
  await page.getByRole('checkbox', { name: 'I have read it and agree' }).check()
  await agree.click()
  await agree.waitFor({ state: 'detached' })
  expect(await story.app.db.query(`select version from consent where agreement = 'risk-disclosure' order by 1`)).toEqual([
    { version: '1' },
    { version: agreementVersions['risk-disclosure'] },
  ])
  await page.goto('/heyue')
  await page.getByRole('button', { name: 'Review long' }).waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'See what changed' }).count()).toBe(0)
  expect(faults.splice(0)).toEqual([])
})

it('a copy of everything is asked for with a proof, and is the file whose fingerprint is shown', async () => {
  const { page, faults } = phone
  await page.goto('/data-rights')
  await page.getByRole('button', { name: 'Ask for a copy' }).click()
  await page.getByLabel('Withdrawal password').pressSequentially('246813')
  await page.getByRole('button', { name: 'Make the copy' }).click()
  const link = page.getByRole('link', { name: 'Download the ZIP' })
  await link.waitFor()
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  const bytes = readFileSync(await download.path())
  await page.getByText(createHash('sha256').update(bytes).digest('hex')).waitFor()
  const consents = JSON.parse(unzip(bytes).get('consents.json')?.toString() ?? '{}') as { agreements: unknown[] }
  expect(consents.agreements).toHaveLength(3)
  expect(faults.splice(0)).toEqual([])
})

it('an account is deleted in 14 days after everything was said, and kept with one tap', async () => {
  const { page, faults } = phone
  await page.goto('/gerenziliao')
  await page.getByRole('link', { name: 'Delete the account' }).click()
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByText('For 14 days nothing changes.').waitFor()
  await sheet.getByLabel('Withdrawal password').pressSequentially('246813')
  const confirm = sheet.getByRole('button', { name: 'Delete in 14 days' })
  expect(await confirm.isDisabled()).toBe(true)
  await sheet.getByRole('checkbox').check()
  await confirm.click()
  await page.getByText('Your account is going to be deleted').waitFor()
  const [row] = await story.app.db.query<{ days: number }>('select ((due_ms - asked_ms) / 86400000)::int as days from account_deletion')
  expect(row?.days).toBe(14)
  await page.getByRole('button', { name: 'Keep my account' }).click()
  await page.getByRole('button', { name: 'Delete my account' }).waitFor()
  expect(faults.splice(0)).toEqual([])
})

it('the public numbers are checked on the phone, and a digit that was changed on the way is found', async () => {
  const { page } = phone
  const check = async (place: string) => {
    await page.goto(place)
    await page.getByRole('button', { name: 'Check the signature' }).click()
  }
  for (const place of ['/fair-numbers', '/fair-reserves', '/fair-terms']) {
    await check(place)
    await page.getByText('Signed with our published key').waitFor()
  }
  await page.route('**/api/public/fair/reserves', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: (await answer.text()).replace('"balance":"1', '"balance":"2') })
  })
  await check('/fair-reserves')
  await page.getByText('The signature does not fit').waitFor()
})
