import type { Sql } from '#db/database.ts'
import type { House } from '../house.ts'
import { networksOf } from '../networks.ts'
import { decideDue, dueOf } from './decide.ts'
import { type Doing, failOne, lockBoth, payOne } from './end.ts'
import { payersOf } from './payers.ts'
import { type Fate, type Payer, type SentPayout, usedNonce } from './payout.ts'
import { arrivalOf } from './shown.ts'
import { addStep, change, lockWithdrawal, type WithdrawalRow } from './store.ts'
import { withdrawalStatus } from '#contract/states.ts'

const everyMs = 2_000
const batch = 100
const signLock = 1027

/** Decides what is late, sends what is approved and watches what was sent, every two seconds. Gives back how to stop. */
export function startWithdrawals(house: House, payers: readonly Payer[] = payersOf(house.config)): () => Promise<void> {
  let isStopped = false
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    if (isStopped || running) return
    running = moveWithdrawals(house, payers).finally(() => {
      running = undefined
    })
  }, everyMs)
  return async () => {
    isStopped = true
    clearInterval(timer)
    await running
  }
}

/** One round of everything; a fault in one withdrawal is told to the log and holds up no other. */
export async function moveWithdrawals(house: House, payers: readonly Payer[]): Promise<void> {
  await attempt('withdrawals that are late', async () => {
    for (const due of await dueOf(house.db, house.clock.now()))
      await attempt(`withdrawal ${due.id}`, () => inTransaction(house, (doing) => decideDue(doing, due)))
  })
  await attempt('withdrawals to send', () => sendApproved(house, payers))
  await attempt('withdrawals that were sent', () => watchSent(house, payers))
}

const told = new Map<string, string>()

async function attempt(what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
    told.delete(what)
  } catch (error) {
    // The same trouble every two seconds is told once.
    const words = String(error)
    if (told.get(what) === words) return
    told.set(what, words)
    console.error(`${what}:`, error)
  }
}

async function inTransaction<T>(house: House, work: (doing: Doing) => Promise<T>): Promise<T> {
  const effects: (() => void)[] = []
  const result = await house.db.transaction((sql) => {
    effects.length = 0
    return work({ house, sql, now: house.clock.now(), afterCommit: (effect) => effects.push(effect) })
  })
  for (const effect of effects) effect()
  return result
}

/** In the order of approval; on a paused network each keeps its place (product §3.4 W-d). */
async function sendApproved(house: House, payers: readonly Payer[]): Promise<void> {
  const rows = await house.db.query<WithdrawalRow>(`select * from withdrawal where phase = 'approved' order by approved_ms, id limit $1`, [
    batch,
  ])
  if (rows.length === 0) return
  const paused = new Set((await networksOf(house.db, house)).filter(({ suspended }) => suspended.withdraw).map(wayOf))
  for (const row of rows) {
    const payer = payers.find((each) => each.sends(row.currency, row.chain_type))
    if (payer === undefined || paused.has(wayOf({ currency: row.currency, chainType: row.chain_type }))) continue
    await attempt(`withdrawal ${row.id}`, async () => {
      const sent = await inTransaction(house, (doing) => signOne(doing, payer, row.id))
      if (sent) await payer.broadcast(sent)
    })
  }
}

const wayOf = ({ currency, chainType }: { currency: string; chainType: string }): string => `${currency} ${chainType}`

/**
 * Signs and stores; nothing has left when this fails or its server dies. One server at a time signs for a sender, so that each number is
 * used once. Undefined when another one has it, or it is no longer to be sent.
 */
async function signOne({ sql, now }: Doing, payer: Payer, id: string): Promise<SentPayout | undefined> {
  const [turn] = await sql.query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1, hashtext($2)) as mine', [
    signLock,
    `${payer.name} ${payer.address}`,
  ])
  const row = turn?.mine ? await lockWithdrawal(sql, id) : undefined
  if (row?.phase !== 'approved') return undefined
  const order = { id, currency: row.currency, chainType: row.chain_type, address: row.address, memo: row.memo, amount: arrivalOf(row) }
  const { rawTx, txHash, nonce } = await payer.sign(order, await usedNonce(sql, payer))
  const fields = { phase: 'signed', payer: payer.name, payer_address: payer.address, raw_tx: rawTx, tx_hash: txHash, nonce, signed_ms: now }
  const signed = await change(sql, id, fields, now)
  await addStep(sql, id, 'sent', withdrawalStatus.waiting, now)
  return sentOf(signed)
}

/** What a payer needs to find it again. */
function sentOf(row: WithdrawalRow): SentPayout {
  const { id, currency, chain_type: chainType, address, memo, raw_tx: rawTx, tx_hash: txHash, nonce, signed_ms: signedMs } = row
  if (rawTx === null || txHash === null) throw new Error(`withdrawal ${id} is not signed`)
  const needConfirmations = row.need_confirmations
  const amount = arrivalOf(row)
  return {
    id,
    currency,
    chainType,
    address,
    memo,
    amount,
    rawTx,
    txHash,
    needConfirmations,
    nonce: nonce === null ? null : Number(nonce),
    signedMs: Number(signedMs),
  }
}

/** Looks after everything that was signed until nothing can undo it: the very same transaction is sent again while no block has it. */
async function watchSent(house: House, payers: readonly Payer[]): Promise<void> {
  const rows = await watched(house.db)
  for (const row of rows) {
    const payer = payers.find(({ name, address }) => name === row.payer && address === row.payer_address)
    await attempt(`withdrawal ${row.id}`, async () => {
      if (!payer) throw new Error(`${row.payer} is not set up any more`)
      const sent = sentOf(row)
      const fate = await payer.fate(sent, house.clock.now())
      if (fate.kind === 'unseen') await payer.broadcast(sent)
      else await inTransaction(house, (doing) => follow(doing, payer, row, fate))
    })
  }
}

const watched = (sql: Sql): Promise<WithdrawalRow[]> =>
  sql.query<WithdrawalRow>('select * from withdrawal where raw_tx is not null and final_ms is null order by signed_ms, id limit $1', [
    2 * batch,
  ])

async function follow(doing: Doing, payer: Payer, { id, user_id }: WithdrawalRow, fate: Exclude<Fate, { kind: 'unseen' }>): Promise<void> {
  const { sql, now } = doing
  let row = await lockBoth(sql, id, user_id)
  if (!row || row.final_ms !== null) return
  if (fate.kind === 'lost') return void (await failOne(doing, row, 'network_halt'))
  const { confirmations } = fate
  const isDeep = confirmations >= row.need_confirmations
  if (fate.kind === 'reverted') return void (isDeep && (await failOne(doing, row, 'network_halt')))
  if (isDeep && row.status === withdrawalStatus.waiting) row = await payOne(doing, row)
  const isFinal = row.status === withdrawalStatus.paid && confirmations >= payer.finalAt(row.need_confirmations)
  if (confirmations === row.confirmations && !isFinal) return
  await change(sql, id, { confirmations, ...(isFinal && { final_ms: now }) }, now)
}
