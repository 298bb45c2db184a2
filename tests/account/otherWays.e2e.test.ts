import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { generate } from 'otplib'
import type { CDPSession, Page } from 'playwright-core'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashSecret } from '#account/passwords.ts'
import { sealTotpSecret } from '#account/secondFactor/sealedSecret.ts'
import { passkeys } from '#contract/calls/passkeys.ts'
import { readClaimsTokenKey } from '#server/core/signedText.ts'
import { type FakeOidcProvider, startFakeOidcProvider } from '../support/browser/fakeOidcProvider.ts'
import { installWallet, type PageWallet } from '../support/browser/pageWallet.ts'
import { findOverflow, type Phone, takeScreenshot, signInAsGuest, type Session, startSession } from '../support/session.ts'
import { waitUntilIdle } from '../support/waitUntilIdle.ts'

const safePassword = '739155'
let story: Session
let service: FakeOidcProvider
let home: string
let phone: Phone
let wallet: PageWallet
/** The browser's own authenticator, whose finger is a test's. */
let finger: { session: CDPSession; authenticatorId: string }
const account = privateKeyToAccount(generatePrivateKey())

/** A free port: the app must know the service's address before the service knows the app's. */
const freePort = (): Promise<number> =>
  new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => done(port))
    })
  })

beforeAll(async () => {
  const port = await freePort()
  const provider = { issuer: `http://127.0.0.1:${port}`, clientId: 'fairlead', clientSecret: 'a secret of the test', name: 'Harbour ID' }
  story = await startSession({ env: { OIDC_PROVIDERS: JSON.stringify({ harbour: provider }) } })
  // Passkeys belong to names: an address has none.
  home = story.origin.replace('127.0.0.1', 'localhost')
  service = await startFakeOidcProvider([`${home}/login-return`], port)
  phone = await story.phone({ baseURL: home })
  wallet = await installWallet(phone.context, account, 'Rope Wallet')
})
afterAll(async () => {
  await story?.end()
  await service?.stop()
})

const join = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /Country of residence/ }).click()
  await page.getByRole('dialog').last().getByLabel('Search by name').fill('Malays')
  await page
    .getByRole('dialog')
    .last()
    .getByRole('button', { name: /Malaysia/ })
    .click()
  await page.getByRole('checkbox', { name: /18/ }).check()
  await page.getByRole('checkbox', { name: /agree/i }).check()
  await page.getByRole('button', { name: 'Create account' }).click()
}
const signOut = async (page: Page): Promise<void> => {
  await page.goto('/my')
  await page.getByRole('main').getByRole('button', { name: 'Log out' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click()
  await page.waitForFunction(() => localStorage.getItem('token') === null)
}

const touches = (enabled: boolean) =>
  finger.session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId: finger.authenticatorId, enabled })
/** The finger comes between this tap and what it asks the browser for: what the browser waits for already stays untouched. */
async function touchAfter(page: Page, tap: () => Promise<void>): Promise<void> {
  await page.route(
    `**${passkeys.options.path}`,
    async (route) => {
      await touches(true)
      await route.continue()
    },
    { times: 1 },
  )
  await tap()
}

it('a wallet shows the exact words, and signing them opens an account once its person agrees', async () => {
  const { page, faults } = phone
  await page.goto('/login')
  await page.getByRole('button', { name: 'Continue with a crypto wallet' }).click()
  await page.getByText('moves nothing').waitFor()
  await takeScreenshot(page, 'wallet-choice')
  await page.getByRole('button', { name: 'Rope Wallet' }).click()
  const words = page.getByLabel('The words to sign')
  await words.waitFor()
  const shown = await words.innerText()
  expect(shown).toContain(account.address)
  expect(shown).toContain('This costs nothing and moves no funds.')
  await takeScreenshot(page, 'wallet-words')
  wallet.turnDown()
  await page.getByRole('button', { name: 'Sign in the wallet' }).click()
  await page.getByText('You turned it down in the wallet').waitFor()
  await page.getByRole('button', { name: 'Sign in the wallet' }).click()
  await page.getByText('You have no account here yet').waitFor()
  await takeScreenshot(page, 'wallet-join')
  await join(page)
  await page.waitForURL('**/home')
  await page.getByText('100,000.00').first().waitFor()
  expect(wallet.seen).toEqual([shown])
  await signOut(page)
  // For the next story: without a second factor it is the withdrawal password that proves who adds one.
  await story.app.db.query('update account set safe_password_hash = $1', [await hashSecret(safePassword)])
  await page.goto('/login')
  await page.getByRole('button', { name: 'Continue with a crypto wallet' }).click()
  await page.getByRole('button', { name: 'Rope Wallet' }).click()
  await page.getByRole('button', { name: 'Sign in the wallet' }).click()
  await page.waitForURL('**/home')
  expect(faults).toEqual([])
})

