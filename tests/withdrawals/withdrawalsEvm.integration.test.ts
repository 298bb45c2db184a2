import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Address, getAddress, type Hex, keccak256, parseEther } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { networks } from '#db/seed/networks.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { log } from '#server/core/log.ts'
import { sandboxXpubs } from '#server/core/startup/depositConfig.ts'
import { createEvmPayer } from '#server/withdrawals/evmPayer.ts'
import { createPayoutPayers } from '#server/withdrawals/payers.ts'
import type { PayoutPayer, SentPayout } from '#server/withdrawals/payout.ts'
import { credulousToken, startAnvil } from '../support/nodes/anvil.ts'
import { evmAddress, withdrawalFixture } from './withdrawalFixture.ts'

// A real EVM node of its own, which also signs for the sender as an external signer would. Blocks come when told.

let world: Awaited<ReturnType<typeof withdrawalFixture>>
let anvil: Awaited<ReturnType<typeof startAnvil>>
let payer: PayoutPayer
beforeAll(async () => {
  ;[world, anvil] = await Promise.all([withdrawalFixture(), startAnvil()])
  payer = createEvmPayer({ chain: 'ethereum', rpcUrl: anvil.url, signerUrl: anvil.url, from: anvil.sender }, networks)
  await anvil.client.mine({ blocks: 20 })
})
afterAll(async () => {
  anvil?.stop()
  await world?.end()
})

const eth = { currency: 'ETH', chainType: 'ERC20', money: '0.1' }
/** Somebody with a known address, and 0.1 ETH of theirs approved. */
async function approved(over: object = {}) {
  const who = await world.person()
  const wish = { ...eth, ...over }
  if (wish.currency === 'ETH') await world.give(who, 'ETH', '1')
  const address = getAddress(evmAddress())
  const accountId = await world.known(who, address, { currency: wish.currency, chainType: 'ERC20' })
  const { id } = await world.withdraw(who, { ...wish, accountId })
  return { who, id, address }
}
const mine = (blocks: number) => anvil.client.mine({ blocks })
const got = (address: Address) => anvil.client.getBalance({ address })
const arrival = parseEther('0.0985')
const move = (by: PayoutPayer = payer) => world.move([by])

it('is signed and stored, sent, counted block by block, and paid once it is deep enough', async () => {
  const { who, id, address } = await approved()
  await move()
  expect(await world.one(who, id)).toMatchObject({ phase: 'signed', confirmations: 0, needConfirmations: 12 })
  await mine(1)
  await move()
  expect(await world.one(who, id)).toMatchObject({ status: 0, confirmations: 1 })
  await mine(10)
  await move()
  expect(await world.one(who, id)).toMatchObject({ status: 0, confirmations: 11 })
  await mine(1)
  await move()
  expect(await world.one(who, id)).toMatchObject({ status: 2, confirmations: 12 })
  expect(await got(address)).toBe(arrival)
  expect(await world.money(who, 'ETH')).toEqual(['0.90000000', '0.00000000'])
  expect((await world.row(id)).final_ms).toBeNull()
  await mine(60)
  await move()
  expect((await world.row(id)).final_ms).not.toBeNull()
})

it('sends the very same transaction again after a crash, and never a second one', async () => {
  const silenced = vi.spyOn(log, 'error').mockImplementation(() => {})
  const { who, id, address } = await approved()
  // The server dies after the signature and before anything is stored: nobody has seen it.
  const dying = {
    ...payer,
    sign: async (...asked: Parameters<PayoutPayer['sign']>) => payer.sign(...asked).then(() => Promise.reject(new Error('died'))),
  }
  await move(dying)
  expect((await world.row(id)).phase).toBe('approved')
  // It dies after storing and before sending.
  await world.move([{ ...payer, broadcast: () => Promise.reject(new Error('died')), fate: () => Promise.reject(new Error('died')) }])
  const { tx_hash: hash, raw_tx: raw, phase } = await world.row(id)
  expect(phase).toBe('signed')
  expect(await anvil.client.getTransactionCount({ address: anvil.sender, blockTag: 'pending' })).toBe(Number((await world.row(id)).nonce))
  silenced.mockRestore()
  for (let n = 0; n < 3; n++) await move()
  await mine(12)
  await move()
  expect(await world.row(id)).toMatchObject({ tx_hash: hash, raw_tx: raw, status: 2 })
  expect(await got(address)).toBe(arrival)
  await expect(world.db.query(`update withdrawal set raw_tx = 'x' where id = $1`, [id])).rejects.toThrow(/signed already/)
  expect((await world.one(who, id)).txHash).toBe(hash)
})

