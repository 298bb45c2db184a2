import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SignedInUser } from '../core/visitor.ts'
import { networks } from '#db/seed/networks.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { depositFixture } from '../../tests/deposits/depositFixture.ts'
import { loopbackXrpl } from '../../tests/support/nodes/loopbackXrpl.ts'
import { refusalOf } from '../../tests/trading/tradingFixture.ts'
import { refuseNodesOnWrongChain } from '../chains/refuseWrongChains.ts'
import type { DepositChainReader } from './chains/chain.ts'
import { createXrplDepositChainReader } from './chains/xrpl.ts'
import { createDepositReviewKind } from './review.ts'
import { scanChainForDeposits } from './watch.ts'

const listed = networks.filter(({ chain }) => chain === 'xrpl')
const drops = (xrp: number) => String(xrp * 1_000_000)

let world: Awaited<ReturnType<typeof depositFixture>>
let node: Awaited<ReturnType<typeof loopbackXrpl>>
let chain: DepositChainReader
let ann: SignedInUser
let to: string
let tag: number
beforeAll(async () => {
  world = await depositFixture()
  // As where coins are real: strays are kept under the chain's own name.
  Object.assign(world.app, { config: { ...world.app.config, deposits: { xpubs: {}, rpcUrls: { xrpl: 'http://127.0.0.1:9' } } } })
  node = await loopbackXrpl()
  chain = createXrplDepositChainReader(node.url, listed)
  await world.step(chain)
})
afterAll(async () => {
  node?.stop()
  await world?.db.close()
})
beforeEach(async () => {
  ann = await world.verified()
  const given = await world.address(ann, 'XRP', 'XRP')
  to = given.address
  tag = Number(given.memo)
})

const close = async (count: number) => {
  for (let n = 0; n < count; n++) {
    node.close()
    await world.step(chain)
  }
}
const seen = async () => (await world.list(ann)).records.map(({ status, money }) => ({ status, money }))
const xrp = () => world.real(ann, 'XRP')

