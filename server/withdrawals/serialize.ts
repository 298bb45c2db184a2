import { bankChainCode, withdrawalAutoApproveHours, type Withdrawal } from '#contract/calls/withdrawals.ts'
import type { LanguageCode } from '#contract/calls/account.ts'
import { asInstant, type Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { q8, subtract } from '#rules/decimal.ts'
import { maskBankAccountNumber } from './maskAccount.ts'
import { withdrawalRejectionReasonText } from './reasons.ts'
import { type WithdrawalStepRow, readWithdrawalSteps, type WithdrawalRow } from './store.ts'

const hourMs = 3_600_000
const at = (ms: string | number): Instant => asInstant(Number(ms))

export const isBankWithdrawal = ({ chain_type }: Pick<WithdrawalRow, 'chain_type'>): boolean => chain_type === bankChainCode
/** Approved, and nobody has begun to send it. */
export const isWithdrawalReadyToSend = ({ phase, taken_ms }: Pick<WithdrawalRow, 'phase' | 'taken_ms'>): boolean =>
  phase === 'approved' && taken_ms === null
/** Until it is signed, or taken by whoever sends it by hand, it can be stopped. */
export const isWithdrawalCancellable = (row: Pick<WithdrawalRow, 'phase' | 'taken_ms'>): boolean =>
  row.phase === 'review' || isWithdrawalReadyToSend(row)
export const arrivalAmountOf = ({ money, fee }: Pick<WithdrawalRow, 'money' | 'fee'>) => q8(subtract(money, fee))
const selfApproveAt = ({ created_ms }: Pick<WithdrawalRow, 'created_ms'>): Instant =>
  at(Number(created_ms) + withdrawalAutoApproveHours * hourMs)

/** Rows as the wire shows them (docs/rules/deposits-and-withdrawals.md), with what happened to each. */
export async function toWithdrawals(sql: Sql, rows: readonly WithdrawalRow[], lang: LanguageCode): Promise<Withdrawal[]> {
  const steps =
    rows.length === 0
      ? []
      : await readWithdrawalSteps(
          sql,
          rows.map(({ id }) => id),
        )
  return rows.map((row) =>
    shownOf(
      row,
      steps.filter(({ withdrawal_id }) => withdrawal_id === row.id),
      lang,
    ),
  )
}

function shownOf(row: WithdrawalRow, steps: readonly WithdrawalStepRow[], lang: LanguageCode): Withdrawal {
  const bank = isBankWithdrawal(row)
  return {
    id: row.id,
    orderNo: row.order_no,
    currency: row.currency,
    chainType: row.chain_type,
    method: bank ? 'bank' : 'chain',
    money: row.money,
    fee: row.fee,
    arrivalMoney: arrivalAmountOf(row),
    ...(bank ? { bankMasked: `${row.bank_name} ${maskBankAccountNumber(row.address)}` } : { address: row.address }),
    ...(row.memo && { memo: row.memo }),
    ...(row.label && { label: row.label }),
    remark: row.remark,
    ...(row.tx_hash !== null && { txHash: row.sent_hash ?? row.tx_hash }),
    ...(row.raw_tx !== null && {
      confirmations: Math.min(row.confirmations, row.need_confirmations),
      needConfirmations: row.need_confirmations,
    }),
    status: row.status,
    phase: row.phase,
    canCancel: isWithdrawalCancellable(row),
    ...(row.reason !== null && { reasonCode: row.reason, reasonText: withdrawalRejectionReasonText(lang, row.reason) }),
    ...(row.legal_reference && { legalReference: row.legal_reference }),
    reviewBy: at(row.review_by_ms),
    isLate: row.phase === 'review' && row.escalated_ms !== null,
    selfApproveAt: selfApproveAt(row),
    createTime: at(row.created_ms),
    updateTime: at(row.updated_ms),
    timeline: steps.map(({ status, note, at_ms }) => ({ status, note, time: at(at_ms) })),
  }
}

/** Where it goes, short, for a notice or a mail: the person's own name for it, a bank with the account's end, or both ends of an address. */
export const withdrawalDestinationLabel = (row: WithdrawalRow): string =>
  isBankWithdrawal(row)
    ? `${row.bank_name} ${maskBankAccountNumber(row.address)}`
    : row.label || (row.address.length > 16 ? `${row.address.slice(0, 6)}…${row.address.slice(-6)}` : row.address)