it('gives each its own number when several servers send at once', async () => {
  const all = await Promise.all(Array.from({ length: 4 }, () => approved()))
  for (let n = 0; n < 4; n++) await Promise.all([move(), move(), move()])
  const nonces = await Promise.all(all.map(async ({ id }) => Number((await world.row(id)).nonce)))
  expect(new Set(nonces).size).toBe(4)
  expect(Math.max(...nonces) - Math.min(...nonces)).toBe(3)
  await mine(12)
  await move()
  for (const { address } of all) expect(await got(address)).toBe(arrival)
})

it('a reorganisation takes it back to the pool, not to the balance', async () => {
  const { who, id, address } = await approved()
  await move()
  const before = await anvil.client.snapshot()
  await mine(12)
  await move()
  expect(await world.one(who, id)).toMatchObject({ status: 2 })
  await anvil.client.revert({ id: before })
  await anvil.client.dropTransaction({ hash: (await world.row(id)).tx_hash as Hex }).catch(() => {})
  expect(await got(address)).toBe(0n)
  await move()
  await mine(80)
  await move()
  expect(await world.row(id)).toMatchObject({ status: 2, confirmations: 80 })
  expect(await got(address)).toBe(arrival)
  expect(await world.money(who, 'ETH')).toEqual(['0.90000000', '0.00000000'])
})

it.each([false, true])('whose number was spent by another is given back, whole (after it counted as paid: %s)', async (isPaid) => {
  const { who, id, address } = await approved()
  await move()
  const before = await anvil.client.snapshot()
  if (isPaid) {
    await mine(12)
    await move()
    expect(await world.one(who, id)).toMatchObject({ status: 2 })
    await anvil.client.revert({ id: before })
  }
  const { tx_hash: hash, nonce } = await world.row(id)
  await anvil.client.dropTransaction({ hash: hash as Hex }).catch(() => {})
  await anvil.client.sendTransaction({ account: anvil.sender, to: anvil.other, value: 1n, nonce: Number(nonce) })
  await mine(5)
  await move()
  // Not deep enough to be sure.
  expect((await world.one(who, id)).status).toBe(isPaid ? 2 : 0)
  await mine(10)
  await move()
  expect(await world.one(who, id)).toMatchObject({ status: -2, reasonCode: 'network_halt' })
  expect(await world.money(who, 'ETH')).toEqual(['1.00000000', '0.00000000'])
  expect(await got(address)).toBe(0n)
  expect(await findAllLedgerViolations(world.db)).toEqual([])
})

it('a node that has forgotten it, or lags, proves nothing: what arrived is paid, never given back', async () => {
  const { who, id, address } = await approved()
  await move()
  await mine(13)
  const { tx_hash: hash } = await world.row(id)
  let knows: string[] = []
  const forgetful = await between((asked) =>
    asked.params[0] === hash ||
    ['eth_getBlockByNumber', 'eth_getBlockReceipts'].some((each) => each === asked.method && !knows.includes(each))
      ? { result: null }
      : asked,
  )
  const by = createEvmPayer({ chain: 'ethereum', rpcUrl: urlOf(forgetful), signerUrl: anvil.url, from: anvil.sender }, networks)
  for (knows of [[], ['eth_getBlockByNumber']]) {
    await move(by)
    expect(await world.row(id)).toMatchObject({ status: 0, phase: 'signed' })
  }
  knows = ['eth_getBlockByNumber', 'eth_getBlockReceipts']
  await move(by)
  expect(await world.one(who, id)).toMatchObject({ status: 2, confirmations: 12 })
  expect(await got(address)).toBe(arrival)
  expect(await world.money(who, 'ETH')).toEqual(['0.90000000', '0.00000000'])
  forgetful.close()
})

