import { withdrawalRejectionReasons } from '#contract/calls/withdrawals.ts'
import { Refusal } from '#contract/refusals.ts'
import { asInstant, type Instant, instantToWireTime } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { networks } from '#db/seed/networks.ts'
import { assertLedgerNotHalted } from '#ledger/halt.ts'
import type { AppContext } from '../core/appContext.ts'
import { isRowId } from '../core/ids.ts'
import type { ReviewKindHandler, Reviewer, WaitingReview } from '../core/review.ts'
import { normalizeTxHash } from '../chains/txHash.ts'
import { approveWithdrawal, applyWithdrawalLegalHold } from './decide.ts'
import {
  type WithdrawalTransactionContext,
  failWithdrawal,
  lockWalletAndWithdrawal,
  completeWithdrawal,
  parseWithdrawalRejectionReason,
  rejectWithdrawal,
} from './end.ts'
import { createPayoutPayers } from './payers.ts'
import type { AutomaticPayoutRoutes } from './payoutWays.ts'
import { assertStaffPayoutPaidOnChain } from './reference.ts'
import { arrivalAmountOf, isBankWithdrawal, isWithdrawalReadyToSend } from './serialize.ts'
import { readApprovedWithdrawalRoutes, updateWithdrawal, withdrawalById, type WithdrawalRow } from './store.ts'
import type { AfterCommit } from '../core/transactions.ts'

/** The row under its locks; refuses notFound. */
async function locked(sql: Sql, id: string): Promise<WithdrawalRow> {
  const [owner] = isRowId(id) ? await sql.query<{ user_id: string }>('select user_id from withdrawal where id = $1', [id]) : []
  const row = owner && (await lockWalletAndWithdrawal(sql, id, owner.user_id))
  if (!row) throw new Refusal('notFound')
  return row
}

const isSentBy = (
  senders: readonly AutomaticPayoutRoutes[],
  { currency, chain_type }: Pick<WithdrawalRow, 'currency' | 'chain_type'>,
): boolean => senders.some((sender) => sender.sends(currency, chain_type))

/**
 * Withdrawals for staff and for the sandbox's reviewer. What no payer of this house can send (banks, chains without a node) is sent by
 * staff: one of them takes it, sends it, and approves it again with `reference`, of the bank or the chain; it stays in the list until then.
 */
export function createWithdrawalReviewKind(
  app: AppContext,
  payers: readonly AutomaticPayoutRoutes[] = createPayoutPayers(app.config),
): ReviewKindHandler {
  const doing = (sql: Sql, now: Instant, afterCommit: AfterCommit): WithdrawalTransactionContext => ({ app, sql, now, afterCommit })
  return {
    kind: 'withdrawal',
    reasons: withdrawalRejectionReasons,
    waiting: async (sql, limit) => {
      const byHand = (await readApprovedWithdrawalRoutes(sql)).filter((way) => !isSentBy(payers, way))
      const rows = await sql.query<CaseRow>(
        `select w.*, h.reason as hold_reason, h.until_ms as hold_until_ms from withdrawal w
           left join lateral (select reason, until_ms from address_hold where account_id = w.user_id and until_ms > $4
             order by until_ms desc limit 1) h on true
         where w.phase = 'review' or w.phase = 'approved'
           and (w.taken_ms is not null or (w.currency, w.chain_type) in (select * from unnest($2::text[], $3::text[])))
         order by w.created_ms, w.id limit $1`,
        [limit, byHand.map(({ currency }) => currency), byHand.map(({ chain_type }) => chain_type), app.clock.now()],
      )
      return rows.map((row) => waitingOf(row, !isSentBy(payers, row)))
    },
    approve: async (sql, id, by, now, afterCommit, reference) => {
      const way = doing(sql, now, afterCommit)
      // Before anything is held: a node takes its time. Neither address nor amount ever changes.
      if (reference !== undefined) await refuseUnlessSent(app, sql, id, by, reference)
      const row = await locked(sql, id)
      if (reference === undefined) return void (await approveWithdrawal(way, row, nameOf(by)))
      refuseNotTaken(row, by)
      await completeWithdrawal(way, row, await freshReference(sql, row, reference))
    },
    reject: async (sql, id, reason, _by, now, afterCommit) => {
      const known = parseWithdrawalRejectionReason(reason)
      await rejectWithdrawal(doing(sql, now, afterCommit), await locked(sql, id), known)
    },
  }
}

const nameOf = ({ name, isAutomatic }: Reviewer): string => (isAutomatic ? 'reviewer' : name)

/** What was sent by hand was sent by whoever took it. Refuses stateConflict and validation. */
function refuseNotTaken({ phase, taken_by: takenBy }: WithdrawalRow, { name }: Reviewer): void {
  if (phase !== 'approved' && phase !== 'review') throw new Refusal('stateConflict')
  if (takenBy !== name)
    throw new Refusal('validation', { field: 'reference', rule: takenBy ? `taken by ${takenBy}` : 'withdrawal take comes first' })
}

