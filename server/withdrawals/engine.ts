import type { Sql } from '#db/database.ts'
import type { House } from '../house.ts'
import { networksOf } from '../networks.ts'
import { decideDue, dueOf } from './decide.ts'
import { type Doing, failOne, lockBoth, payOne } from './end.ts'
import { payersOf } from './payers.ts'
import { type Fate, type Payer, type SentPayout, type SignedPayout, standingOf, takeSigningTurn } from './payout.ts'
import { raiseOne } from './raise.ts'
import { sentOf, triesOf } from './sent.ts'
import { arrivalOf, isToSend } from './shown.ts'
import { addStep, approvedWays, change, lockWithdrawal, rowOf, type WithdrawalRow } from './store.ts'
import { withdrawalStatus } from '#contract/states.ts'

const everyMs = 2_000
const batch = 100
/** One that could not be signed is tried again after this long. */
const againMs = 60_000

/** What an engine keeps in mind from one round to the next, so that none stands in the way of those behind it. */
interface Rounds {
  /** Until when one that could not be signed waits, by its id. */
  notBefore: Map<string, number>
  /** Behind this one the next look at what was sent begins. */
  lookedAt: Pick<WithdrawalRow, 'signed_ms' | 'id'>
}

const theFirst: Rounds['lookedAt'] = { signed_ms: '0', id: '0' }
export const freshRounds = (): Rounds => ({ notBefore: new Map(), lookedAt: theFirst })

/** Decides what is late, sends what is approved and watches what was sent, every two seconds. Gives back how to stop. */
export function startWithdrawals(
  house: House,
  payers: readonly Payer[] = payersOf(house.config),
  lookEveryMs = everyMs,
): () => Promise<void> {
  const rounds = freshRounds()
  let isStopped = false
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    if (isStopped || running) return
    running = moveWithdrawals(house, payers, rounds).finally(() => {
      running = undefined
    })
  }, lookEveryMs)
  return async () => {
    isStopped = true
    clearInterval(timer)
    await running
  }
}

