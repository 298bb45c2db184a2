import { generate } from 'otplib'
import type { Page, WebSocket } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashSecret } from '#account/passwords.ts'
import { wallet } from '#contract/calls/wallet.ts'
import { asInstant } from '#contract/time.ts'
import type { Clock } from '#server/core/clock.ts'
import { selectRadio } from '../support/selectRadio.ts'
import { startMailbox } from '../support/mailbox.ts'
import { findOverflow, type Phone, takeScreenshot, signInAsGuest, type Session, startSession } from '../support/session.ts'
import { waitUntilIdle } from '../support/waitUntilIdle.ts'
import { isStoredByPage, isWhole, waitUntilTrue } from '../support/waitUntilTrue.ts'

const ada = 'ada@example.com'
const bea = 'bea@example.com'
const password = 'Tide-and-rope-7'
const safePassword = '739155'
const pin = '482913'
const phrase = 'seven grey herons'

// Time goes on as it does elsewhere, and can be let pass.
let passedMs = 0
const clock: Clock = { now: () => asInstant(Date.now() + passedMs) }

let mailbox: Awaited<ReturnType<typeof startMailbox>>
let story: Session
/** Ada's, until the end; its address has a name, as passkeys need. */
let phone: Phone
/** Bea's own. */
let hers: Phone
const all: Phone[] = []
const secret = { key: '', spentCode: '', recoveryCodes: [] as string[] }

const newPhone = async (): Promise<Phone> => {
  const made = await story.phone({ baseURL: story.origin.replace('127.0.0.1', 'localhost') })
  all.push(made)
  noteStream(made.page)
  return made
}
beforeAll(async () => {
  mailbox = await startMailbox()
  story = await startSession({ clock, byHand: false, pollIntervalMs: 100, env: { SMTP_URL: mailbox.url } })
  phone = await newPhone()
  hers = await newPhone()
})
afterAll(async () => {
  await story?.end()
  await mailbox?.stop()
})

const codeIn = (letter: string): string => /\b(\d{6})\b/.exec(letter)?.[1] ?? ''
const codeFor = async (address: string): Promise<string> => codeIn(await mailbox.letterWith(address, 'is your Fairlead code'))
/** A minute passes before another code may be asked for. */
const aMinuteLater = () => story.app.db.query('update code set created_ms = created_ms - 61000')
/**
 * The app's code of now, or the next one. The server takes the one before and the one after too, so that either is good for half a minute and
 * more, however slow a machine is.
 */
const totp = (which: 'now' | 'next'): Promise<string> =>
  generate({ secret: secret.key, epoch: Math.floor(clock.now() / 1000) + (which === 'next' ? 30 : 0) })

/** A picture of the screen at rest, and nothing sticks out of it. */
async function look(page: Page, name: string): Promise<void> {
  await waitUntilIdle(page)
  expect(await findOverflow(page)).toEqual([])
  await takeScreenshot(page, name)
}
const signOut = async (page: Page): Promise<void> => {
  await page.goto('/my')
  await page.getByRole('main').getByRole('button', { name: 'Log out' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click()
  await page.waitForFunction(() => localStorage.getItem('token') === null)
}
const enterPassword = async (page: Page, account: string, given = password): Promise<void> => {
  await page.goto('/login')
  await page.getByRole('textbox', { name: 'Email or mobile number' }).fill(account)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByLabel('Password', { exact: true }).fill(given)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
const main = (page: Page) => page.getByRole('main')
/** Whether the server knows by the newest stream of a page whose it is. */
const streams = new Map<Page, { socket: WebSocket; isKnown: boolean }>()
function noteStream(page: Page): void {
  page.on('websocket', (socket) => {
    const stream = { socket, isKnown: false }
    streams.set(page, stream)
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).includes('"c":"auth"')) stream.isKnown = true
    })
    socket.on('close', () => streams.get(page) === stream && streams.delete(page))
  })
}
/**
 * From here on time stands on this phone: what it asks by itself now and then is not asked, so that what the server tells it is all that can
 * lead to the sign-in. What it gives waits for that.
 */
