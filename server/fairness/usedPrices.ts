import type { Decimal } from '#contract/decimal.ts'
import type { Sql } from '#db/database.ts'
import { inputNumber, inputsOfSeconds } from '#market/inputStore.ts'
import { recordedPrices } from '#market/recordedPrices.ts'
import { toScaled } from '#market/scaled.ts'
import { truncate } from '#rules/decimal.ts'
import { isInputSymbol } from '#rules/leaf.ts'
import { settlementPrice } from '#rules/option.ts'
import type { UsedRecord } from '../explained.ts'
import type { Log } from './log.ts'

/** What the record says of a second that a result was computed from; null where it says nothing. */
export interface UsedPrice {
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
export async function readUsed(sql: Sql, log: Log, records: readonly UsedRecord[]): Promise<(used: readonly UsedRecord[]) => UsedPrice[]> {
  const readInput = await readInputs(
    sql,
    log,
    records.filter(({ symbol }) => isInputSymbol(symbol)),
  )
  const secs = [...new Set(records.filter(({ symbol }) => !isInputSymbol(symbol)).flatMap(secondsOf))]
  const known = new Map<number, Map<string, Decimal>>()
  if (secs.length > 0) {
    for (const feed of await log.feeds()) {
      for (const [sec, prices] of await recordedPrices(sql, feed, secs)) known.set(sec, new Map([...(known.get(sec) ?? []), ...prices]))
    }
  }
  const priceAt = (symbol: string, sec: number): Decimal | null => {
    const price = known.get(sec)?.get(symbol)
    return price === undefined ? null : truncate(price, recordScale)
  }
  return (used) => used.flatMap((one) => (isInputSymbol(one.symbol) ? readInput(one) : readOne(one, priceAt)))
}

/** Published numbers that are no prices, each from the one second that it was published in. */
async function readInputs(sql: Sql, log: Log, records: readonly UsedRecord[]): Promise<(used: UsedRecord) => UsedPrice> {
  const inputs = records.length === 0 ? [] : await inputsOfSeconds(sql, await log.feeds(), [...new Set(records.map(({ sec }) => sec))])
  const known = new Map(inputs.map((input) => [`${input.symbol} ${input.sec}`, input]))
  return ({ use, symbol, sec, part }) => {
    const input = known.get(`${symbol} ${sec}`)
    return { use, symbol, sec, price: (input && inputNumber(input, part)) ?? null, ...(part !== undefined && { part }) }
  }
}

const secondsOf = ({ sec, ahead = 0, back = 0, mean }: UsedRecord): number[] =>
  mean === undefined
    ? Array.from({ length: ahead + back + 1 }, (_, more) => sec - back + more)
    : Array.from({ length: mean }, (_, more) => sec - mean + more)

/** Looking ahead, the seconds that have nothing are told too: that they are empty is part of the reason. Looking back, only what was found. */
function readOne(
  { use, symbol, sec, ahead = 0, back = 0, mean }: UsedRecord,
  priceAt: (symbol: string, sec: number) => Decimal | null,
): UsedPrice[] {
  const at = (second: number): UsedPrice => ({ use, symbol, sec: second, price: priceAt(symbol, second) })
  if (mean !== undefined) {
    const prices = secondsOf({ use, symbol, sec, mean }).flatMap((second) => priceAt(symbol, second) ?? [])
    return [{ use, symbol, sec, price: settlementPrice(prices.map(toScaled)) ?? null, mean }]
  }
  if (back > 0) {
    for (let second = sec; second >= sec - back; second--) if (priceAt(symbol, second) !== null) return [at(second)]
    return [at(sec)]
  }
  const read: UsedPrice[] = []
  for (let second = sec; second <= sec + ahead; second++) {
    read.push(at(second))
    if (read.at(-1)?.price !== null) break
  }
  return read
}
