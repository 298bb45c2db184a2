import type { Sql } from '#db/database.ts'
import { isLedgerHalted } from '#ledger/halt.ts'
import type { AppContext } from '../core/appContext.ts'
import { listNetworksWithTerms } from '../chains/networks.ts'
import {
  escalateOrApproveOverdueWithdrawal,
  overdueReviewBatchSize,
  type OverdueWithdrawalReview,
  overdueWithdrawalReviews,
} from './decide.ts'
import { type WithdrawalTransactionContext, failWithdrawal, lockWalletAndWithdrawal, completeWithdrawal } from './end.ts'
import { createPayoutPayers } from './payers.ts'
import {
  type PayoutOutcome,
  type PayoutPayer,
  type SentPayout,
  type SignedPayout,
  readPayoutSenderState,
  tryAcquirePayoutSigningLock,
} from './payout.ts'
import { signAndStorePayoutFeeBump } from './bumpPayoutFee.ts'
import { sentPayoutOf, readPayoutFeeBumps } from './sentPayout.ts'
import { arrivalAmountOf, isWithdrawalReadyToSend } from './serialize.ts'
import {
  addWithdrawalStep,
  readApprovedWithdrawalRoutes,
  updateWithdrawal,
  lockWithdrawal,
  withdrawalById,
  type WithdrawalRow,
} from './store.ts'
import { withdrawalStatus } from '#contract/states.ts'
import { forEachBatch } from '../core/batches.ts'
import { log } from '../core/log.ts'
import { transactionWithEffects } from '../core/transactions.ts'
import { startRepeatingJob } from '../core/schedule.ts'

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
export const createWithdrawalJobState = (): Rounds => ({ notBefore: new Map(), lookedAt: theFirst })

/** Decides what is late, sends what is approved and watches what was sent, every two seconds. Gives back how to stop. */
export function startWithdrawalJobs(
  app: AppContext,
  payers: readonly PayoutPayer[] = createPayoutPayers(app.config),
  pollIntervalMs = everyMs,
): () => Promise<void> {
  const rounds = createWithdrawalJobState()
  return startRepeatingJob('withdrawals', pollIntervalMs, () => runDueWithdrawalJobs(app, payers, rounds)).stop
}

/** One round of everything; a fault in one withdrawal is told to the log and holds up no other. */
export async function runDueWithdrawalJobs(
  app: AppContext,
  payers: readonly PayoutPayer[],
  rounds = createWithdrawalJobState(),
): Promise<void> {
  const read = (behind: OverdueWithdrawalReview | undefined) => overdueWithdrawalReviews(app.db, app.clock.now(), behind)
  await attempt('withdrawals that are late', () =>
    forEachBatch(overdueReviewBatchSize, read, async (late) => {
      for (const due of late)
        await attempt(`withdrawal ${due.id}`, () => inTransaction(app, (doing) => escalateOrApproveOverdueWithdrawal(doing, due)))
    }),
  )
  await attempt('withdrawals to send', () => sendApproved(app, payers, rounds))
  await attempt('withdrawals that were sent', () => watchSent(app, payers, rounds))
}

const reported = new Map<string, string>()

async function attempt(what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
    reported.delete(what)
  } catch (error) {
    // The same trouble every two seconds is told once.
    const words = String(error)
    if (reported.get(what) === words) return
    reported.set(what, words)
    log.error(`${what} could not be worked on`, error)
  }
}

async function inTransaction<T>(app: AppContext, work: (doing: WithdrawalTransactionContext) => Promise<T>): Promise<T> {
  const result = await transactionWithEffects(app.db, (sql, afterCommit) => work({ app, sql, now: app.clock.now(), afterCommit }))
  return result
}

/** In the order of approval; on a paused network, and while the ledger is halted, each keeps its place (docs/rules/deposits-and-withdrawals.md). */
async function sendApproved(app: AppContext, payers: readonly PayoutPayer[], { notBefore }: Rounds): Promise<void> {
  for (const [id, until] of notBefore) if (until <= app.clock.now()) notBefore.delete(id)
  for (const row of await queued(app, payers, [...notBefore.keys()])) {
    const payer = payers.find((each) => each.sends(row.currency, row.chain_type))
    if (payer === undefined) continue
    await attempt(`withdrawal ${row.id}`, async () => {
      const sent = await signOne(app, payer, row.id).catch((error: unknown) => {
        notBefore.set(row.id, app.clock.now() + againMs)
        throw error
      })
      if (sent) await payer.broadcast(sent)
    })
  }
}

const wayOf = ({ currency, chainType }: { currency: string; chainType: string }): string => `${currency} ${chainType}`