async function toldToLeave(page: Page): Promise<() => Promise<void>> {
  await expect.poll(() => streams.get(page)?.isKnown).toBe(true)
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  return async () => {
    await page.waitForURL('**/login*')
    await page.clock.resume()
  }
}

it('a guest keeps the account by an email, with its number and its demo book', async () => {
  const { page } = phone
  await signInAsGuest(page)
  await page.getByRole('checkbox', { name: 'I have kept the password' }).check()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.waitForURL('**/home')
  const [before] = await story.app.db.query<{ id: string; uid: string }>('select id, uid from account')
  await page.goto('/add-sign-in')
  await page.getByRole('textbox', { name: 'Email' }).fill(ada)
  await page.getByRole('button', { name: 'Send a code to this address' }).click()
  await page.getByLabel('Six-digit code').fill(await codeFor(ada))
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('The same password again').fill(password)
  await page.getByRole('button', { name: /Country of residence/ }).click()
  await page.getByRole('dialog').getByLabel('Search by name').fill('Malays')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Malaysia/ })
    .click()
  await page.getByRole('checkbox', { name: /18/ }).check()
  await page.getByRole('checkbox', { name: /accept/i }).check()
  await look(page, 'keep-account')
  await main(page).getByRole('button', { name: 'Keep this account' }).click()
  await page.waitForURL('**/gerenziliao')
  await main(page).getByText('a***@example.com').first().waitFor()
  await look(page, 'keep-account-done')
  const [after] = await story.app.db.query<{ id: string; uid: string }>('select id, uid from account')
  expect(after).toEqual(before)
  await page.goto('/zichanCenter')
  await page.getByText('100,000.00').first().waitFor()
})

it('the anti-phishing phrase wants a withdrawal password first, and then every mail carries it', async () => {
  const { page } = phone
  await page.goto('/anti-phishing')
  await main(page).getByText('Set a withdrawal password first').waitFor()
  await look(page, 'phrase-first')
  await main(page).getByRole('link', { name: 'Set a withdrawal password' }).click()
  await aMinuteLater()
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await page.getByLabel('Six-digit code').fill(await codeFor(ada))
  await page.getByLabel('New withdrawal password', { exact: true }).fill(safePassword)
  await page.getByLabel('The same six digits again').fill(safePassword)
  await look(page, 'safe-password')
  await page.getByRole('button', { name: 'Set the withdrawal password' }).click()
  // It goes on where it was needed.
  await page.waitForURL('**/anti-phishing')
  expect(await mailbox.letterWith(ada, 'Your withdrawal password was set')).not.toContain(phrase)
  await page.getByLabel('Your phrase', { exact: true }).fill(phrase)
  await page.getByLabel('Withdrawal password', { exact: true }).fill(safePassword)
  await page.getByRole('button', { name: 'Save the phrase' }).click()
  await main(page).getByText('s***s', { exact: true }).waitFor()
  await look(page, 'phrase-set')
  expect(await mailbox.letterWith(ada, 'Your anti-phishing phrase was changed')).toContain(`Your anti-phishing phrase: ${phrase}`)
})

it('an authenticator is bound by its first code, and ten recovery codes are shown once', async () => {
  const { page } = phone
  await page.goto('/security')
  await page.getByText('Next: add an authenticator').waitFor()
  await look(page, 'security')
  await page.getByRole('link', { name: 'Add an authenticator' }).click()
  const link = page.getByRole('link', { name: 'Open in the authenticator app' })
  secret.key = new URL((await link.getAttribute('href')) ?? '').searchParams.get('secret') ?? ''
  expect((await main(page).innerText()).replaceAll(' ', '')).toContain(secret.key)
  await look(page, 'authenticator-bind')
  await page.getByLabel('Authenticator code').fill(await totp('now'))
  await page.getByLabel('Sign-in password', { exact: true }).fill(password)
  await page.getByLabel('Withdrawal password', { exact: true }).fill(safePassword)
  await page.getByRole('button', { name: 'Add the authenticator' }).click()
  const codes = page.getByRole('list', { name: 'Recovery codes' })
  await codes.waitFor()
  secret.recoveryCodes = await codes.getByRole('listitem').allInnerTexts()
  expect(new Set(secret.recoveryCodes).size).toBe(10)
  await look(page, 'recovery-codes')
  await page.getByRole('checkbox', { name: 'I have kept the codes' }).check()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByText('Your authenticator is on').waitFor()
  await page.reload()
  await page.getByText('Your authenticator is on').waitFor()
  expect(await page.content()).not.toContain(secret.recoveryCodes[0])
  await look(page, 'authenticator-on')
  expect(await mailbox.letterWith(ada, 'An authenticator was added')).toContain(phrase)
})

