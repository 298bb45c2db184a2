import { useCallback, useState } from 'react'
import { ApiError } from '#api/apiError.ts'
import { canHash } from '#api/priceRecord/webCrypto.ts'
import type { CheckedRecord } from '#api/priceRecord/witness.ts'
import type { Settlement } from '#contract/calls/settlement.ts'
import { fairness } from '#contract/calls/fairness.ts'
import type { Decimal } from '#contract/decimal.ts'
import { send } from '#api/send.ts'
import { inputSource, type Leaf, readLeaf } from '#rules/leaf.ts'
import { settlementPrice } from '#rules/option.ts'
import { recheckReceipt, type Step, unproved } from '#rules/recheckReceipt.ts'

type Used = Settlement['priceRecords'][number]

/** One used second as this device found it: proved, missing as told, or why it could not be looked at. */
export interface FoundRecord {
  used: Used
  checked?: CheckedRecord
  /** Of a mean: what the published lines come to; they are read all at once, not proved one by one. */
  mean?: Decimal
  isMissing?: boolean
  error?: Error
}

export interface ReceiptCheck {
  records: readonly FoundRecord[]
  /** Computed from the proved prices, not from those of the receipt; undefined while one could not be proved. */
  steps: readonly Step[] | undefined
  /** The first figure that does not follow. */
  wrong: { shown: string; computed: string } | undefined
}

/** Verify all: proves every used second, then computes the whole receipt again from the proved prices (product §3.3). */
export function useReceiptCheck(receipt: Settlement) {
  const [isBusy, setBusy] = useState(false)
  const [check, setCheck] = useState<ReceiptCheck>()
  const run = useCallback(async (): Promise<void> => {
    setBusy(true)
    const records: FoundRecord[] = []
    for (const used of receipt.priceRecords) records.push(await find(used))
    setCheck(judge(receipt, records))
    setBusy(false)
  }, [receipt])
  return { isBusy, check, run, canCheck: canHash() }
}

async function find(used: Used): Promise<FoundRecord> {
  try {
    if (used.mean !== undefined) return await findMean(used, used.mean)
    const { witness } = await import('#api/priceRecord/record.ts')
    return { used, checked: await witness.check(used.symbol, used.sec) }
  } catch (error) {
    const isMissing = error instanceof ApiError && error.key === 'NOT_FOUND'
    return { used, isMissing, error: error instanceof Error ? error : new Error(String(error)) }
  }
}

async function findMean(used: Used, seconds: number): Promise<FoundRecord> {
  const lines = await send(fairness.recordedTicks, { symbol: used.symbol, from: used.sec - seconds, to: used.sec - 1 })
  const prices = lines.map((line) => BigInt(readLeaf(line)?.price.replace('.', '') ?? '0'))
  const mean = settlementPrice(prices)
  return mean === undefined ? { used, isMissing: true } : { used, mean }
}

/** A second without a record must be missing on this look too; one with a record must be proved. */
export const isGood = ({ used, checked, mean, isMissing }: FoundRecord): boolean =>
  mean !== undefined
    ? mean === used.price
    : used.price === null
      ? isMissing === true
      : checked !== undefined && Object.values(checked.ticks).every(Boolean)

/** It could not be looked at now, which says nothing against it. */
export const isOpen = (found: FoundRecord): boolean => found.checked === undefined && found.mean === undefined && !isGood(found)

/** What a proved line says: its number, or the one of that name among its sources. */
const numberOf = (leaf: Leaf, part: string | undefined): string | undefined => (part === undefined ? leaf.price : inputSource(leaf, part))

function judge(receipt: Settlement, records: readonly FoundRecord[]): ReceiptCheck {
  if (records.some(isOpen)) return { records, steps: undefined, wrong: undefined }
  const proved = {
    ...receipt,
    priceRecords: records.map(({ used, checked, mean }) => ({
      ...used,
      price: mean ?? (((checked?.leaf ? numberOf(checked.leaf, used.part) : undefined) ?? null) as Decimal | null),
    })),
  }
  const steps = recheckReceipt(proved)
  if (!steps) return { records, steps, wrong: undefined }
  const differing = steps.find(({ isSame }) => !isSame)
  const [unheard] = unproved(receipt, steps)
  const wrong = differing
    ? { shown: differing.shown ?? '', computed: differing.value }
    : unheard
      ? { shown: receipt.figures.find(({ name }) => name === unheard)?.value ?? '', computed: '' }
      : undefined
  return { records, steps, wrong }
}