describe('a payment', () => {
  it('with a tag of ours is credited at the fourth validated ledger, to the drop', async () => {
    const hash = node.send({ to, tag, amount: '20123456' })
    await close(3)
    expect((await world.list(ann)).records).toMatchObject([{ status: 0, confirmations: 3, txHash: hash, simulated: false }])
    await close(1)
    expect(await xrp()).toBe('20.12345600')
  })

  it('that is partial brings what it delivered, and not what it says', async () => {
    node.send({ to, tag, amount: drops(1_000_000), delivered: drops(12), isPartial: true })
    await close(4)
    expect(await xrp()).toBe('12.00000000')
  })

  it('whose ledger does not say what it delivered is asked for', async () => {
    node.send({ to, tag, amount: drops(1_000_000), delivered: drops(13), isPartial: true, isTerse: true })
    node.send({ to, tag, amount: drops(20), isTerse: true })
    await close(4)
    expect(await xrp()).toBe('33.00000000')
  })

  it('of another currency, or that failed, or that is none, brings nothing', async () => {
    const other = { currency: 'USD', issuer: to, value: '500' }
    node.send({ to, tag, amount: other })
    node.send({ to, tag, amount: drops(50), delivered: other, isPartial: true })
    node.send({ to, tag, amount: drops(50), delivered: 'unavailable', isPartial: true })
    node.send({ to, tag, amount: drops(60), result: 'tecUNFUNDED_PAYMENT' })
    node.send({ to, tag, amount: drops(70), type: 'EscrowCreate' })
    node.send({ to: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', tag, amount: drops(80) })
    await close(5)
    expect(await seen()).toEqual([])
  })
})

describe('a payment without a tag, or with one that nobody has,', () => {
  const claimOf = async (who: SignedInUser, hash: string, money: string) =>
    world.claim(who, hash, money, [await world.picture(who)], 'XRP', 'XRP')
  const review = () => createDepositReviewKind(world.app)
  const approve = (id: string) =>
    world.db.transaction((sql) => review().approve(sql, id, { name: 'mia', isAutomatic: false }, world.clock.now(), () => {}))
  const factOf = async (id: string) => (await review().waiting(world.db, 100)).find((reviewCase) => reviewCase.id === id)?.facts['onChain']

  it('is nobody’s, and staff see beside a claim what the chain shows', async () => {
    const [none, unknown] = [node.send({ to, amount: drops(40) }), node.send({ to, tag: 4_294_967_295, amount: drops(41) })]
    await close(5)
    expect(await seen()).toEqual([])
    const [first, second] = [await claimOf(ann, none, '40'), await claimOf(ann, unknown, '41')]
    expect(await factOf(first.id)).toBe('40.00000000 XRP without a number')
    expect(await factOf(second.id)).toBe('41.00000000 XRP with the number 4294967295, which nobody has')
    await approve(first.id)
    expect(await xrp()).toBe('40.00000000')
  })

  it('is given to one claim alone, and with the amount that arrived', async () => {
    const hash = node.send({ to, amount: drops(5000), delivered: drops(44), isPartial: true })
    await close(5)
    const bob = await world.verified()
    const [greedy, his] = [await claimOf(ann, hash, '5000'), await claimOf(bob, hash, '44')]
    expect(await refusalOf(approve(greedy.id))).toMatchObject({ name: 'validation', detail: { rule: 'the chain shows 44.00000000 XRP' } })
    await approve(his.id)
    expect(await world.real(bob, 'XRP')).toBe('44.00000000')
    expect(await factOf(greedy.id)).toMatch(/given to another claim/)
    expect(await refusalOf(approve(greedy.id))).toMatchObject({ name: 'validation', detail: { field: 'txHash' } })
  })
})

describe('a watcher', () => {
  it('waits for a ledger that its node does not have, and passes none over', async () => {
    await close(1)
    node.send({ to, tag, amount: drops(30) })
    node.close(6)
    const gap = node.validated - 4
    node.lose(gap)
    await expect(scanChainForDeposits(world.app, chain, 'one')).rejects.toThrow('xrpl ledger: ledgerNotFound')
    await expect(scanChainForDeposits(world.app, chain, 'one')).rejects.toThrow('xrpl ledger: ledgerNotFound')
    expect(await seen()).toEqual([])
    node.find(gap)
    await world.step(chain)
    expect(await xrp()).toBe('30.00000000')
  })

  it('does not take a ledger that its node has lost since for one that changed', async () => {
    node.send({ to, tag, amount: drops(31) })
    await close(2)
    node.lose(node.validated)
    node.close()
    await expect(scanChainForDeposits(world.app, chain, 'one')).rejects.toThrow('xrpl ledger: ledgerNotFound')
    expect((await world.list(ann)).records).toMatchObject([{ status: 0, confirmations: 2 }])
    node.find(node.validated - 1)
    await close(2)
    expect(await xrp()).toBe('31.00000000')
  })

  it('goes on where another stopped', async () => {
    node.send({ to, tag, amount: drops(32) })
    node.close(40)
    expect(await scanChainForDeposits(world.app, chain, 'one')).toBe(true)
    await world.db.query(`update chain_cursor set until = '-infinity' where chain = 'xrpl'`)
    await world.step(createXrplDepositChainReader(node.url, listed), 'two')
    expect(await xrp()).toBe('32.00000000')
    await world.db.query(`update chain_cursor set until = '-infinity' where chain = 'xrpl'`)
  })

  it.each(['garbage', 'foreign', 'broken'] as const)('of a node that is %s reads nothing, and goes on when it is well', async (mood) => {
    node.send({ to, tag, amount: drops(33) })
    node.close(4)
    node.be(mood)
    await expect(scanChainForDeposits(world.app, chain, 'one')).rejects.toThrow(/^xrpl /)
    node.be('well')
    await world.step(chain)
    expect(await xrp()).toBe('33.00000000')
  })

  it('reads no real coins in a sandbox, no play coins where money is real, and nothing of a network that is not named', async () => {
    const real = createXrplDepositChainReader(node.url, listed, 'production')
    await expect(real.head()).rejects.toThrow('is on network 1, not on 0')
    node.setNetwork(0)
    expect(await real.head()).toBe(node.validated)
    await expect(chain.head()).rejects.toThrow('has real coins, and this is a sandbox')
    const start = refuseNodesOnWrongChain({ env: 'sandbox', deposits: { xpubs: {} as never, rpcUrls: { xrpl: node.url } } })
    await expect(start).rejects.toThrow('XRPL_RPC_URL: the node of xrpl has real coins, and this is a sandbox.')
    node.setNetwork(undefined)
    await expect(real.head()).rejects.toThrow('does not say which network it is on')
    await expect(chain.head()).rejects.toThrow('does not say which network it is on')
    node.setNetwork(1)
  })
})

it('keeps the ledger sound through all of it', async () => {
  expect(await findAllLedgerViolations(world.db)).toEqual([])
})