it('signing in takes the password and the code; no code works twice, a recovery code neither', async () => {
  const { page, faults } = phone
  const withRecoveryCode = async (code: string) => {
    await page.getByRole('button', { name: 'Phone lost? Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(code)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }
  await signOut(page)
  await enterPassword(page, ada)
  secret.spentCode = await totp('next')
  await page.getByLabel('Authenticator code').waitFor()
  await look(page, 'second-step')
  await page.getByLabel('Authenticator code').fill(secret.spentCode)
  await page.waitForURL('**/home')

  await signOut(page)
  await enterPassword(page, ada)
  await page.getByLabel('Authenticator code').fill(secret.spentCode)
  await page.getByText('was used already').waitFor()
  await look(page, 'second-step-replayed')
  const [first = ''] = secret.recoveryCodes
  await withRecoveryCode(first)
  await page.waitForURL('**/home')

  await signOut(page)
  await enterPassword(page, ada)
  await withRecoveryCode(first)
  await page.getByText('This recovery code is wrong or was used already').waitFor()
  await look(page, 'recovery-code-spent')
  await page.getByLabel('Recovery code').fill(secret.recoveryCodes[1] ?? '')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/home')
  expect(faults).toEqual([])
})

it('a sign-in from another device is notified, and "This was not me" ends it and leads to the password', async () => {
  const { page } = hers
  await signInAsGuest(page)
  await page.getByRole('checkbox', { name: 'I have kept the password' }).check()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.waitForURL('**/home')
  await story.app.db.query(`update account set email = $1, is_guest = false, country = 'MY', password_hash = $2 where email is null`, [
    bea,
    await hashSecret(password),
  ])
  const { page: strange } = await newPhone()
  await enterPassword(strange, bea)
  await strange.waitForURL('**/home')
  await strange.goto('/my')
  await strange.getByText('Asset center').waitFor()
  expect(await mailbox.letterWith(bea, 'A new device signed in')).toContain('from the network')

  await page.goto('/messages')
  await page.getByText('A new device signed in').first().waitFor()
  await look(page, 'new-device-message')
  await page
    .getByRole('button', { name: /A new device signed in/ })
    .first()
    .click()
  await page.waitForURL('**/sessions')
  await page.getByRole('button', { name: /This was not me/ }).click()
  await look(page, 'not-me')
  const putOut = await toldToLeave(strange)
  await page.getByRole('dialog').getByRole('button', { name: 'This was not me' }).click()
  await page.getByText('That session has ended').waitFor()
  await putOut()
  expect(await strange.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await look(page, 'not-me-done')
  await page.getByRole('dialog').getByRole('link', { name: 'Change the password' }).click()
  await page.waitForURL('**/change-password')
  await look(page, 'change-password')
  await mailbox.letterWith(bea, 'You said that a sign-in was not you')
})

it('a forgotten password is reset by mail from another phone, and the first phone is out within a second', async () => {
  await hers.page.goto('/zichanCenter')
  await hers.page.getByText('100,000.00').first().waitFor()
  const putOut = await toldToLeave(hers.page)
  const { page } = await newPhone()
  await page.goto('/forgot-password')
  await page.getByRole('textbox', { name: 'Email or mobile number' }).fill(bea)
  await look(page, 'forgot-password')
  await page.getByRole('button', { name: 'Send the code' }).click()
  await page.getByLabel('Six-digit code').fill(await codeFor(bea))
  await page.getByLabel('New password', { exact: true }).fill('Harbour-light-91')
  await page.getByLabel('The same password again').fill('Harbour-light-91')
  await look(page, 'forgot-password-code')
  await page.getByRole('button', { name: 'Set the new password' }).click()
  await page.getByText('Your password is set. Sign in with it.').first().waitFor()
  await putOut()
  expect(await hers.page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await look(hers.page, 'put-out')
  await mailbox.letterWith(bea, 'Your password was set anew')
  await enterPassword(page, bea)
  await page.getByText('Account or password is wrong').waitFor()
  await page.getByLabel('Password', { exact: true }).fill('Harbour-light-91')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/home')
})

it('the app lock asks for its PIN after a reload, also without a signal', async () => {
  const { page, context } = phone
  await page.goto('/app-lock')
  await page.getByLabel('New PIN, six digits').fill(pin)
  await page.getByLabel('The same PIN again').fill(pin)
  await selectRadio(page.getByRole('radio', { name: 'At once' }))
  await look(page, 'app-lock-new')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByText('The app lock is on').first().waitFor()
  await page.goto('/zichanCenter')
  await page.getByLabel('App PIN').waitFor()
  expect(await page.getByText('100,000.00').first().isVisible()).toBe(false)
  await page.getByLabel('App PIN').fill('195028')
  await page.getByText('Wrong PIN. 4 tries left').waitFor()
  await look(page, 'app-lock-wrong')
  await page.getByLabel('App PIN').fill(pin)
  await page.getByText('100,000.00').first().waitFor()

  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await waitUntilTrue(page, isWhole)
  await waitUntilTrue(page, isStoredByPage, wallet.assets.path)
  await context.setOffline(true)
  await page.reload()
  await page.getByLabel('App PIN').waitFor()
  await look(page, 'app-lock-offline')
  await page.getByLabel('App PIN').fill(pin)
  await page.getByText('100,000.00').first().waitFor()
  await look(page, 'app-lock-opened-offline')
  await context.setOffline(false)

  await page.goto('/app-lock')
  await page.getByLabel('App PIN').fill(pin)
  await page.getByRole('button', { name: 'Turn off' }).click()
  await page.getByLabel('Your PIN now').fill(pin)
  await page.getByText('The app lock is off').first().waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Turn on' }).waitFor()
})

it('a passkey is added and renamed, and proves who adds a withdrawal address', async () => {
  const { page, context } = phone
  // Who she is has been checked before.
  await story.app.db.query('update account set kyc_level = 1 where email = $1', [ada])
  const session = await context.newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  // Two minutes later: none of the codes that were used is the one of now.
  passedMs += 120_000
  await page.goto('/passkeys')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Phone')
  await page.getByLabel('Authenticator code').fill(await totp('now'))
  await page.getByRole('dialog').getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByRole('button', { name: 'Rename the passkey Phone' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('  ')
  expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
  await dialog.getByLabel('Name', { exact: true }).fill('The old phone in the drawer')
  await look(page, 'passkey-rename')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await main(page).getByText('The old phone in the drawer').waitFor()
  await dialog.waitFor({ state: 'hidden' })
  await look(page, 'passkey-renamed')

  await page.goto('/address-book')
  await page.getByRole('button', { name: 'Add an address' }).click()
  await dialog.getByLabel('Network').selectOption('TRC20')
  await dialog.getByLabel('Address', { exact: true }).fill('TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC')
  await dialog.getByLabel('Your name for it').fill('Cold wallet')
  await dialog.getByRole('button', { name: 'Confirm with a passkey' }).click()
  await dialog.getByText('Confirmed with your passkey').waitFor()
  await look(page, 'address-by-passkey')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await main(page).getByText('Cold wallet').waitFor()
  await look(page, 'address-book')
  expect(await mailbox.letterWith(ada, 'A withdrawal address was added')).toContain(phrase)
  // Without a signal the browser writes of every connection that was not made.
  expect(all.flatMap(({ faults }) => faults).filter((fault) => !fault.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
})
