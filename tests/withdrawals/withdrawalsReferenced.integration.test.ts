import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { approveReviewCase } from '#server/operator/reviews.ts'
import { addStaff, type StaffMember } from '#server/operator/staff.ts'
import { releaseClaimedWithdrawal, claimWithdrawalForManualPayout } from '#server/operator/withdrawals.ts'
import { createReviewKinds } from '#server/operator/reviewKinds.ts'
import { loopbackBitcoin } from '../support/nodes/loopbackBitcoin.ts'
import { loopbackXrpl } from '../support/nodes/loopbackXrpl.ts'
import { withdrawalFixture } from './withdrawalFixture.ts'

// What staff sent by hand counts only when the chain shows it: this transaction, this receiver, this amount, deep enough, once.

const cashFork = {
  number: 556_767,
  bitcoin: 'ab'.repeat(32),
  bitcoincash: '0000000000000000004626ff6e3b936941d341c5932ece4357eeccac44e6d56c',
}
const bitcoinGenesis = '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f'
const chains = {
  bitcoin: {
    currency: 'BTC',
    money: '0.01',
    arrival: '0.00992',
    genesis: bitcoinGenesis,
    address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  },
  litecoin: {
    currency: 'LTC',
    money: '1',
    arrival: '0.999',
    genesis: '12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2',
    address: 'ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh',
  },
  dogecoin: {
    currency: 'DOGE',
    money: '100',
    arrival: '96',
    genesis: '1a91e3dace36e2be3bf030a65679fe821aa1d6ef92e7c9902eb318182c355691',
    address: 'DBus3bamQjgJULBJtYXpEzDWQRwF5iwxgC',
  },
  bitcoincash: {
    currency: 'BCH',
    money: '0.1',
    arrival: '0.0995',
    genesis: bitcoinGenesis,
    address: 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
  },
} as const
type Name = keyof typeof chains
const names = Object.keys(chains) as Name[]
const stranger = { bitcoin: '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2' }

let world: Awaited<ReturnType<typeof withdrawalFixture>>
let nodes: Record<Name, Awaited<ReturnType<typeof loopbackBitcoin>>>
let ledger: Awaited<ReturnType<typeof loopbackXrpl>>
let [mia]: StaffMember[] = []
const desk = () => ({ app: world.app, kinds: createReviewKinds(world.app) })
beforeAll(async () => {
  world = await withdrawalFixture({ env: 'production' })
  const started = await Promise.all(
    names.map(
      async (chain) => [chain, await loopbackBitcoin({ chain, genesis: chains[chain].genesis, isOlder: chain === 'dogecoin' })] as const,
    ),
  )
  nodes = Object.fromEntries(started) as typeof nodes
  for (const chain of ['bitcoin', 'bitcoincash'] as const) nodes[chain].setOldBlock(cashFork.number, cashFork[chain])
  ledger = await loopbackXrpl({ network: 0 })
  const rpcUrls = { ...Object.fromEntries(names.map((chain) => [chain, nodes[chain].url])), xrpl: ledger.url }
  Object.assign(world.app, { config: { ...world.app.config, deposits: { xpubs: {}, rpcUrls } } })
  const { staff } = await addStaff(world.db, { name: 'mia', roles: ['reviewer'], by: 'machine:test', now: world.clock.now() })
  mia = staff
})
afterAll(async () => {
  for (const chain of names) nodes?.[chain]?.stop()
  ledger?.stop()
  await world?.end()
})

/** Somebody with one that is approved and that staff have taken. */
async function taken(currency: string, address: string, money: string, memo?: string) {
  const who = await world.person()
  await world.give(who, currency, money)
  const accountId = await world.known(who, address, { currency, chainType: currency, ...(memo !== undefined && { memo }) })
  const { id } = await world.withdraw(who, { currency, chainType: currency, accountId, money })
  await claimWithdrawalForManualPayout(desk(), mia as StaffMember, id)
  return { who, id }
}
const takenOn = (chain: Name) => taken(chains[chain].currency, chains[chain].address, chains[chain].money)
const approve = (id: string, reference: string) => approveReviewCase(desk(), mia as StaffMember, 'withdrawal', id, reference)
const isPaid = async (id: string, txHash: string) =>
  expect(await world.row(id)).toMatchObject({ status: 2, phase: 'done', tx_hash: txHash })
const waits = async (id: string) => expect(await world.row(id)).toMatchObject({ status: 0, phase: 'approved', taken_by: 'mia' })

describe.each(names)('on %s', (chain) => {
  const { address, arrival, currency } = chains[chain]

  it('counts once it is confirmed, and pays to the digit', async () => {
    const node = nodes[chain]
    const { who, id } = await takenOn(chain)
    const txid = node.send([address, arrival])
    await expect(approve(id, txid)).rejects.toThrow(/it has 0 of \d+ confirmations/)
    const { need_confirmations: need } = await world.row(id)
    node.mine(need - 1)
    await expect(approve(id, txid)).rejects.toThrow(new RegExp(`it has ${need - 1} of ${need} confirmations`))
    await waits(id)
    node.mine()
    await approve(id, txid.toUpperCase())
    await isPaid(id, txid)
    expect((await world.money(who, currency)).map(Number)).toEqual([0, 0])
  })
})

