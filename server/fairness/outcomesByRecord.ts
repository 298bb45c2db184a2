import type { Decimal } from '#contract/decimal.ts'
import { serverDayAt } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { readRecordedPricesAt } from '#market/record/recordedPrices.ts'
import { compareDecimals } from '#rules/decimal.ts'
import {
  missingRecordGraceSeconds,
  type SecondContractRecordedPrice,
  findPriceRecordWithinGrace,
  computeSecondContractOutcome,
} from '#rules/second/secondContract.ts'
import { startOfServerDay } from '#rules/serverDay.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000
/** Single records are kept for thirty days; the oldest of them is left out. */
const recordedDays = 29

export const secondContractResultCodes = { wins: 1, losses: 2, ties: 3, voids: 4 } as const
export type SecondContractOutcomeCounts = Record<keyof typeof secondContractResultCodes, number>
const none = (): SecondContractOutcomeCounts => ({ wins: 0, losses: 0, ties: 0, voids: 0 })
const nameOf = (result: number): keyof SecondContractOutcomeCounts =>
  (Object.keys(secondContractResultCodes) as (keyof SecondContractOutcomeCounts)[]).find(
    (name) => secondContractResultCodes[name] === result,
  ) ?? 'voids'

export interface SecondContractOutcomeComparison {
  /** How the orders of the days that could be compared are booked, and how the published record says that they ended. */
  found: SecondContractOutcomeCounts
  implied: SecondContractOutcomeCounts
  /** Orders whose stored prices are not those of the record. */
  differing: number
}

/**
 * Second contracts of one account type that were settled from `fromMs` to `toMs`, both 00:00 UTC+8, against the published price record: each
 * order's seconds are looked up there, and its terms and those prices alone say how it ended. A day is counted once, while its seconds are
 * kept, and its count never changes; days from before the first count are in neither number.
 */
export async function compareSecondContractOutcomesWithRecord(
  sql: Sql,
  accountType: number,
  fromMs: number,
  toMs: number,
): Promise<SecondContractOutcomeComparison> {
  const since = Math.max(fromMs, toMs - recordedDays * dayMs)
  let differing = 0
  for (let at = since; at < toMs; at += dayMs) {
    const day = await compareDay(sql, accountType, at)
    differing += day.differing
    await sql.query(
      `insert into second_by_record (day, account_type, result, count)
       select $1, $2, result, count from unnest($3::smallint[], $4::integer[]) as n (result, count) on conflict do nothing`,
      [
        serverDayAt(at),
        accountType,
        Object.values(secondContractResultCodes),
        (Object.keys(secondContractResultCodes) as (keyof SecondContractOutcomeCounts)[]).map((name) => day.implied[name]),
      ],
    )
  }
  const days = [serverDayAt(fromMs), serverDayAt(toMs)]
  const implied = await sql.query<Counted>(
    'select result, sum(count)::int as count from second_by_record where account_type = $1 and day >= $2 and day < $3 group by result',
    [accountType, ...days],
  )
  const [first] = await sql.query<{ day: string }>(
    'select day from second_by_record where account_type = $1 and day >= $2 and day < $3 order by day limit 1',
    [accountType, ...days],
  )
  const found = await sql.query<Counted>(
    `select result, count(*)::int as count from second_order
     where status = 3 and account_type = $1 and settled_ms >= $2 and settled_ms < $3 and close_sec * 1000 >= settled_ms - $4 group by result`,
    [accountType, first ? startOfServerDay(first.day) : toMs, toMs, dayMs],
  )
  return { found: countsOf(found), implied: countsOf(implied), differing }
}

interface Counted {
  result: number
  count: number
}

const countsOf = (rows: readonly Counted[]): SecondContractOutcomeCounts => {
  const counts = none()
  for (const { result, count } of rows) counts[nameOf(result)] += count
  return counts
}

interface Order {
  symbol: string
  type: number
  money: Decimal
  odds: Decimal
  feed: string
  open_sec: string
  close_sec: string
  open_price: Decimal | null
  close_price: Decimal | null
}

/** One day, an hour at a time. An order that was settled more than a day late is left out: its seconds may be gone. */
async function compareDay(
  sql: Sql,
  accountType: number,
  dayStartMs: number,
): Promise<{ implied: SecondContractOutcomeCounts; differing: number }> {
  const implied = none()
  let differing = 0
  for (let at = dayStartMs; at < dayStartMs + dayMs; at += hourMs) {
    const orders = await sql.query<Order>(
      `select symbol, type, money, odds, feed, open_sec, close_sec, open_price, close_price from second_order
       where status = 3 and account_type = $1 and settled_ms >= $2 and settled_ms < $3 and close_sec * 1000 >= settled_ms - $4`,
      [accountType, at, at + hourMs, dayMs],
    )
    for (const [feed, own] of Map.groupBy(orders, (order) => order.feed)) {
      const priceAt = await readPrices(sql, feed, own)
      for (const order of own) {
        const [open, close] = [priceAt(order.symbol, order.open_sec), priceAt(order.symbol, order.close_sec)]
        implied[nameOf(computeSecondContractOutcome(order, open, close).result)]++
        if (open && close && !(isPrice(order.open_price, open) && isPrice(order.close_price, close))) differing++
      }
    }
  }
  return { implied, differing }
}

const isPrice = (stored: Decimal | null, { price }: SecondContractRecordedPrice): boolean =>
  stored !== null && compareDecimals(stored, price) === 0

async function readPrices(sql: Sql, feed: string, orders: readonly Order[]) {
  const secs = orders.flatMap(({ open_sec, close_sec }) => [...secondsFrom(open_sec), ...secondsFrom(close_sec)])
  const known = await readRecordedPricesAt(sql, feed, [...new Set(secs)])
  return (symbol: string, sec: string): SecondContractRecordedPrice | undefined => {
    const records = secondsFrom(sec).flatMap((each): SecondContractRecordedPrice[] => {
      const price = known.get(each)?.get(symbol)
      return price === undefined ? [] : [{ sec: each, price }]
    })
    return findPriceRecordWithinGrace(records, Number(sec))
  }
}

const secondsFrom = (sec: string): number[] => Array.from({ length: missingRecordGraceSeconds + 1 }, (_, more) => Number(sec) + more)