/** One round of everything; a fault in one withdrawal is told to the log and holds up no other. */
export async function moveWithdrawals(house: House, payers: readonly Payer[], rounds = freshRounds()): Promise<void> {
  await attempt('withdrawals that are late', async () => {
    for (const due of await dueOf(house.db, house.clock.now()))
      await attempt(`withdrawal ${due.id}`, () => inTransaction(house, (doing) => decideDue(doing, due)))
  })
  await attempt('withdrawals to send', () => sendApproved(house, payers, rounds))
  await attempt('withdrawals that were sent', () => watchSent(house, payers, rounds))
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
async function sendApproved(house: House, payers: readonly Payer[], { notBefore }: Rounds): Promise<void> {
  for (const [id, until] of notBefore) if (until <= house.clock.now()) notBefore.delete(id)
  for (const row of await queued(house, payers, [...notBefore.keys()])) {
    const payer = payers.find((each) => each.sends(row.currency, row.chain_type))
    if (payer === undefined) continue
    await attempt(`withdrawal ${row.id}`, async () => {
      const sent = await signOne(house, payer, row.id).catch((error: unknown) => {
        notBefore.set(row.id, house.clock.now() + againMs)
        throw error
      })
      if (sent) await payer.broadcast(sent)
    })
  }
}

const wayOf = ({ currency, chainType }: { currency: string; chainType: string }): string => `${currency} ${chainType}`

/** The first of those that a payer can send now, but for some. */
async function queued(house: House, payers: readonly Payer[], but: readonly string[]): Promise<WithdrawalRow[]> {
  const paused = new Set((await networksOf(house.db, house)).filter(({ suspended }) => suspended.withdraw).map(wayOf))
  const ways = (await approvedWays(house.db)).filter(
    ({ currency, chain_type: chainType }) =>
      !paused.has(wayOf({ currency, chainType })) && payers.some((each) => each.sends(currency, chainType)),
  )
  if (ways.length === 0) return []
  return house.db.query<WithdrawalRow>(
    `select * from withdrawal where phase = 'approved' and taken_ms is null
       and (currency, chain_type) in (select * from unnest($1::text[], $2::text[])) and id <> all ($3::bigint[])
     order by approved_ms, id limit $4`,
    [ways.map(({ currency }) => currency), ways.map(({ chain_type }) => chain_type), but, batch],
  )
}

/**
 * Signs, then stores; nothing has left when this fails or its server dies. No row is held while nodes and the signer take their time: what
 * was signed for one that was cancelled meanwhile is shown to nobody. Undefined when it is no longer to be sent, or another server signs.
 */
function signOne(house: House, payer: Payer, id: string): Promise<SentPayout | undefined> {
  return house.db.transaction(async (sql) => {
    const row = (await takeSigningTurn(sql, payer)) ? await rowOf(sql, id) : undefined
    if (!row || !isToSend(row)) return undefined
    const order = { id, currency: row.currency, chainType: row.chain_type, address: row.address, memo: row.memo, amount: arrivalOf(row) }
    const signed = await payer.sign(order, await standingOf(sql, payer))
    return inTransaction(house, (doing) => storeSigned(doing, payer, id, signed))
  })
}

async function storeSigned({ sql, now }: Doing, payer: Payer, id: string, signed: SignedPayout): Promise<SentPayout | undefined> {
  const row = await lockWithdrawal(sql, id)
  if (!row || !isToSend(row)) return undefined
  const { rawTx, txHash, nonce } = signed
  const fields = { phase: 'signed', payer: payer.name, payer_address: payer.address, raw_tx: rawTx, tx_hash: txHash, nonce, signed_ms: now }
  const stored = await change(sql, id, fields, now)
  await addStep(sql, id, 'sent', withdrawalStatus.waiting, now)
  return sentOf(stored)
}

/**
 * Looks after everything that was signed until nothing can undo it, some of it each time: the very same transaction is sent again while no
 * block has it, and after some minutes one in its place that offers more. Its payer is known by its name: it was sent from where money was
 * sent from at that time.
 */
async function watchSent(house: House, payers: readonly Payer[], rounds: Rounds): Promise<void> {
  const rows = await watched(house.db, rounds.lookedAt)
  const ids = rows.map(({ id }) => id)
  const tries = ids.length === 0 ? [] : await triesOf(house.db, ids)
  rounds.lookedAt = rows.length < 2 * batch ? theFirst : (rows.at(-1) ?? theFirst)
  for (const row of rows) {
    const payer = payers.find(({ name }) => name === row.payer)
    await attempt(`withdrawal ${row.id}`, async () => {
      if (!payer) throw new Error(`${row.payer} is not set up any more`)
      const sent = sentOf(row, tries)
      const fate = await payer.fate(sent, house.clock.now())
      if (fate.kind === 'unseen') await sendAgain(house, payer, sent)
      else await inTransaction(house, (doing) => follow(doing, payer, row, sent, fate))
    })
  }
}

async function sendAgain(house: House, payer: Payer, sent: SentPayout): Promise<void> {
  let newest = sent
  await attempt(`a higher fee for withdrawal ${sent.id}`, async () => {
    newest = (await raiseOne(house, payer, sent)) ?? sent
  })
  await payer.broadcast(newest)
}

const watched = (sql: Sql, { signed_ms, id }: Rounds['lookedAt']): Promise<WithdrawalRow[]> =>
  sql.query<WithdrawalRow>(
    `select * from withdrawal where raw_tx is not null and final_ms is null and (signed_ms, id) > ($1, $2)
     order by signed_ms, id limit $3`,
    [signed_ms, id, 2 * batch],
  )

async function follow(
  doing: Doing,
  payer: Payer,
  { id, user_id }: WithdrawalRow,
  { earlier }: SentPayout,
  fate: Exclude<Fate, { kind: 'unseen' }>,
): Promise<void> {
  const { sql, now } = doing
  let row = await lockBoth(sql, id, user_id)
  if (!row || row.final_ms !== null) return
  // One that was signed since the chain was asked may be the one that it took.
  if (fate.kind === 'lost' && (await triesOf(sql, [id])).length !== earlier.length) return
  if (fate.kind === 'lost') return void (await failOne(doing, row, 'network_halt'))
  const { confirmations, txHash } = fate
  if (txHash !== (row.sent_hash ?? row.tx_hash)) row = await change(sql, id, { sent_hash: txHash }, now)
  const isDeep = confirmations >= row.need_confirmations
  if (fate.kind === 'reverted') return void (isDeep && (await failOne(doing, row, 'network_halt')))
  if (isDeep && row.status === withdrawalStatus.waiting) row = await payOne(doing, row)
  const isFinal = row.status === withdrawalStatus.paid && confirmations >= payer.finalAt(row.need_confirmations)
  if (confirmations === row.confirmations && !isFinal) return
  await change(sql, id, { confirmations, ...(isFinal && { final_ms: now }) }, now)
}
