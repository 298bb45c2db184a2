import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Database } from '#db/database.ts'
import { log } from '#server/core/log.ts'
import { createWithdrawalJobState, runDueWithdrawalJobs } from '#server/withdrawals/engine.ts'
import type { PayoutPayer } from '#server/withdrawals/payout.ts'
import { sandboxPayoutPayer } from '#server/withdrawals/sandboxPayer.ts'
import { withdrawalFixture } from './withdrawalFixture.ts'

// Many payouts at once: none stands in the way of the others, and nobody waits for a signer.

let world: Awaited<ReturnType<typeof withdrawalFixture>>
beforeAll(async () => {
  world = await withdrawalFixture()
})
afterAll(() => world?.end())
beforeEach(() => {
  const silenced = vi.spyOn(log, 'error').mockImplementation(() => {})
  return () => silenced.mockRestore()
})

const onTron: PayoutPayer = { ...sandboxPayoutPayer, sends: (_, chainType) => chainType === 'TRC20' }

/** One that is approved. */
async function approved(money = '20') {
  const who = await world.person()
  const { id } = await world.withdraw(who, { accountId: await world.known(who), money })
  return { who, id }
}

/** The same withdrawal many times, approved before all others; `over` is what differs. */
async function many(count: number, over: object): Promise<string[]> {
  const { id } = await approved()
  const rows = await world.db.query<{ id: string }>(
    `insert into withdrawal select (jsonb_populate_record(w, $3::jsonb || jsonb_build_object('id', w.id + n, 'order_no', w.order_no || n, 'approved_ms', n)
         || case when $3::jsonb ? 'raw_tx' then jsonb_build_object('tx_hash', 'hash ' || n) else '{}' end)).*
     from withdrawal w, generate_series(1, $2::int) n where w.id = $1 returning id`,
    [id, count, JSON.stringify(over)],
  )
  return rows.map((row) => row.id)
}
const phaseOf = async (id: string) => (await world.row(id)).phase
/** They are out of the way of the next test. */
const cancelAll = () => world.db.query(`update withdrawal set phase = 'done', status = -3 where phase in ('review', 'approved')`)

it('hundreds that staff send by hand, or that wait on a paused network, hold up nothing', async () => {
  await many(120, { currency: 'BTC', chain_type: 'BTC' })
  const paused = await many(120, { chain_type: 'BEP20' })
  await world.db.query(
    `insert into network_pause (currency, chain_type, deposit, withdraw, reason) values ('USDT', 'BEP20', false, true, 'maintenance')`,
  )
  const { id } = await approved()
  await world.move([{ ...onTron, sends: (_, chainType) => chainType !== 'BTC' }])
  expect(await phaseOf(id)).toBe('signed')
  expect(await phaseOf(paused[0] as string)).toBe('approved')
  await world.db.query('delete from network_pause')
  await cancelAll()
})

it('hundreds that cannot be signed let those behind them through, and are tried again', async () => {
  const bad = new Set(await many(150, { address: 'nowhere' }))
  const tried: string[] = []
  let isMended = false
  const payer: PayoutPayer = {
    ...onTron,
    sign: async (order, standing) => {
      tried.push(order.id)
      if (bad.has(order.id) && !isMended) throw new Error('no')
      return onTron.sign(order, standing)
    },
  }
  const { id } = await approved()
  const rounds = createWithdrawalJobState()
  for (let n = 0; n < 2; n++) await runDueWithdrawalJobs(world.app, [payer], rounds)
  expect(await phaseOf(id)).toBe('signed')
  expect(tried.length).toBe(new Set(tried).size)
  isMended = true
  world.clock.advance(60_000)
  for (let n = 0; n < 3; n++) await runDueWithdrawalJobs(world.app, [payer], rounds)
  for (const id of bad) expect(await phaseOf(id)).toBe('signed')
})

it('hundreds that no block takes do not keep the ones behind them from being paid', async () => {
  const stuck = new Set(await many(220, { phase: 'signed', payer: 'sandbox', payer_address: '', raw_tx: 'x', signed_ms: 1 }))
  const { id } = await approved()
  const payer: PayoutPayer = {
    ...onTron,
    fate: async (sent, now) => (stuck.has(sent.id) ? { kind: 'unseen' } : onTron.fate(sent, now)),
  }
  const rounds = createWithdrawalJobState()
  await runDueWithdrawalJobs(world.app, [payer], rounds)
  world.clock.advance(60_000)
  for (let n = 0; n < 3; n++) await runDueWithdrawalJobs(world.app, [payer], rounds)
  expect((await world.row(id)).status).toBe(2)
})

it('is cancelled at once while a signer takes its time, and what was signed for it is shown to nobody', async () => {
  const { who, id } = await approved()
  const sent: string[] = []
  const slow: PayoutPayer = {
    ...onTron,
    sign: async (order, standing) => {
      if (order.id === id) await world.cancel(who, id)
      return onTron.sign(order, standing)
    },
    broadcast: async (each) => void sent.push(each.id),
  }
  await world.move([slow])
  expect(await world.row(id)).toMatchObject({ status: -3, raw_tx: null })
  expect(await world.money(who)).toEqual(['10000.00000000', '0.00000000'])
  expect(sent).not.toContain(id)
})

it('a signer may take longer than the database lets a transaction idle', async () => {
  const { id } = await approved()
  const impatient: Database = {
    ...world.db,
    transaction: (work) =>
      world.db.transaction(async (sql) => {
        await sql.query(`set local idle_in_transaction_session_timeout = '100ms'`)
        return work(sql)
      }),
  }
  const slow: PayoutPayer = {
    ...onTron,
    sign: async (...asked) => new Promise((done) => setTimeout(() => done(onTron.sign(...asked)), 400)),
  }
  await runDueWithdrawalJobs({ ...world.app, db: impatient }, [slow])
  expect(await phaseOf(id)).toBe('signed')
})
