import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { add, zero } from '../decimal.ts'

/** What a receipt says, as far as a rule needs it. */
export interface RecheckableReceipt {
  formula: string
  state: string
  inputs: readonly { name: string; value: string }[]
  priceRecords: readonly { use: string; symbol: string; sec: number; price: string | null; part?: string | undefined }[]
  figures: readonly { name: string; value: string }[]
  /** The figure that it comes to, at the head of a receipt; none while it is open. */
  result?: { name: string; value: string; unit: string } | null | undefined
}

/** One step of the computation: `text` is the formula with this receipt's own numbers in place. */
export interface ReceiptComputationStep {
  name: string
  text: string
  unit: string
  value: Decimal
  /** What was booked, where an input says it and no figure does. */
  booked?: Decimal
  /** For a figure that may be less than computed: a charge of a receipt from before receipts told what was paid of it. */
  atMost?: boolean
}

/** Reads a receipt by name; a missing input makes the whole not computable. */
export interface ReceiptReader {
  state: string
  has(name: string): boolean
  text(name: string): string
  decimal(name: string): Decimal
  names: readonly string[]
  /** The price of the record of that use; undefined where there is none. */
  price(use: string): Decimal | undefined
  records(use: string): { sec: number; price: Decimal }[]
  /** Every second of that use and market that the receipt tells of, those without a record too. */
  seconds(use: string, symbol: string): number[]
  symbol(use: string): string | undefined
  /** Which of a leaf's raw numbers it is; undefined for the leaf's own. */
  part(use: string): string | undefined
}

/** An input or a price that the rule needs is not there. */
export class ReceiptNotComputableError extends Error {}

/** Prices a rule cannot do without. */
export const requireReceiptPrice = (price: Decimal | undefined): Decimal => {
  if (price === undefined) throw new ReceiptNotComputableError('a price record is missing')
  return price
}

/** The number of a published leaf: of the order's own market, of the right time, and the right one of its numbers. */
export function requireReceiptLeafNumber(
  receipt: ReceiptReader,
  use: string,
  { kind, part, isOf }: { kind: 'FUND' | 'SWAP' | 'IV' | 'STAKE' | 'NAV'; part?: string | undefined; isOf(sec: number): boolean },
): Decimal {
  const [leaf] = receipt.records(use)
  if (!leaf || receipt.symbol(use) !== `${kind}:${receipt.text('symbol')}` || receipt.part(use) !== part || !isOf(leaf.sec))
    throw new ReceiptNotComputableError(`${use} is not the published one`)
  return add(leaf.price, zero)
}

export function createReceiptReader({ state, inputs, priceRecords }: RecheckableReceipt): ReceiptReader {
  const findInput = (name: string) => inputs.find((input) => input.name === name)?.value
  const text = (name: string): string => {
    const value = findInput(name)
    if (value === undefined) throw new ReceiptNotComputableError(`${name} is missing`)
    return value
  }
  const decimal = (name: string): Decimal => {
    const value = text(name)
    if (!/^-?\d+(\.\d+)?$/.test(value)) throw new ReceiptNotComputableError(`${name} is no number`)
    return asDecimal(value)
  }
  const records = (use: string) =>
    priceRecords.flatMap((record) =>
      record.use === use && record.price !== null ? [{ sec: record.sec, price: asDecimal(record.price) }] : [],
    )
  return {
    state,
    names: inputs.map(({ name }) => name),
    has: (name) => findInput(name) !== undefined,
    text,
    decimal,
    records,
    seconds: (use, symbol) => priceRecords.filter((record) => record.use === use && record.symbol === symbol).map(({ sec }) => sec),
    price: (use) => records(use)[0]?.price,
    symbol: (use) => priceRecords.find((record) => record.use === use)?.symbol,
    part: (use) => priceRecords.find((record) => record.use === use)?.part,
  }
}
