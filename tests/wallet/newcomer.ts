import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { isStoredByPage, waitUntilTrue } from '../support/waitUntilTrue.ts'

/** An account by mail address, with the code that a sandbox shows instead of sending it; `address` may be an invitation's. */
export async function register(page: Page, email: string, password: string, address = '/register'): Promise<void> {
  await page.goto(address)
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('button', { name: 'Send a code to this address' }).click()
  await page.getByText('Sandbox: nothing is sent by mail or text').waitFor()
  await page.getByRole('button', { name: 'Fill in' }).click()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('The same password again').fill(password)
  await page.getByRole('button', { name: /Country of residence/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Search by name').fill('Malays')
  await dialog.getByRole('button', { name: /Malaysia/ }).click()
  await page.getByRole('checkbox', { name: /18/ }).check()
  await page.getByRole('checkbox', { name: /agree/i }).check()
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('Welcome aboard').waitFor()
}

/** By password, on a device that knows nobody. */
export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/login')
  await page.getByRole('textbox', { name: 'Email or mobile number' }).fill(email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/home')
}

/** A device that unlocks by itself and keeps passkeys. */
export async function passkeyDevice(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
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
}

/** A passkey of this device, proven by the withdrawal password. */
export async function addPasskey(page: Page, safePassword: string): Promise<void> {
  await page.goto('/passkeys')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Pocket phone')
  await page.getByLabel('Withdrawal password', { exact: true }).fill(safePassword)
  await page.getByRole('dialog').getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByRole('main').getByText('Pocket phone').waitFor()
  // What was read anew is kept on the device a moment later; a reload before that knows of no passkey yet.
  await waitUntilTrue(page, isStoredByPage, 'Pocket phone')
}

/** An address of one's own in the book, vouched for with the passkey: small amounts may go there at once. */
export async function saveAddress(page: Page, of: { currency: string; network: string; address: string; name: string }): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Currency').selectOption(of.currency)
  await dialog.getByLabel('Network').selectOption(of.network)
  await dialog.getByLabel('Address', { exact: true }).fill(of.address)
  await dialog.getByLabel('Your name for it').fill(of.name)
  await dialog.getByRole('button', { name: 'Confirm with a passkey' }).click()
  await dialog.getByText('Confirmed with your passkey').waitFor()
}

/** Both proofs that money leaves with. */
export async function prove(page: Page, safePassword: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Withdrawal password', { exact: true }).fill(safePassword)
  await dialog.getByRole('button', { name: 'Confirm with a passkey' }).click()
  await dialog.getByText('Confirmed with your passkey').waitFor()
}

/** A photo of a card on a table: even light, sharp print. The marks differ, so that no two pictures are one. */
export async function cardPhoto(mark: string): Promise<Buffer> {
  const [width, height] = [1600, 1200]
  const lines = Array.from(
    { length: 9 },
    (_, row) =>
      `<text x="230" y="${330 + row * 70}" font-size="44" font-family="sans-serif" fill="#223">SPECIMEN ${mark} ${row} 0123456789</text>`,
  )
  const card = `<svg width="${width}" height="${height}" xmlns="http://www.w3.org/2000/svg">
    <rect x="160" y="220" width="1280" height="760" rx="40" fill="#dfe6ee" fill-opacity="0.75" stroke="#345" stroke-width="4"/>${lines.join('')}</svg>`
  return sharp({ create: { width, height, channels: 3, background: '#997', noise: { type: 'gaussian', mean: 130, sigma: 24 } } })
    .composite([{ input: Buffer.from(card) }])
    .jpeg({ quality: 88 })
    .toBuffer()
}
