import type { VerifiedPriceRecord } from '#api/priceRecord/witness.ts'
import type { Settlement } from '#contract/calls/settlement.ts'
import type { Decimal } from '#contract/decimal.ts'
import type { RecheckedReceiptStep } from '#rules/recheck/recheckReceipt.ts'

export type UsedPriceRecord = Settlement['priceRecords'][number]

/** One used second as this device found it: proved, missing as told, or why it could not be looked at. */
export interface SettlementRecordCheck {
  used: UsedPriceRecord
  checked?: VerifiedPriceRecord
  /** Of a mean: what the published lines come to; they are read all at once, not proved one by one. */
  mean?: Decimal
  isMissing?: boolean
  error?: Error
}

export interface SettlementReceiptCheck {
  records: readonly SettlementRecordCheck[]
  /** Computed from the proved prices, not from those of the receipt; undefined while one could not be proved. */
  steps: readonly RecheckedReceiptStep[] | undefined
  /** The first figure that does not follow. */
  wrong: { shown: string; computed: string } | undefined
}

/** A second without a record must be missing on this look too; one with a record must be proved. */
export const isSettlementRecordConfirmed = ({ used, checked, mean, isMissing }: SettlementRecordCheck): boolean =>
  mean !== undefined
    ? mean === used.price
    : used.price === null
      ? isMissing === true
      : checked !== undefined && Object.values(checked.ticks).every(Boolean)

/** It could not be looked at now, which says nothing against it. */
export const isSettlementRecordUnchecked = (found: SettlementRecordCheck): boolean =>
  found.checked === undefined && found.mean === undefined && !isSettlementRecordConfirmed(found)

/** Every used second is proved, and every figure came out the same. */
export const isSettlementReceiptConfirmed = ({ records, steps, wrong }: SettlementReceiptCheck): boolean =>
  steps !== undefined && steps.length > 0 && wrong === undefined && records.every(isSettlementRecordConfirmed)
