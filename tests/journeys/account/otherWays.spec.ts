import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashSecret } from '#account/passwords.ts'
import { type OtherService, startOtherService } from '../../support/otherService.ts'
import { installWallet, type PageWallet } from '../../support/pageWallet.ts'
import { type Phone, picture, type Story, startStory } from '../../support/story.ts'

const safePassword = '739155'
let story: Story
let service: OtherService
let home: string
let phone: Phone
let wallet: PageWallet
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
  story = await startStory({ env: { OIDC_PROVIDERS: JSON.stringify({ harbour: provider }) } })
  // Passkeys belong to names: an address has none.
  home = story.origin.replace('127.0.0.1', 'localhost')
  service = await startOtherService([`${home}/login-return`], port)
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

it('a wallet shows the exact words, and signing them opens an account once its person agrees', async () => {
  const { page, faults } = phone
  await page.goto('/login')
  await page.getByRole('button', { name: 'Continue with a crypto wallet' }).click()
  await page.getByText('moves nothing').waitFor()
  await picture(page, 'wallet-choice')
  await page.getByRole('button', { name: 'Rope Wallet' }).click()
  const words = page.getByLabel('The words to sign')
  await words.waitFor()
  const shown = await words.innerText()
  expect(shown).toContain(account.address)
  expect(shown).toContain('This costs nothing and moves no funds.')
  await picture(page, 'wallet-words')
  wallet.turnDown()
  await page.getByRole('button', { name: 'Sign in the wallet' }).click()
  await page.getByText('You turned it down in the wallet').waitFor()
  await page.getByRole('button', { name: 'Sign in the wallet' }).click()
  await page.getByText('You have no account here yet').waitFor()
  await picture(page, 'wallet-join')
  await join(page)
  await page.waitForURL('**/home')
  await page.getByText('100,000.00').first().waitFor()
  expect(wallet.seen).toEqual([shown])
  await signOut(page)
  // For the next story: without a second factor it is the withdrawal password that proves who adds one.
  await story.house.db.query('update account set safe_password_hash = $1', [await hashSecret(safePassword)])
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
  await page.goto('/passkeys')
  await page.getByText('No passkey yet').waitFor()
  await picture(page, 'passkeys-none')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Pocket phone')
  await page.getByLabel('Withdrawal password', { exact: true }).fill(safePassword)
  await picture(page, 'passkey-add')
  await page.getByRole('dialog').getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByRole('main').getByText('Pocket phone').waitFor()
  await page.getByText('Not used yet').waitFor()
  await picture(page, 'passkeys-one')

  await signOut(page)
  // The browser's own offer in the account field, which this finger takes at once.
  await page.goto('/login')
  await page.waitForURL('**/home')

  await signOut(page)
  const touches = (enabled: boolean) => session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
  await touches(false)
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
  await picture(page, 'login-ways')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await touches(true)
  await page.waitForURL('**/home')
  await page.goto('/passkeys')
  await page.getByText(/Last used/).waitFor()
  await page.getByRole('button', { name: 'Remove the passkey Pocket phone' }).click()
  await page.getByRole('button', { name: 'Confirm with a passkey' }).click()
  await page.getByText('Confirmed with your passkey').waitFor()
  await picture(page, 'passkey-remove')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByText('No passkey yet').waitFor()
  expect(faults).toEqual([])
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
  await picture(page, 'service-join')
  await join(page)
  await page.waitForURL('**/zichanCenter')
  await page.goto('/my')
  await page.getByText('g***@example.com').first().waitFor()
  await signOut(page)
  await goThere()
  // The service knows its person already and sends them straight back.
  await page.waitForURL('**/zichanCenter')
  // Its own pages ask for fonts of the wide world.
  expect(faults.filter((fault) => !fault.includes(service.issuer))).toEqual([])
})

it("a link with somebody else's way back signs nobody in", async () => {
  const { page } = await story.phone({ baseURL: home })
  await page.goto('/login-return?code=stolen&state=c0ffee')
  await page.getByText('was not begun on this device').waitFor()
  await picture(page, 'return-foreign')
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await page.getByRole('link', { name: 'Back to sign in' }).click()
  await page.waitForURL('**/login')
})