it('finds what spent its number, however far back', async () => {
  const { who, id } = await approved()
  await move()
  const { tx_hash: hash, nonce } = await world.row(id)
  await anvil.client.dropTransaction({ hash: hash as Hex })
  await anvil.client.sendTransaction({ account: anvil.sender, to: anvil.other, value: 1n, nonce: Number(nonce) })
  await mine(150)
  await move()
  expect(await world.one(who, id)).toMatchObject({ status: -2 })
})

it('signs no more than the wallet can pay, with what is on its way and not yet in a block', async () => {
  const silenced = vi.spyOn(log, 'error').mockImplementation(() => {})
  const before = await anvil.client.getBalance({ address: anvil.sender })
  const first = await approved()
  world.clock.advance(1_000)
  const second = await approved()
  await anvil.client.setBalance({ address: anvil.sender, value: parseEther('0.15') })
  await move()
  await move()
  expect(await Promise.all([first, second].map(async ({ id }) => (await world.row(id)).phase))).toEqual(['signed', 'approved'])
  expect(silenced.mock.calls.map(([, error]) => String(error)).join()).toMatch(/holds too little/)
  // It can still be cancelled, and once the first is in a block it counts no more.
  expect(await world.one(second.who, second.id)).toMatchObject({ canCancel: true })
  await mine(1)
  await anvil.client.setBalance({ address: anvil.sender, value: parseEther('0.11') })
  await move()
  expect(await world.row(second.id)).toMatchObject({ phase: 'signed' })
  silenced.mockRestore()
  await anvil.client.setBalance({ address: anvil.sender, value: before })
  await mine(12)
  await move()
  for (const { address } of [first, second]) expect(await got(address)).toBe(arrival)
})

it.each(['another sender', 'no signer'])('what is on its way is looked after when there is %s', async (now) => {
  const { who, id, address } = await approved()
  await world.move([{ ...payer, broadcast: async () => {} }])
  const signer = now === 'no signer' ? {} : { signerUrl: anvil.url, from: anvil.other }
  const next = createEvmPayer({ chain: 'ethereum', rpcUrl: anvil.url, ...signer }, networks)
  await move(next)
  await mine(12)
  await move(next)
  expect(await world.one(who, id)).toMatchObject({ status: 2 })
  expect(await got(address)).toBe(arrival)
})

it('sends tokens in their own unit, and gives back what the token refused', async () => {
  const usdt = networks.find(({ currency, chainType }) => currency === 'USDT' && chainType === 'ERC20')
  const token = usdt?.token as Address
  await anvil.client.setCode({ address: token, bytecode: credulousToken })
  const { who, id, address } = await approved({ currency: 'USDT', money: '505.25' })
  await move()
  await mine(12)
  await move()
  expect(await world.one(who, id)).toMatchObject({ status: 2, arrivalMoney: '500.25000000' })
  const receipt = await anvil.client.getTransactionReceipt({ hash: (await world.row(id)).tx_hash as Hex })
  expect(receipt.logs).toMatchObject([
    {
      address: token.toLowerCase(),
      topics: [expect.any(String), expect.any(String), expect.stringContaining(address.slice(2).toLowerCase())],
    },
  ])
  expect(BigInt(receipt.logs[0]?.data as Hex)).toBe(500_250_000n)
  const other = await approved({ currency: 'USDT', money: '100' })
  await move()
  // revert(0, 0)
  await anvil.client.setCode({ address: token, bytecode: '0x60006000fd' })
  await mine(12)
  await move()
  expect(await world.one(other.who, other.id)).toMatchObject({ status: -2 })
  expect(await world.money(other.who)).toEqual(['10000.00000000', '0.00000000'])
})

it('of a sandbox signs and sends nothing where coins are real', async () => {
  const silenced = vi.spyOn(log, 'error').mockImplementation(() => {})
  const careful = createEvmPayer({ chain: 'ethereum', rpcUrl: anvil.url, signerUrl: anvil.url, from: anvil.sender }, networks)
  const { id, address } = await approved()
  await anvil.setChainId(1)
  try {
    await move(careful)
    expect(await world.row(id)).toMatchObject({ phase: 'approved', raw_tx: null })
    expect(String(silenced.mock.calls.at(-1)?.[1])).toMatch(/chain 1 has real coins/)
  } finally {
    await anvil.setChainId(31_337)
    silenced.mockRestore()
  }
  const thief = privateKeyToAccount(`0x${'07'.repeat(32)}`)
  const rawTx = await thief.signTransaction({ chainId: 1, to: anvil.other, nonce: 0, gas: 21_000n, maxFeePerGas: 1n, type: 'eip1559' })
  await expect(careful.broadcast({ rawTx, txHash: keccak256(rawTx) } as SentPayout)).rejects.toThrow('chain 1 has real coins')
  await move(careful)
  await mine(12)
  await move(careful)
  expect(await got(address)).toBe(arrival)
})

