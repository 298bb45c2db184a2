import { withdrawalReasons } from '#contract/calls/withdrawals.ts'
import { Refusal } from '#contract/refusals.ts'
import { asInstant, type Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import type { House } from '../house.ts'
import { isRowId } from '../ids.ts'
import type { ReviewKind, Reviewer, WaitingReview } from '../review.ts'
import { approveOne, holdByLaw } from './decide.ts'
import { type Doing, failOne, lockBoth, payOne, readReason, rejectOne } from './end.ts'
import { payersOf } from './payers.ts'
import type { Payer } from './payout.ts'
import { arrivalOf, isBank } from './shown.ts'
import type { WithdrawalRow } from './store.ts'

type AfterCommit = (effect: () => void) => void

/** The row under its locks; refuses notFound. */
async function locked(sql: Sql, id: string): Promise<WithdrawalRow> {
  const [owner] = isRowId(id) ? await sql.query<{ user_id: string }>('select user_id from withdrawal where id = $1', [id]) : []
  const row = owner && (await lockBoth(sql, id, owner.user_id))
  if (!row) throw new Refusal('notFound')
  return row
}

/**
 * Withdrawals for staff and for the sandbox's reviewer. What no payer of this house can send (banks, chains without a node) is sent by
 * staff: approving it again with `reference`, of the bank or the chain, says that it was, and stays in the list until then.
 */
export function withdrawalReview(house: House, payers: readonly Payer[] = payersOf(house.config)): ReviewKind {
  const doing = (sql: Sql, now: Instant, afterCommit: AfterCommit): Doing => ({ house, sql, now, afterCommit })
  const isByHand = (row: WithdrawalRow) => !payers.some((payer) => payer.sends(row.currency, row.chain_type))
  return {
    kind: 'withdrawal',
    reasons: withdrawalReasons,
    waiting: async (sql, limit) => {
      const rows = await sql.query<WithdrawalRow>(
        `select * from withdrawal where phase = 'review' or phase = 'approved' order by created_ms, id limit $1`,
        [limit * 4],
      )
      return rows
        .filter((row) => row.phase === 'review' || isByHand(row))
        .slice(0, limit)
        .map((row) => waitingOf(row, isByHand(row)))
    },
    approve: async (sql, id, by, now, afterCommit, reference) => {
      const way = doing(sql, now, afterCommit)
      const row = await locked(sql, id)
      if (row.phase === 'approved' && (reference === undefined || !isByHand(row))) throw new Refusal('stateConflict')
      const approved = row.phase === 'approved' ? row : await approveOne(way, row, nameOf(by))
      if (reference === undefined || !isByHand(row)) return
      await payOne(way, approved, await freshReference(sql, reference))
    },
    reject: async (sql, id, reason, _by, now, afterCommit) => {
      const known = readReason(reason)
      await rejectOne(doing(sql, now, afterCommit), await locked(sql, id), known)
    },
  }
}

const nameOf = ({ name, isAutomatic }: Reviewer): string => (isAutomatic ? 'reviewer' : name)

/** One reference stands for one payout; refuses validation. */
async function freshReference(sql: Sql, text: string): Promise<string> {
  const reference = text.trim()
  const isFresh =
    /^[\w./ -]{4,100}$/.test(reference) && (await sql.query('select from withdrawal where tx_hash = $1', [reference])).length === 0
  if (!isFresh) throw new Refusal('validation', { field: 'reference', rule: 'new, 4 to 100 characters' })
  return reference
}

const waitingOf = (row: WithdrawalRow, isByHand: boolean): WaitingReview => ({
  id: row.id,
  userId: row.user_id,
  submittedAt: asInstant(Number(row.created_ms)),
  dueAt: asInstant(Number(row.review_by_ms)),
  facts: {
    orderNo: row.order_no,
    currency: row.currency,
    network: row.chain_type,
    money: row.money,
    arrival: arrivalOf(row),
    valueUsdt: row.usdt_value,
    [isBank(row) ? 'bankAccount' : 'address']: row.address,
    ...(row.memo && { memo: row.memo }),
    ...(isBank(row) && { bankName: row.bank_name, realName: row.real_name, swift: row.swift }),
    ...(row.beneficiary && { beneficiary: `${row.beneficiary.type}: ${row.beneficiary.name} ${row.beneficiary.vasp ?? ''}`.trim() }),
    newAddress: row.is_young ? 'yes' : 'no',
    ...(row.remark && { remark: row.remark }),
    ...(row.legal_reference && { legalReference: row.legal_reference }),
    ...(row.phase === 'approved' && { needs: 'reference' }),
    ...(row.phase === 'review' && isByHand && { sentBy: 'staff' }),
  },
  files: [],
})

/** An authority's order for one that waits; the person is told and shown it. Refuses notFound and stateConflict. */
export const recordLegalHold = async (house: House, sql: Sql, id: string, reference: string, now: Instant, afterCommit: AfterCommit) =>
  void (await holdByLaw({ house, sql, now, afterCommit }, await locked(sql, id), reference))

/** What a bank sent back after all: everything returns to the person. Refuses notFound, validation and stateConflict. */
export async function recordReturn(
  house: House,
  sql: Sql,
  id: string,
  reason: string,
  now: Instant,
  afterCommit: AfterCommit,
): Promise<void> {
  const known = readReason(reason)
  const row = await locked(sql, id)
  // What a payer of ours signed is judged by its chain alone.
  if (row.raw_tx !== null) throw new Refusal('stateConflict')
  await failOne({ house, sql, now, afterCommit }, row, known)
}
