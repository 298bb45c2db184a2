import { ApiError } from '#api/apiError.ts'
import type { PriceRecordWitness } from '#api/priceRecord/witness.ts'
import type { SettlementReceipt } from '#contract/calls/settlement.ts'
import type { Decimal } from '#contract/decimal.ts'
import { parsePriceRecordLeaf, type PriceRecordLeaf, recordLeafSourceValue } from '#rules/leaf.ts'
import { optionSettlementPrice } from '#rules/option/option.ts'
import { recheckReceipt, unprovedReceiptFigures, findReceiptResultMismatch } from '#rules/recheck/recheckReceipt.ts'
import {
  isUsedPriceSame,
  isUsedPriceRecordUnchecked,
  type SettlementReceiptCheck,
  type UsedPriceRecordCheck,
  type UsedPriceRecord,
} from './receiptCheck.ts'

/** Where what a receipt used is looked at: proofs of single seconds, and the published lines of several. */
export interface PriceRecordReader {
  check: PriceRecordWitness['check']
  /** The lines of one market, both seconds included. */
  lines(symbol: string, fromSec: number, toSec: number): Promise<readonly string[]>
}

/** Proves every used second, then computes the whole receipt again from the proved prices (docs/rules/prices.md). */
export async function checkSettlementReceipt(receipt: SettlementReceipt, reader: PriceRecordReader): Promise<SettlementReceiptCheck> {
  const records: UsedPriceRecordCheck[] = []
  for (const used of receipt.priceRecords) records.push(await checkRecord(used, reader))
  return compareReceipt(receipt, records)
}

async function checkRecord(used: UsedPriceRecord, reader: PriceRecordReader): Promise<UsedPriceRecordCheck> {
  try {
    if (used.mean !== undefined) return await checkMean(used, used.mean, reader)
    const checked = await reader.check(used.symbol, used.sec)
    return { used, checked, proved: checked.leaf ? numberOf(checked.leaf, used.part) : null }
  } catch (error) {
    const isMissing = error instanceof ApiError && error.key === 'NOT_FOUND'
    return { used, isMissing, error: error instanceof Error ? error : new Error(String(error)) }
  }
}

async function checkMean(used: UsedPriceRecord, seconds: number, reader: PriceRecordReader): Promise<UsedPriceRecordCheck> {
  const lines = await reader.lines(used.symbol, used.sec - seconds, used.sec - 1)
  const prices = lines.map((line) => BigInt(parsePriceRecordLeaf(line)?.price.replace('.', '') ?? '0'))
  const mean = optionSettlementPrice(prices)
  return mean === undefined ? { used, isMissing: true } : { used, mean, proved: mean }
}

/** What a proved line says: its number, or the one of that name among its sources. */
const numberOf = (leaf: PriceRecordLeaf, part: string | undefined): Decimal | null =>
  (part === undefined ? leaf.price : (recordLeafSourceValue(leaf, part) ?? null)) as Decimal | null

function compareReceipt(receipt: SettlementReceipt, records: readonly UsedPriceRecordCheck[]): SettlementReceiptCheck {
  if (records.some(isUsedPriceRecordUnchecked)) return { records, steps: undefined, wrong: undefined }
  const provedReceipt = {
    ...receipt,
    priceRecords: records.map((found) => ({ ...found.used, price: found.proved ?? null })),
  }
  const steps = recheckReceipt(provedReceipt)
  if (!steps) return { records, steps, wrong: undefined }
  const differingStep = steps.find(({ isSame }) => !isSame)
  const [unprovedFigure] = unprovedReceiptFigures(receipt, steps)
  const wrong = differingStep
    ? { shown: differingStep.reported ?? '', computed: differingStep.value }
    : unprovedFigure
      ? { shown: receipt.figures.find(({ name }) => name === unprovedFigure)?.value ?? '', computed: '' }
      : (findReceiptResultMismatch(receipt, steps) ?? wrongPriceOf(records))
  return { records, steps, wrong }
}

/** The first number of a used second that the receipt says otherwise. */
function wrongPriceOf(records: readonly UsedPriceRecordCheck[]): SettlementReceiptCheck['wrong'] {
  const found = records.find((record) => !isUsedPriceSame(record))
  return found && { shown: found.used.price ?? '', computed: found.proved ?? '' }
}