/** The first of those that a payer can send now, but for some; none while the ledger is halted. */
async function queued(app: AppContext, payers: readonly PayoutPayer[], but: readonly string[]): Promise<WithdrawalRow[]> {
  if (await isLedgerHalted(app.db)) return []
  const paused = new Set((await listNetworksWithTerms(app.db, app)).filter(({ suspended }) => suspended.withdraw).map(wayOf))
  const ways = (await readApprovedWithdrawalRoutes(app.db)).filter(
    ({ currency, chain_type: chainType }) =>
      !paused.has(wayOf({ currency, chainType })) && payers.some((each) => each.sends(currency, chainType)),
  )
  if (ways.length === 0) return []
  return app.db.query<WithdrawalRow>(
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
function signOne(app: AppContext, payer: PayoutPayer, id: string): Promise<SentPayout | undefined> {
  return app.db.transaction(async (sql) => {
    const row = (await tryAcquirePayoutSigningLock(sql, payer)) ? await withdrawalById(sql, id) : undefined
    if (!row || !isWithdrawalReadyToSend(row)) return undefined
    const order = {
      id,
      currency: row.currency,
      chainType: row.chain_type,
      address: row.address,
      memo: row.memo,
      amount: arrivalAmountOf(row),
    }
    const signed = await payer.sign(order, await readPayoutSenderState(sql, payer))
    return inTransaction(app, (doing) => storeSigned(doing, payer, id, signed))
  })
}

async function storeSigned(
  { sql, now }: WithdrawalTransactionContext,
  payer: PayoutPayer,
  id: string,
  signed: SignedPayout,
): Promise<SentPayout | undefined> {
  const row = await lockWithdrawal(sql, id)
  if (!row || !isWithdrawalReadyToSend(row) || (await isLedgerHalted(sql))) return undefined
  const { rawTx, txHash, nonce } = signed
  const fields = { phase: 'signed', payer: payer.name, payer_address: payer.address, raw_tx: rawTx, tx_hash: txHash, nonce, signed_ms: now }
  const stored = await updateWithdrawal(sql, id, fields, now)
  await addWithdrawalStep(sql, id, 'sent', withdrawalStatus.waiting, now)
  return sentPayoutOf(stored)
}

/**
 * Looks after everything that was signed until nothing can undo it, some of it each time: the very same transaction is sent again while no
 * block has it, and after some minutes one in its place that offers more. Its payer is known by its name: it was sent from where money was
 * sent from at that time.
 */
async function watchSent(app: AppContext, payers: readonly PayoutPayer[], rounds: Rounds): Promise<void> {
  const rows = await watched(app.db, rounds.lookedAt)
  const ids = rows.map(({ id }) => id)
  const tries = ids.length === 0 ? [] : await readPayoutFeeBumps(app.db, ids)
  rounds.lookedAt = rows.length < 2 * batch ? theFirst : (rows.at(-1) ?? theFirst)
  for (const row of rows) {
    const payer = payers.find(({ name }) => name === row.payer)
    await attempt(`withdrawal ${row.id}`, async () => {
      if (!payer) throw new Error(`${row.payer} is not set up any more`)
      const sent = sentPayoutOf(row, tries)
      const fate = await payer.fate(sent, app.clock.now())
      if (fate.kind === 'unseen') await sendAgain(app, payer, sent)
      else await inTransaction(app, (doing) => follow(doing, payer, row, sent, fate))
    })
  }
}

async function sendAgain(app: AppContext, payer: PayoutPayer, sent: SentPayout): Promise<void> {
  let newest = sent
  await attempt(`a higher fee for withdrawal ${sent.id}`, async () => {
    newest = (await signAndStorePayoutFeeBump(app, payer, sent)) ?? sent
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
  doing: WithdrawalTransactionContext,
  payer: PayoutPayer,
  { id, user_id }: WithdrawalRow,
  { earlier }: SentPayout,
  fate: Exclude<PayoutOutcome, { kind: 'unseen' }>,
): Promise<void> {
  const { sql, now } = doing
  let row = await lockWalletAndWithdrawal(sql, id, user_id)
  if (!row || row.final_ms !== null) return
  // One that was signed since the chain was asked may be the one that it took.
  if (fate.kind === 'lost' && (await readPayoutFeeBumps(sql, [id])).length !== earlier.length) return
  if (fate.kind === 'lost') return void (await failWithdrawal(doing, row, 'network_halt'))
  const { confirmations, txHash } = fate
  if (txHash !== (row.sent_hash ?? row.tx_hash)) row = await updateWithdrawal(sql, id, { sent_hash: txHash }, now)
  const isDeep = confirmations >= row.need_confirmations
  if (fate.kind === 'reverted') return void (isDeep && (await failWithdrawal(doing, row, 'network_halt')))
  if (isDeep && row.status === withdrawalStatus.waiting) row = await completeWithdrawal(doing, row)
  const isFinal = row.status === withdrawalStatus.paid && confirmations >= payer.finalAt(row.need_confirmations)
  if (confirmations === row.confirmations && !isFinal) return
  await updateWithdrawal(sql, id, { confirmations, ...(isFinal && { final_ms: now }) }, now)
}