/** Refuses validation where the chain's node does not see that this reference pays the withdrawal. */
async function refuseUnlessSent(app: AppContext, sql: Sql, id: string, by: Reviewer, text: string): Promise<void> {
  const row = isRowId(id) ? await withdrawalById(sql, id) : undefined
  if (!row || isBankWithdrawal(row)) return
  refuseNotTaken(row, by)
  await assertStaffPayoutPaidOnChain(app, sql, row, await freshReference(sql, row, text))
}

/** The one spelling of a reference: of a chain the hash of a transaction; undefined for what is none. */
function spelt(row: WithdrawalRow, text: string): string | undefined {
  const reference = text.trim()
  if (isBankWithdrawal(row)) return /^[\w./ -]{4,100}$/.test(reference) ? reference : undefined
  const network = networks.find(({ currency, chainType }) => currency === row.currency && chainType === row.chain_type)
  return network && normalizeTxHash(network.family, reference)
}

/** One reference stands for one payout; refuses validation. */
async function freshReference(sql: Sql, row: WithdrawalRow, text: string): Promise<string> {
  const reference = spelt(row, text)
  const isFresh = reference !== undefined && (await sql.query('select from withdrawal where tx_hash = $1', [reference])).length === 0
  if (!isFresh)
    throw new Refusal('validation', {
      field: 'reference',
      rule: isBankWithdrawal(row) ? 'new, 4 to 100 characters' : 'new, the hash of a transaction of this chain',
    })
  return reference
}

/** With the hold that lasts longest now. */
interface CaseRow extends WithdrawalRow {
  hold_reason: string | null
  hold_until_ms: string | null
}

const waitingOf = (row: CaseRow, isByHand: boolean): WaitingReview => ({
  id: row.id,
  userId: row.user_id,
  submittedAt: asInstant(Number(row.created_ms)),
  dueAt: asInstant(Number(row.review_by_ms)),
  facts: {
    orderNo: row.order_no,
    currency: row.currency,
    network: row.chain_type,
    money: row.money,
    arrival: arrivalAmountOf(row),
    valueUsdt: row.usdt_value ?? 'no price',
    [isBankWithdrawal(row) ? 'bankAccount' : 'address']: row.address,
    ...(row.memo && { memo: row.memo }),
    ...(isBankWithdrawal(row) && { bankName: row.bank_name, realName: row.real_name, swift: row.swift }),
    ...(row.beneficiary && { beneficiary: `${row.beneficiary.type}: ${row.beneficiary.name} ${row.beneficiary.vasp ?? ''}`.trim() }),
    newAddress: row.is_young ? 'yes' : 'no',
    ...(row.remark && { remark: row.remark }),
    ...(row.legal_reference && { legalReference: row.legal_reference }),
    ...(row.hold_until_ms !== null && { hold: `${row.hold_reason} until ${instantToWireTime(Number(row.hold_until_ms))} UTC+8` }),
    ...(row.phase === 'approved' && { needs: isWithdrawalReadyToSend(row) ? 'withdrawal take' : 'reference' }),
    ...(row.taken_by && { takenBy: row.taken_by }),
    ...(row.phase === 'review' && isByHand && { sentBy: 'staff' }),
  },
  files: [],
})

/** An authority's order for one that waits; the person is told and shown it. Refuses notFound and stateConflict. */
export const applyWithdrawalLegalHoldById = async (
  app: AppContext,
  sql: Sql,
  id: string,
  reference: string,
  now: Instant,
  afterCommit: AfterCommit,
) => void (await applyWithdrawalLegalHold({ app, sql, now, afterCommit }, await locked(sql, id), reference))

/** Whoever sends it by hand takes it first: from then on nobody cancels it, and nobody else sends it. Refuses ledgerHalted, notFound and stateConflict. */
export async function claimWithdrawalForManualSending(
  sql: Sql,
  id: string,
  by: string,
  now: Instant,
  senders: readonly AutomaticPayoutRoutes[],
): Promise<void> {
  await assertLedgerNotHalted(sql)
  const row = await locked(sql, id)
  if (!isWithdrawalReadyToSend(row) || isSentBy(senders, row)) throw new Refusal('stateConflict')
  await updateWithdrawal(sql, id, { taken_ms: now, taken_by: by }, now)
}

/** Taken, and not sent after all: it can be cancelled, or taken anew. Gives who had it. Refuses notFound and stateConflict. */
export async function releaseWithdrawalClaim(sql: Sql, id: string, now: Instant): Promise<string> {
  const { phase, taken_by: takenBy } = await locked(sql, id)
  if (phase !== 'approved' || takenBy === '') throw new Refusal('stateConflict')
  await updateWithdrawal(sql, id, { taken_ms: null, taken_by: '' }, now)
  return takenBy
}

/** What a bank sent back after all: everything returns to the person. Refuses notFound, validation and stateConflict. */
export async function recordBankWithdrawalReturn(
  app: AppContext,
  sql: Sql,
  id: string,
  reason: string,
  now: Instant,
  afterCommit: AfterCommit,
): Promise<void> {
  const known = parseWithdrawalRejectionReason(reason)
  const row = await locked(sql, id)
  // What went to a chain does not come back by one person's word: what a payer of ours signed is judged by that chain alone.
  if (!isBankWithdrawal(row) || row.raw_tx !== null) throw new Refusal('stateConflict')
  await failWithdrawal({ app, sql, now, afterCommit }, row, known)
}
