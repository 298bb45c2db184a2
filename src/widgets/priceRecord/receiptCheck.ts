import type { PriceRecordVerification } from '#api/priceRecord/witness.ts'
import type { SettlementReceipt } from '#contract/calls/settlement.ts'
import type { Decimal } from '#contract/decimal.ts'
import { compareDecimals } from '#rules/decimal.ts'
import type { RecheckedReceiptStep } from '#rules/recheck/recheckReceipt.ts'

export type UsedPriceRecord = SettlementReceipt['priceRecords'][number]

/** One used second as this device found it: proved, missing as told, or why it could not be looked at. */
export interface UsedPriceRecordCheck {
  used: UsedPriceRecord
  checked?: PriceRecordVerification
  /** Of a mean: what the published lines come to; they are read all at once, not proved one by one. */
  mean?: Decimal
  /** Its number as this device found it: the mean, the leaf's own, or the one of that name among its sources; null where there is none. */
  proved?: Decimal | null
  isMissing?: boolean
  error?: Error
}

export interface SettlementReceiptCheck {
  records: readonly UsedPriceRecordCheck[]
  /** Computed from the proved prices, not from those of the receipt; undefined while one could not be proved. */
  steps: readonly RecheckedReceiptStep[] | undefined
  /** The first figure that does not follow. */
  wrong: { shown: string; computed: string } | undefined
}

/** Whether a receipt says the number of a used second as this device found it. */
export const isUsedPriceSame = ({ used: { price }, proved = null }: UsedPriceRecordCheck): boolean =>
  price === null || proved === null ? price === proved : compareDecimals(price, proved) === 0

/** A second without a record must be missing on this look too; one with a record must be proved, and say the number that the receipt says. */
export const isUsedPriceRecordConfirmed = (found: UsedPriceRecordCheck): boolean =>
  found.mean !== undefined
    ? isUsedPriceSame(found)
    : found.used.price === null
      ? found.isMissing === true
      : found.checked !== undefined && Object.values(found.checked.ticks).every(Boolean) && isUsedPriceSame(found)

/** It could not be looked at now, which says nothing against it. */
export const isUsedPriceRecordUnchecked = (found: UsedPriceRecordCheck): boolean =>
  found.checked === undefined && found.mean === undefined && !isUsedPriceRecordConfirmed(found)

/** Every used second is proved, and every figure came out the same. */
export const isSettlementReceiptConfirmed = ({ records, steps, wrong }: SettlementReceiptCheck): boolean =>
  steps !== undefined && steps.length > 0 && wrong === undefined && records.every(isUsedPriceRecordConfirmed)
