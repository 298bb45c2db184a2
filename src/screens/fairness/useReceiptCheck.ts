import { useCallback, useState } from 'react'
import { ApiError } from '#api/apiError.ts'
import { canHash } from '#api/priceRecord/webCrypto.ts'
import type { VerifiedPriceRecord } from '#api/priceRecord/witness.ts'
import type { Settlement } from '#contract/calls/settlement.ts'
import { fairness } from '#contract/calls/fairness.ts'
import type { Decimal } from '#contract/decimal.ts'
import { sendApiCall } from '#api/send.ts'
import { recordLeafSourceValue, type PriceRecordLeaf, parsePriceRecordLeaf } from '#rules/leaf.ts'
import { optionSettlementPrice } from '#rules/option/option.ts'
import { recheckReceipt, type RecheckedReceiptStep, unprovedReceiptFigures } from '#rules/recheck/recheckReceipt.ts'

type UsedPriceRecord = Settlement['priceRecords'][number]

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

/** Verify all: proves every used second, then computes the whole receipt again from the proved prices (docs/rules/prices.md). */
export function useSettlementReceiptCheck(receipt: Settlement) {
  const [isBusy, setBusy] = useState(false)
  const [check, setCheck] = useState<SettlementReceiptCheck>()
  const run = useCallback(async (): Promise<void> => {
    setBusy(true)
    const records: SettlementRecordCheck[] = []
    for (const used of receipt.priceRecords) records.push(await checkRecord(used))
    setCheck(compareReceipt(receipt, records))
    setBusy(false)
  }, [receipt])
  return { isBusy, check, run, canCheck: canHash() }
}

async function checkRecord(used: UsedPriceRecord): Promise<SettlementRecordCheck> {
  try {
    if (used.mean !== undefined) return await checkMean(used, used.mean)
    const { priceRecordWitness } = await import('#api/priceRecord/record.ts')
    return { used, checked: await priceRecordWitness.check(used.symbol, used.sec) }
  } catch (error) {
    const isMissing = error instanceof ApiError && error.key === 'NOT_FOUND'
    return { used, isMissing, error: error instanceof Error ? error : new Error(String(error)) }
  }
}

async function checkMean(used: UsedPriceRecord, seconds: number): Promise<SettlementRecordCheck> {
  const lines = await sendApiCall(fairness.recordedTicks, { symbol: used.symbol, from: used.sec - seconds, to: used.sec - 1 })
  const prices = lines.map((line) => BigInt(parsePriceRecordLeaf(line)?.price.replace('.', '') ?? '0'))
  const mean = optionSettlementPrice(prices)
  return mean === undefined ? { used, isMissing: true } : { used, mean }
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

/** What a proved line says: its number, or the one of that name among its sources. */
const leafValueOf = (leaf: PriceRecordLeaf, part: string | undefined): string | undefined =>
  part === undefined ? leaf.price : recordLeafSourceValue(leaf, part)

function compareReceipt(receipt: Settlement, records: readonly SettlementRecordCheck[]): SettlementReceiptCheck {
  if (records.some(isSettlementRecordUnchecked)) return { records, steps: undefined, wrong: undefined }
  const provedReceipt = {
    ...receipt,
    priceRecords: records.map(({ used, checked, mean }) => ({
      ...used,
      price: mean ?? (((checked?.leaf ? leafValueOf(checked.leaf, used.part) : undefined) ?? null) as Decimal | null),
    })),
  }
  const steps = recheckReceipt(provedReceipt)
  if (!steps) return { records, steps, wrong: undefined }
  const differingStep = steps.find(({ isSame }) => !isSame)
  const [unprovedFigure] = unprovedReceiptFigures(receipt, steps)
  const wrong = differingStep
    ? { shown: differingStep.reported ?? '', computed: differingStep.value }
    : unprovedFigure
      ? { shown: receipt.figures.find(({ name }) => name === unprovedFigure)?.value ?? '', computed: '' }
      : undefined
  return { records, steps, wrong }
}