it('adds a passkey, signs in with it in one tap, and removes it with it', async () => {
  const { page, faults, context } = phone
  const session = await context.newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  finger = { session, authenticatorId }
  await page.goto('/passkeys')
  await page.getByText('No passkey yet').waitFor()
  await takeScreenshot(page, 'passkeys-none')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Pocket phone')
  await page.getByLabel('Withdrawal password', { exact: true }).fill(safePassword)
  await takeScreenshot(page, 'passkey-add')
  await page.getByRole('dialog').getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByRole('main').getByText('Pocket phone').waitFor()
  await page.getByText('Not used yet').waitFor()
  await takeScreenshot(page, 'passkeys-one')

  await signOut(page)
  // The browser's own offer in the account field, which this finger takes at once.
  await page.goto('/login')
  await page.waitForURL('**/home')

  await signOut(page)
  await touches(false)
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
  await takeScreenshot(page, 'login-ways')
  await touchAfter(page, () => page.getByRole('button', { name: 'Sign in with a passkey' }).click())
  await page.waitForURL('**/home')
  await page.goto('/passkeys')
  await page.getByText(/Last used/).waitFor()
  await page.getByRole('button', { name: 'Remove the passkey Pocket phone' }).click()
  await page.getByRole('button', { name: 'Confirm with a passkey' }).click()
  await page.getByText('Confirmed with your passkey').waitFor()
  await takeScreenshot(page, 'passkey-remove')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByText('No passkey yet').waitFor()
  expect(faults).toEqual([])
})

/** A picture of the screen at rest, and nothing sticks out of it. */
async function look(page: Page, name: string): Promise<void> {
  await waitUntilIdle(page)
  expect(await findOverflow(page)).toEqual([])
  await takeScreenshot(page, name)
}
const atHarbour = async (page: Page, name: string): Promise<void> => {
  await page.locator('input[name=login]').fill(name)
  await page.locator('input[name=password]').fill('any')
  await page.locator('button[type=submit]').click()
  await page.locator('button[type=submit]').click()
}
const byWallet = async (page: Page): Promise<void> => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Continue with a crypto wallet' }).click()
  await page.getByRole('button', { name: 'Rope Wallet' }).click()
  await page.getByRole('button', { name: 'Sign in the wallet' }).click()
}
const shortAddress = `${account.address.slice(0, 6)}…${account.address.slice(-4)}`.toLowerCase()

it('keeps the last way in, adds a service and removes the wallet, and takes it back', async () => {
  const { page, faults } = phone
  await page.goto('/security')
  await page.getByRole('link', { name: /Wallets and services/ }).click()
  await page.getByRole('main').getByText(shortAddress).waitFor()
  const removeWallet = async () => {
    await page.getByRole('button', { name: `Remove ${shortAddress}` }).click()
    await page.getByLabel('Withdrawal password', { exact: true }).fill(safePassword)
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  }
  await removeWallet()
  await page.getByText('This is your only way to sign in').waitFor()
  await look(page, 'linked-last')
  await page.getByRole('dialog').getByRole('button', { name: 'Keep' }).click()

  service.people.set('heidi', {})
  await page.getByRole('button', { name: 'Add Harbour ID' }).click()
  await page.getByLabel('Withdrawal password', { exact: true }).fill(safePassword)
  await look(page, 'linked-add-service')
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
  await atHarbour(page, 'heidi')
  await page.waitForURL('**/linked-sign-ins')
  await page.getByRole('main').getByText('Harbour ID', { exact: true }).waitFor()
  await look(page, 'linked-two')
  await removeWallet()
  await page.getByRole('button', { name: `Remove ${shortAddress}` }).waitFor({ state: 'hidden' })

  await signOut(page)
  await page.goto('/login')
  await page.getByRole('button', { name: 'Continue with Harbour ID' }).click()
  await page.waitForURL('**/home')
  await page.goto('/linked-sign-ins')
  await page.getByRole('button', { name: 'Add a wallet' }).click()
  expect(await page.getByRole('button', { name: 'Rope Wallet' }).isDisabled()).toBe(true)
  await page.getByLabel('Withdrawal password', { exact: true }).fill(safePassword)
  await look(page, 'linked-add-wallet')
  await page.getByRole('button', { name: 'Rope Wallet' }).click()
  await page.getByLabel('The words to sign').getByText('Let this wallet sign in to my account').waitFor()
  await page.getByRole('button', { name: 'Sign in the wallet' }).click()
  await page.getByRole('main').getByText(shortAddress).waitFor()
  const people = await story.app.db.query('select account_id from wallet_identity union select account_id from third_party_identity')
  expect(people).toHaveLength(1)
  expect(faults.filter((fault) => !fault.includes(service.issuer))).toEqual([])
})

