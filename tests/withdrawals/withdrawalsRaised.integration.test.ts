import { type Address, getAddress, type Hex, keccak256, parseEther, parseTransaction } from 'viem'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { Database, Sql } from '#db/database.ts'
import { networks } from '#db/seed/networks.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { log } from '#server/core/log.ts'
import { runDueWithdrawalJobs } from '#server/withdrawals/engine.ts'
import { createEvmPayer } from '#server/withdrawals/evmPayer.ts'
import type { PayoutPayer } from '#server/withdrawals/payout.ts'
import { payoutStuckAfterMs } from '#server/withdrawals/bumpPayoutFee.ts'
import { startAnvil } from '../support/nodes/anvil.ts'
import { evmAddress, withdrawalFixture } from './withdrawalFixture.ts'

// A payout that no block takes, on a real node whose blocks come when told: it is offered again for more, and arrives once.

let world: Awaited<ReturnType<typeof withdrawalFixture>>
let anvil: Awaited<ReturnType<typeof startAnvil>>
let payer: PayoutPayer
beforeAll(async () => {
  ;[world, anvil] = await Promise.all([withdrawalFixture(), startAnvil()])
  payer = createEvmPayer({ chain: 'ethereum', rpcUrl: anvil.url, signerUrl: anvil.url, from: anvil.sender }, networks)
  await anvil.client.mine({ blocks: 20 })
})
afterEach(() => over())
afterAll(async () => {
  anvil?.stop()
  await world?.end()
})

const arrival = parseEther('0.0985')
const mine = (blocks: number) => anvil.client.mine({ blocks })
const got = (address: Address) => anvil.client.getBalance({ address })
const move = (by: PayoutPayer = payer) => world.move([by])
const tries = (id: string) =>
  world.db.query<{ raw_tx: Hex; tx_hash: Hex }>('select raw_tx, tx_hash from withdrawal_try where withdrawal_id = $1 order by id', [id])
const inPool = async (hash: string | null): Promise<boolean> => {
  const found = await anvil.client.request({ method: 'eth_getTransactionByHash', params: [hash] } as never)
  return found !== null
}
const numberOf = async (id: string): Promise<number> => Number((await world.row(id)).nonce)

/** Somebody whose 0.1 ETH were sent and no block took. */
async function sent() {
  const who = await world.person()
  await world.give(who, 'ETH', '1')
  const address = getAddress(evmAddress())
  const accountId = await world.known(who, address, { currency: 'ETH', chainType: 'ERC20' })
  const { id } = await world.withdraw(who, { currency: 'ETH', chainType: 'ERC20', money: '0.1', accountId })
  await move()
  const first = await world.row(id)
  expect(await inPool(first.tx_hash)).toBe(true)
  return { who, id, address, first }
}
/** Whatever happened: nothing waits for the next one, and every cent is where it belongs. */
async function over() {
  vi.restoreAllMocks()
  await mine(80)
  await move()
  await move()
  expect(await world.db.query('select id from withdrawal where raw_tx is not null and final_ms is null')).toEqual([])
  expect(await findAllLedgerViolations(world.db)).toEqual([])
}
const wait = () => world.clock.advance(payoutStuckAfterMs)
const whole = async ({ who, id, address }: Awaited<ReturnType<typeof sent>>, hash: string) => {
  await mine(12)
  await move()
  expect(await world.one(who, id)).toMatchObject({ status: 2, txHash: hash })
  expect(await got(address)).toBe(arrival)
  expect(await world.money(who, 'ETH')).toEqual(['0.90000000', '0.00000000'])
}

it('is offered again after five minutes for an eighth more, under its number, and the one that a block takes settles it', async () => {
  const withdrawal = await sent()
  world.clock.advance(payoutStuckAfterMs - 1)
  await move()
  expect(await tries(withdrawal.id)).toEqual([])
  world.clock.advance(1)
  await move()
  const [later] = await tries(withdrawal.id)
  const [before, after] = [withdrawal.first.raw_tx as Hex, later?.raw_tx as Hex].map((raw) => parseTransaction(raw))
  expect(after).toMatchObject({ nonce: before?.nonce, to: before?.to, value: before?.value, gas: before?.gas, chainId: 31_337 })
  for (const fee of ['maxFeePerGas', 'maxPriorityFeePerGas'] as const)
    expect(after?.[fee]).toBeGreaterThanOrEqual(((before?.[fee] ?? 0n) * 112n) / 100n)
  expect(keccak256(later?.raw_tx as Hex)).toBe(later?.tx_hash)
  expect([await inPool(withdrawal.first.tx_hash), await inPool(later?.tx_hash ?? null)]).toEqual([false, true])
  // Both are remembered; the person sees the one that is on its way.
  expect(await world.row(withdrawal.id)).toMatchObject({ tx_hash: withdrawal.first.tx_hash, raw_tx: withdrawal.first.raw_tx })
  expect((await world.one(withdrawal.who, withdrawal.id)).txHash).toBe(later?.tx_hash)
  await whole(withdrawal, later?.tx_hash ?? '')
})

it('the first one settles it too, when a block takes that one after all', async () => {
  const withdrawal = await sent()
  wait()
  await move()
  const [later] = await tries(withdrawal.id)
  await anvil.client.dropTransaction({ hash: later?.tx_hash as Hex })
  await anvil.client.sendRawTransaction({ serializedTransaction: withdrawal.first.raw_tx as Hex })
  await whole(withdrawal, withdrawal.first.tx_hash ?? '')
  await mine(3)
  await move()
  expect(await got(withdrawal.address)).toBe(arrival)
})