it('pretends nothing on a chain that a node is asked about: without a signer staff send, and say which transaction it was', async () => {
  const rpcUrls = { ethereum: anvil.url }
  const payers = createPayoutPayers({ env: 'sandbox', payouts: undefined, deposits: { xpubs: sandboxXpubs, rpcUrls } })
  expect(payers.some((each) => each.sends('ETH', 'ERC20') || each.sends('USDT', 'ERC20'))).toBe(false)
  for (const [currency, way] of [
    ['USDT', 'TRC20'],
    ['BNB', 'BEP20'],
    ['USD', 'BANK'],
  ] as const)
    expect(payers.find((each) => each.sends(currency, way))?.name).toBe('sandbox')
  const { who, id } = await approved()
  const silenced = vi.spyOn(log, 'error').mockImplementation(() => {})
  await world.move(payers)
  silenced.mockRestore()
  expect(await world.row(id)).toMatchObject({ phase: 'approved', raw_tx: null })
  expect((await world.waiting(payers)).find((reviewCase) => reviewCase.id === id)?.facts).toMatchObject({ needs: 'withdrawal take' })
  const byHand = `0x${'b'.repeat(64)}`
  await world.take(id, payers)
  await world.approve(id, byHand, payers)
  expect(await world.one(who, id)).toMatchObject({ status: 2, txHash: byHand })
  const withSigner = createPayoutPayers({
    env: 'sandbox',
    payouts: { signerUrl: anvil.url, from: anvil.sender },
    deposits: { xpubs: sandboxXpubs, rpcUrls },
  })
  expect(withSigner.find((each) => each.sends('ETH', 'ERC20'))?.name).toBe('evm:ethereum')
  const production = createPayoutPayers({ env: 'production', payouts: undefined, deposits: { xpubs: sandboxXpubs, rpcUrls } })
  expect(production.some((each) => each.sends('ETH', 'ERC20'))).toBe(false)
})

it('does not follow a signer that signs something else, and waits where there is not enough', async () => {
  const silenced = vi.spyOn(log, 'error').mockImplementation(() => {})
  const thief = await foreignSigner()
  const { id } = await approved()
  await move(createEvmPayer({ chain: 'ethereum', rpcUrl: anvil.url, signerUrl: urlOf(thief), from: anvil.sender }, networks))
  expect(await world.row(id)).toMatchObject({ phase: 'approved', raw_tx: null })
  expect(String(silenced.mock.calls.at(-1)?.[1])).toMatch(/signed something else/)
  thief.close()
  // An empty wallet: no signature is even asked for.
  await move(createEvmPayer({ chain: 'ethereum', rpcUrl: anvil.url, signerUrl: 'http://127.0.0.1:1', from: evmAddress() }, networks))
  expect(await world.row(id)).toMatchObject({ phase: 'approved', raw_tx: null })
  expect(silenced.mock.calls.map(([, error]) => String(error)).join()).toMatch(/holds too little/)
  silenced.mockRestore()
  await move()
  expect((await world.row(id)).phase).toBe('signed')
})

interface Rpc {
  method: string
  params: unknown[]
}

/** The node behind somebody who changes what it is asked, or answers in its place. */
async function between(change: (asked: Rpc) => Rpc | { result: unknown }): Promise<Server> {
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => {
      body += part.toString()
    })
    request.on('end', () => {
      const asked = JSON.parse(body) as Rpc
      const changed = change(asked)
      if ('result' in changed) return response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, ...changed }))
      const whole = JSON.stringify({ ...asked, ...changed })
      void fetch(anvil.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: whole })
        .then((answer) => answer.text())
        .then((text) => response.end(text))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}
const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

/** Signs well, but for its own address as the receiver. */
const foreignSigner = () => between(({ method, params }) => ({ method, params: [{ ...(params[0] as object), to: anvil.other }] }))