it('after the wallet a passkey is asked for once its person wants it, or a recovery code where it is gone', async () => {
  const { page, faults } = phone
  await page.goto('/passkeys')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('Withdrawal password', { exact: true }).fill(safePassword)
  await page.getByRole('dialog').getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByText('Not used yet').waitFor()
  await page.getByRole('switch', { name: 'Ask for a passkey at every sign-in' }).click()
  await page.getByRole('button', { name: 'Confirm with a passkey' }).click()
  await page.getByText('Confirmed with your passkey').waitFor()
  await look(page, 'passkey-step-on')
  await page.getByRole('dialog').getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByText('Keep your recovery codes').waitFor()
  const [code = ''] = await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allInnerTexts()
  await page.getByRole('checkbox', { name: 'I have kept the codes' }).check()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('switch', { name: 'Ask for a passkey at every sign-in', checked: true }).waitFor()
  await look(page, 'passkey-step')

  // The browser's own offer would sign in before the wallet could.
  await touches(false)
  await signOut(page)
  await byWallet(page)
  await page.getByText('One more step').waitFor()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await look(page, 'second-passkey')
  await touchAfter(page, () => page.getByRole('button', { name: 'Confirm with a passkey' }).click())
  await page.waitForURL('**/home')

  await touches(false)
  await signOut(page)
  await byWallet(page)
  await page.getByRole('button', { name: 'Passkey gone? Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill('abcd-2345')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('This recovery code is wrong').waitFor()
  await look(page, 'second-recovery')
  await page.getByLabel('Recovery code').fill(code)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/home')
  await touches(true)
  expect(faults.filter((fault) => !fault.includes(service.issuer))).toEqual([])
})

it('another service says who somebody is: the account opens once, and is found again', async () => {
  const { page, faults } = await story.phone({ baseURL: home })
  service.people.set('grace', { email: 'grace@example.com', email_verified: true })
  const goThere = async () => {
    await page.goto('/login?redirect=%2FzichanCenter')
    await page.getByRole('button', { name: 'Continue with Harbour ID' }).click()
  }
  await goThere()
  await page.locator('input[name=login]').fill('grace')
  await page.locator('input[name=password]').fill('any')
  await page.locator('button[type=submit]').click()
  await page.locator('button[type=submit]').click()
  await page.getByText('You have no account here yet').waitFor()
  await takeScreenshot(page, 'service-join')
  await join(page)
  await page.waitForURL('**/zichanCenter')
  await page.goto('/my')
  await page.getByText('g***@example.com').first().waitFor()
  await signOut(page)
  await goThere()
  // The service knows its person already and sends them straight back.
  await page.waitForURL('**/zichanCenter')

  // And with an authenticator the service alone lets nobody in.
  const { db } = story.app
  const [grace] = await db.query<{ id: string }>(`select id from account where email = 'grace@example.com'`)
  const [secret, id] = ['JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', grace?.id ?? '']
  await db.query('insert into authenticator (account_id, secret, last_step, bound_ms) values ($1, $2, 0, 1)', [
    id,
    sealTotpSecret(await readClaimsTokenKey(db), id, secret),
  ])
  await signOut(page)
  await goThere()
  await page.getByLabel('Authenticator code').waitFor()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await takeScreenshot(page, 'service-second')
  await page.getByLabel('Authenticator code').fill(await generate({ secret }))
  await page.waitForURL('**/zichanCenter')
  // Its own pages ask for fonts of the wide world.
  expect(faults.filter((fault) => !fault.includes(service.issuer))).toEqual([])
})

it("a link with somebody else's way back signs nobody in", async () => {
  const { page } = await story.phone({ baseURL: home })
  await page.goto('/login-return?code=stolen&state=c0ffee')
  await page.getByText('was not begun on this device').waitFor()
  await takeScreenshot(page, 'return-foreign')
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await page.getByRole('link', { name: 'Back to sign in' }).click()
  await page.waitForURL('**/login')
})

it('a guest who is refused what needs a full account is shown the way to one', async () => {
  const { page } = await story.phone({ baseURL: home })
  await signInAsGuest(page)
  const [guest] = await story.app.db.query<{ id: string }>('select id from account where is_guest order by id desc limit 1')
  await story.app.db.query('update account set safe_password_hash = $2 where id = $1', [guest?.id, await hashSecret(safePassword)])
  await page.goto('/address-book?add=USDT')
  await page.getByLabel('Address', { exact: true }).fill('0x52908400098527886E0F7030069857D2E4169EE7')
  await page.getByLabel('Withdrawal password', { exact: true }).fill(safePassword)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Add an email or mobile first' })
  await sheet.waitFor()
  await look(page, 'guest-refused')
  await sheet.getByRole('button', { name: 'Not now' }).click()
  await sheet.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await sheet.getByRole('link', { name: 'Keep this account' }).click()
  await page.waitForURL('**/add-sign-in')
  await sheet.waitFor({ state: 'hidden' })
})
