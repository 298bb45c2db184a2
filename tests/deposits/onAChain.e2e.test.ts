import { HDKey } from '@scure/bip32'
import type { Page } from 'playwright-core'
import { encodeFunctionData, erc20Abi, getAddress, parseEther, parseUnits } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashSecret } from '#account/passwords.ts'
import { networks } from '#db/seed/networks.ts'
import { deriveDepositAddress } from '#server/deposits/derive.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { selectRadio } from '../support/selectRadio.ts'
import { credulousToken, startAnvil } from '../support/nodes/anvil.ts'
import { advanceClockUntil } from '../support/advanceClockUntil.ts'
import { findOverflow, type Phone, takeScreenshot, type Session, startSession } from '../support/session.ts'
import { addPasskey, passkeyDevice, prove, register, saveAddress, signIn } from '../wallet/newcomer.ts'

// A real EVM node of its own, which also signs for the sender as an external signer would. Blocks come when told.

const safePassword = '739155'
const receiver = getAddress('0x52908400098527886e0f7030069857d2e4169ee7')
const savedName = 'My ledger'
const usdt = networks.find(({ currency, chainType }) => currency === 'USDT' && chainType === 'ERC20')!.token as `0x${string}`
/** The account m/44'/60'/0' of a test's own seed; the server is given its public half. */
const xpub = HDKey.fromMasterSeed(new Uint8Array(32).fill(7)).derive("m/44'/60'/0'").publicExtendedKey

let node: Awaited<ReturnType<typeof startAnvil>>
let story: Session
let phone: Phone
beforeAll(async () => {
  node = await startAnvil()
  await node.client.setCode({ address: usdt, bytecode: credulousToken })
  await node.client.mine({ blocks: 20 })
  story = await startSession({
    pollIntervalMs: 200,
    env: {
      EVM_RPC_URLS: JSON.stringify({ ethereum: node.url }),
      DEPOSIT_XPUB_EVM: xpub,
      EVM_SIGNER_URL: node.url,
      EVM_PAYOUT_FROM: node.sender,
    },
  })
  // Passkeys belong to names: an address has none.
  const baseURL = story.origin.replace('127.0.0.1', 'localhost')
  const [email, password] = ['tomas@example.com', 'Harbour-wall-31']
  await register((await story.phone({ baseURL })).page, email, password)
  // How one is verified and sets a withdrawal password is a story of its own.
  await story.app.db.query('update account set kyc_level = 1, safe_password_hash = $1', [await hashSecret(safePassword)])
  phone = await story.phone({ baseURL })
  await passkeyDevice(phone.page)
  await phone.page.clock.install()
  await signIn(phone.page, email, password)
  await addPasskey(phone.page, safePassword)
})
afterAll(async () => {
  await story?.end()
  node?.stop()
})

const letTimePass = (comes: Promise<unknown>): Promise<void> => advanceClockUntil(phone.page, comes)

const mine = (blocks: number) => node.client.mine({ blocks })
/** Looked at, kept, and narrow enough. */
const look = async (name: string): Promise<void> => {
  expect(await findOverflow(phone.page)).toEqual([])
  await takeScreenshot(phone.page, `chain-${name}`)
}
const held = async (currency: string): Promise<Record<string, string>> => {
  const rows = await story.app.db.query<{ bucket: string; amount: string }>(
    `select bucket, amount::text from balance where book = 1 and currency = $1 and amount > 0 order by bucket`,
    [currency],
  )
  return Object.fromEntries(rows.map(({ bucket, amount }) => [bucket, amount]))
}

/** The address as it stands on the screen. */
const shownAddress = async (page: Page): Promise<`0x${string}`> => {
  await page.getByText('Signed for you, and checked on this device').waitFor()
  return getAddress((await page.getByText(/^0x[0-9a-fA-F]{40}$/).innerText()).trim())
}

it('counts a coin and a token that arrive at the shown address block by block, and credits them', async () => {
  const { page, faults } = phone
  await page.goto('/chongzhi?currency=ETH&network=ERC20')
  const to = await shownAddress(page)
  expect(to).toBe(deriveDepositAddress('evm', xpub, 0))
  expect(await page.getByText('Simulated chain').count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Simulate a deposit' }).count()).toBe(0)
  await look('address')
  await node.client.sendTransaction({ account: node.other, to, value: parseEther('0.25'), gas: 21_000n })
  await node.client.sendTransaction({
    account: node.other,
    to: usdt,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, parseUnits('25.5', 6)] }),
    gas: 100_000n,
  })
  const coin = page.getByRole('listitem').filter({ hasText: '0.25 ETH' })
  const token = page.getByRole('listitem').filter({ hasText: '25.5 USDT' })
  for (const blocks of [1, 2, 3]) {
    await mine(1)
    await coin.getByText(`${blocks} of 12 confirmations`).waitFor()
    await token.getByText(`${blocks} of 12 confirmations`).waitFor()
  }
  await coin.scrollIntoViewIfNeeded()
  await look('confirming')
  await mine(8)
  await coin.getByText('11 of 12 confirmations').waitFor()
  expect(await held('ETH')).toEqual({})
  await mine(1)
  await coin.getByText('Credited').waitFor()
  await token.getByText('Credited').waitFor()
  await look('credited')
  expect(await held('ETH')).toEqual({ AVAIL: '0.25000000' })
  expect(await held('USDT')).toEqual({ AVAIL: '25.50000000' })
  expect(faults).toEqual([])
})

it('has a withdrawal signed by the signer, and it arrives', async () => {
  const { page, faults } = phone
  await page.goto('/address-book?add=ETH')
  await saveAddress(page, { currency: 'ETH', network: 'ERC20', address: receiver, name: savedName })
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('main').getByText('New: can be used from').waitFor()
  await page.getByRole('button', { name: 'Skip the wait' }).click()
  await page.getByText('New: can be used from').waitFor({ state: 'detached' })
  await page.goto('/tixian?currency=ETH')
  await selectRadio(page.getByRole('radio', { name: new RegExp(savedName) }))
  await page.getByRole('textbox', { name: 'Amount' }).fill('0.1')
  await page.getByText('0.0985 ETH').waitFor()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Continue', exact: true }).click()
  await prove(page, safePassword)
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await page.waitForURL('**/chongzhitixianResult*')
  expect(await held('ETH')).toEqual({ AVAIL: '0.15000000', FROZEN: '0.10000000' })
  const main = page.getByRole('main')
  await letTimePass(main.getByText('0 of 12 confirmations').waitFor())
  const hash = (await main.getByText(/^0x[0-9a-f]{64}$/).innerText()) as `0x${string}`
  for (const blocks of [1, 2]) {
    await mine(1)
    await letTimePass(main.getByText(`${blocks} of 12 confirmations`).waitFor())
  }
  await look('on-its-way')
  await mine(10)
  await letTimePass(main.getByText('The money has arrived').waitFor())
  await look('paid')
  const receipt = await node.client.getTransactionReceipt({ hash })
  expect(receipt).toMatchObject({ status: 'success', from: node.sender.toLowerCase(), to: receiver.toLowerCase() })
  expect(await node.client.getBalance({ address: receiver })).toBe(parseEther('0.0985'))
  expect(await held('ETH')).toEqual({ AVAIL: '0.15000000' })
  expect(await findAllLedgerViolations(story.app.db)).toEqual([])
  expect(faults).toEqual([])
})