it('after a reorganisation the other one may be in the chain: what is shown follows, and nothing is paid twice', async () => {
  const withdrawal = await sent()
  wait()
  await move()
  const [later] = await tries(withdrawal.id)
  const before = await anvil.client.snapshot()
  await whole(withdrawal, later?.tx_hash ?? '')
  await anvil.client.revert({ id: before })
  await anvil.client.dropTransaction({ hash: later?.tx_hash as Hex }).catch(() => {})
  await anvil.client.sendRawTransaction({ serializedTransaction: withdrawal.first.raw_tx as Hex })
  await whole(withdrawal, withdrawal.first.tx_hash ?? '')
})

it('several servers offer it again once', async () => {
  const withdrawal = await sent()
  wait()
  for (let n = 0; n < 3; n++) await Promise.all([move(), move(), move()])
  const found = await tries(withdrawal.id)
  expect(found).toHaveLength(1)
  await whole(withdrawal, found[0]?.tx_hash ?? '')
})

it('only the first in line is raised, and none beyond three times the going price', async () => {
  const [withdrawal, second] = [await sent(), await sent()]
  expect(await numberOf(second.id)).toBe((await numberOf(withdrawal.id)) + 1)
  for (let n = 0; n < 15; n++) {
    wait()
    await move()
  }
  expect(await tries(second.id)).toEqual([])
  const found = await tries(withdrawal.id)
  // (9/8)^9 is below three, (9/8)^10 above.
  expect(found).toHaveLength(9)
  await whole(withdrawal, found.at(-1)?.tx_hash ?? '')
  await whole(second, second.first.tx_hash ?? '')
})

it('whose number another one spent comes back whole, once, however many there were', async () => {
  const withdrawal = await sent()
  wait()
  await move()
  const [later] = await tries(withdrawal.id)
  await anvil.client.dropTransaction({ hash: later?.tx_hash as Hex })
  await anvil.client.sendTransaction({ account: anvil.sender, to: anvil.other, value: 1n, nonce: await numberOf(withdrawal.id) })
  await mine(15)
  await Promise.all([move(), move()])
  expect(await world.one(withdrawal.who, withdrawal.id)).toMatchObject({ status: -2 })
  expect(await world.money(withdrawal.who, 'ETH')).toEqual(['1.00000000', '0.00000000'])
  expect(await got(withdrawal.address)).toBe(0n)
})

it('killed anywhere between asking for a signature and sending it, nothing is lost and nothing is sent twice', async () => {
  vi.spyOn(log, 'error').mockImplementation(() => {})
  const withdrawal = await sent()
  wait()
  // Signed and not stored: nobody ever sees that one.
  const unseen: Hex[] = []
  const dying: PayoutPayer = {
    ...payer,
    raise: async (stuck) => {
      const raised = await payer.raise?.(stuck)
      unseen.push(raised?.txHash as Hex)
      throw new Error('killed')
    },
  }
  await move(dying)
  expect(unseen).toHaveLength(1)
  expect(await tries(withdrawal.id)).toEqual([])
  expect(await inPool(withdrawal.first.tx_hash)).toBe(true)
  // Killed after each statement of storing it: all of it or nothing.
  for (let n = 1; ; n++) {
    let count = 0
    const breaking = (sql: Sql): Sql => ({
      query: async <Row extends object>(text: string, values?: readonly unknown[]) => {
        const found = await sql.query<Row>(text, values)
        if (++count === n) throw new Error('killed')
        return found
      },
    })
    const db: Database = { ...world.db, transaction: (work) => world.db.transaction((sql) => work(breaking(sql))) }
    await runDueWithdrawalJobs({ ...world.app, db }, [payer])
    const found = await tries(withdrawal.id)
    const { sent_hash: hash } = await world.row(withdrawal.id)
    if (found.length > 0) {
      expect(n).toBeGreaterThanOrEqual(6)
      expect(found).toMatchObject([{ tx_hash: hash }])
      break
    }
    expect(hash).toBeNull()
    expect(n).toBeLessThan(40)
  }
  // A second one: stored and not sent.
  wait()
  await move({ ...payer, broadcast: () => Promise.reject(new Error('killed')) })
  const found = await tries(withdrawal.id)
  expect(found).toHaveLength(2)
  expect(await inPool(found[1]?.tx_hash ?? null)).toBe(false)
  for (let n = 0; n < 3; n++) await move()
  expect(await tries(withdrawal.id)).toHaveLength(2)
  expect(await inPool(found[1]?.tx_hash ?? null)).toBe(true)
  await whole(withdrawal, found[1]?.tx_hash ?? '')
})

it('the database keeps each as it was, and takes none for what is over or was never signed', async () => {
  const withdrawal = await sent()
  wait()
  await move()
  const [later] = await tries(withdrawal.id)
  for (const change of [`update withdrawal_try set raw_tx = 'x'`, 'delete from withdrawal_try'])
    await expect(world.db.query(`${change} where withdrawal_id = $1`, [withdrawal.id])).rejects.toThrow('only grows')
  await whole(withdrawal, later?.tx_hash ?? '')
  await mine(80)
  await move()
  const insert = (id: string) =>
    world.db.query(`insert into withdrawal_try (withdrawal_id, raw_tx, tx_hash, signed_ms) values ($1, 'x', $2, 0)`, [id, `x ${id}`])
  await expect(insert(withdrawal.id)).rejects.toThrow('not signed, or it is over')
  const { id } = await world.withdraw(withdrawal.who, { accountId: await world.known(withdrawal.who) })
  await expect(insert(id)).rejects.toThrow('not signed, or it is over')
  await world.cancel(withdrawal.who, id)
})
