import type { Decimal } from '#contract/decimal.ts'
import type { Sql } from '#db/database.ts'
import { marketInputLeafValue, readMarketInputsPublishedInSeconds } from '#market/record/inputStore.ts'
import { readRecordedPricesAt } from '#market/record/recordedPrices.ts'
import { toScaledPrice } from '#rules/scaled.ts'
import { truncate } from '#rules/decimal.ts'
import { isRecordInputSymbol } from '#rules/leaf.ts'
import { optionSettlementPrice } from '#rules/option/option.ts'
import type { UsedRecordSecond } from '../orders/explainer.ts'
import type { PriceRecordLog } from './log.ts'

/** What the record says of a second that a result was computed from; null where it says nothing. */
export interface UsedRecordPrice {
  use: string
  symbol: string
  sec: number
  price: Decimal | null
  mean?: number
  part?: string
}

/** Leaves have ten decimals. */
const recordScale = 10

/** Reads the published record for many results at once, as the log's leaves have it; gives how each one's seconds read. */
export async function loadUsedRecordPricesLookup(
  sql: Sql,
  log: PriceRecordLog,
  records: readonly UsedRecordSecond[],
): Promise<(used: readonly UsedRecordSecond[]) => UsedRecordPrice[]> {
  const readInput = await readInputs(
    sql,
    log,
    records.filter(({ symbol }) => isRecordInputSymbol(symbol)),
  )
  const secs = [...new Set(records.filter(({ symbol }) => !isRecordInputSymbol(symbol)).flatMap(secondsOf))]
  const known = new Map<number, Map<string, Decimal>>()
  if (secs.length > 0) {
    for (const feed of await log.feeds()) {
      for (const [sec, prices] of await readRecordedPricesAt(sql, feed, secs))
        known.set(sec, new Map([...(known.get(sec) ?? []), ...prices]))
    }
  }
  const priceAt = (symbol: string, sec: number): Decimal | null => {
    const price = known.get(sec)?.get(symbol)
    return price === undefined ? null : truncate(price, recordScale)
  }
  return (used) => used.flatMap((price) => (isRecordInputSymbol(price.symbol) ? readInput(price) : readOne(price, priceAt)))
}

/** Published numbers that are no prices, each from the one second that it was published in. */
async function readInputs(
  sql: Sql,
  log: PriceRecordLog,
  records: readonly UsedRecordSecond[],
): Promise<(used: UsedRecordSecond) => UsedRecordPrice> {
  const inputs =
    records.length === 0
      ? []
      : await readMarketInputsPublishedInSeconds(sql, await log.feeds(), [...new Set(records.map(({ sec }) => sec))])
  const known = new Map(inputs.map((input) => [`${input.symbol} ${input.sec}`, input]))
  return ({ use, symbol, sec, part }) => {
    const input = known.get(`${symbol} ${sec}`)
    return { use, symbol, sec, price: (input && marketInputLeafValue(input, part)) ?? null, ...(part !== undefined && { part }) }
  }
}

const secondsOf = ({ sec, ahead = 0, back = 0, mean }: UsedRecordSecond): number[] =>
  mean === undefined
    ? Array.from({ length: ahead + back + 1 }, (_, more) => sec - back + more)
    : Array.from({ length: mean }, (_, more) => sec - mean + more)

/** Looking ahead, the seconds that have nothing are told too: that they are empty is part of the reason. Looking back, only what was found. */
function readOne(
  { use, symbol, sec, ahead = 0, back = 0, mean }: UsedRecordSecond,
  priceAt: (symbol: string, sec: number) => Decimal | null,
): UsedRecordPrice[] {
  const at = (second: number): UsedRecordPrice => ({ use, symbol, sec: second, price: priceAt(symbol, second) })
  if (mean !== undefined) {
    const prices = secondsOf({ use, symbol, sec, mean }).flatMap((second) => priceAt(symbol, second) ?? [])
    return [{ use, symbol, sec, price: optionSettlementPrice(prices.map(toScaledPrice)) ?? null, mean }]
  }
  if (back > 0) {
    for (let second = sec; second >= sec - back; second--) if (priceAt(symbol, second) !== null) return [at(second)]
    return [at(sec)]
  }
  const read: UsedRecordPrice[] = []
  for (let second = sec; second <= sec + ahead; second++) {
    read.push(at(second))
    if (read.at(-1)?.price !== null) break
  }
  return read
}