describe('on bitcoin', () => {
  const { address, arrival } = chains.bitcoin
  const deep = (...outputs: [string, string][]) => {
    const txid = nodes.bitcoin.send(...outputs)
    nodes.bitcoin.mine(3)
    return txid
  }

  it('does not count for another amount, another receiver, or nothing at all', async () => {
    const { who, id } = await takenOn('bitcoin')
    await expect(approve(id, 'ab'.repeat(32))).rejects.toThrow(/the chain has no such transaction/)
    await expect(approve(id, deep([address, '0.00991999']))).rejects.toThrow(
      /it pays 0\.00991999 BTC to this address, and 0\.00992000 is owed/,
    )
    await expect(approve(id, deep([address, '0.01']))).rejects.toThrow(/it pays 0\.01 BTC/)
    await expect(approve(id, deep([stranger.bitcoin, arrival]))).rejects.toThrow(/it pays 0 BTC to this address/)
    await waits(id)
    expect((await world.money(who, 'BTC')).map(Number)).toEqual([0, 0.01])
  })

  it('counts with other outputs beside it, and once', async () => {
    const [first, second] = [await takenOn('bitcoin'), await takenOn('bitcoin')]
    const txid = deep([stranger.bitcoin, '1.5'], [address, arrival])
    await approve(first.id, txid)
    await isPaid(first.id, txid)
    await expect(approve(second.id, txid)).rejects.toThrow(/new, the hash of a transaction of this chain/)
    await waits(second.id)
  })

  it('does not count any more when its block is gone, and what was not delivered comes back whole', async () => {
    const { who, id } = await takenOn('bitcoin')
    const txid = deep([address, arrival])
    nodes.bitcoin.reorganise(4, false)
    await expect(approve(id, txid)).rejects.toThrow(/the chain has no such transaction/)
    await releaseClaimedWithdrawal(desk(), mia as StaffMember, id, 'its block is gone')
    await world.cancel(who, id)
    expect((await world.money(who, 'BTC')).map(Number)).toEqual([0.01, 0])
  })

  it.each(['garbage', 'broken', 'foreign'] as const)('is not decided by a node that is %s', async (mood) => {
    const { id } = await takenOn('bitcoin')
    const txid = deep([address, arrival])
    nodes.bitcoin.be(mood)
    await expect(approve(id, txid)).rejects.toThrow(/the chain cannot be asked now \(bitcoin/)
    await waits(id)
    nodes.bitcoin.be('well')
    await approve(id, txid)
    await isPaid(id, txid)
  })

  it('needs the node at the terminal too, once servers follow the chain', async () => {
    const { id } = await takenOn('bitcoin')
    await world.db.query(`insert into chain_cursor (chain, number, until) values ('bitcoin', 1, clock_timestamp())`)
    const { bitcoin: _, ...rpcUrls } = world.app.config.deposits!.rpcUrls
    const blind = { ...world.app, config: { ...world.app.config, deposits: { ...world.app.config.deposits!, rpcUrls } } }
    const asked = approveReviewCase({ app: blind, kinds: createReviewKinds(blind) }, mia as StaffMember, 'withdrawal', id, 'cd'.repeat(32))
    await expect(asked).rejects.toThrow(/set BITCOIN_RPC_URLS here as for the servers/)
    await waits(id)
  })
})

describe('on the XRP Ledger', () => {
  const address = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'
  const owed = '49800000'
  const takenXrp = () => taken('XRP', address, '50', '123456')
  const validated = (payment: Parameters<typeof ledger.send>[0]) => {
    const hash = ledger.send(payment)
    ledger.close()
    return hash
  }

  it('counts once it is validated, with the tag and what was delivered', async () => {
    const { who, id } = await takenXrp()
    const hash = ledger.send({ to: address, tag: 123456, amount: owed })
    await expect(approve(id, hash)).rejects.toThrow(/in no validated ledger yet/)
    ledger.close()
    await approve(id, hash.toLowerCase())
    await isPaid(id, hash)
    expect((await world.money(who, 'XRP')).map(Number)).toEqual([0, 0])
  })

  it('does not count when it delivered less, failed, went elsewhere, or carries another tag', async () => {
    const { id } = await takenXrp()
    const to = address
    const tag = 123456
    const refused: [Parameters<typeof ledger.send>[0], RegExp][] = [
      [{ to, tag, amount: owed, delivered: '1000000', isPartial: true }, /it pays 1 XRP to this address, and 49\.80000000 is owed/],
      [{ to, tag, amount: owed, result: 'tecPATH_PARTIAL' }, /it failed \(tecPATH_PARTIAL\) and delivered nothing/],
      [{ to: 'rrrrrrrrrrrrrrrrrrrrrhoLvTp', tag, amount: owed }, /it pays to another address/],
      [{ to, amount: owed }, /it carries no tag/],
      [{ to, tag: 123457, amount: owed }, /it carries the tag 123457/],
      [{ to, tag, amount: { currency: 'USD', issuer: to, value: '49.8' } }, /it delivered no XRP/],
      [{ to, tag, amount: owed, type: 'CheckCreate' }, /it is no payment/],
    ]
    for (const [payment, words] of refused) await expect(approve(id, validated(payment))).rejects.toThrow(words)
    await expect(approve(id, 'AB'.repeat(32))).rejects.toThrow(/the chain has no such transaction/)
    await waits(id)
    await approve(id, validated({ to, tag, amount: owed }))
  })
})

it('keeps the ledger sound through all of it', async () => {
  expect(await findAllLedgerViolations(world.db)).toEqual([])
})
