import type { Decimal } from '#contract/decimal.ts'
import type { Sql } from '#db/database.ts'
import { readLastPricesBefore } from '#market/record/lastPrices.ts'
import { readFirstRecordWithAllMarkets, readRecordedPriceAtOrBefore } from '#market/record/recordedPrices.ts'
import { usdtConvertersByCurrency } from '#rules/quote.ts'
import type { AppContext } from '../core/appContext.ts'
import { log, type LogError } from '../core/log.ts'
import { startRepeatingJob } from '../core/schedule.ts'

/** The record that everything open on a delisted market is settled at. */
export interface DelistingSettlementPrice {
  feed: string
  sec: number
  /** The mid price of the market. */
  price: Decimal
  /** The mid price of the market that turns the quote currency into USDT; null where none is needed. */
  conversionRate: Decimal | null
}

/** A market whose trading is over. */
export interface DelistedMarket {
  symbol: string
  endsSec: number
  /** Undefined while a price may still come; what needs one waits. */
  on: DelistingSettlementPrice | undefined
}

/** Ends what one kind of order has open on it, each in a transaction of its own; says how many are left, because they failed or wait. */
export type SettleDelistedMarket = (market: DelistedMarket) => Promise<{ left: number }>

interface Row {
  id: string
  symbol: string
  ends_sec: string
  feed: string | null
  settle_sec: string | null
  price: Decimal | null
  conversion_rate: Decimal | null
}

const pollIntervalMs = 1_000
const daySeconds = 86_400
const backSeconds = 7 * daySeconds
/** An order that was accepted in time and stands a moment later is found by looking on for so long. */
const lookOnSeconds = 3_600

/** How often settling a market left something open, and when it is tried again; by the id of its delisting. */
export type DelistingRetries = Map<string, { failures: number; atSec: number }>
const longestRetrySeconds = 60

/**
 * Settles everything that is open on markets whose trading is over (docs/rules/contracts.md, Delisting): all at one recorded price, once every
 * trigger recorded by then has been acted on. What failed, or a server that died left, is found again by the next look.
 */
export async function settleDelistedMarkets(
  app: AppContext,
  kinds: readonly SettleDelistedMarket[],
  report: LogError = log.error,
  retries: DelistingRetries = new Map(),
): Promise<void> {
  const nowSec = Math.floor(app.clock.now() / 1000)
  const rows = await app.db.query<Row>(
    `select id, symbol, ends_sec, feed, settle_sec, price, conversion_rate from market_delisting
     where called_off_ms is null and done_ms is null and ends_sec <= $1 order by id`,
    [nowSec],
  )
  for (const row of rows) {
    const { failures, atSec } = retries.get(row.id) ?? { failures: 0, atSec: 0 }
    if (atSec > nowSec) continue
    const isComplete = await settleOne(app, kinds, row, nowSec).catch((error: unknown) => {
      report(`what is open on ${row.symbol} could not be settled`, error)
      return false
    })
    if (isComplete) retries.delete(row.id)
    else retries.set(row.id, { failures: failures + 1, atSec: nowSec + Math.min(longestRetrySeconds, 2 ** failures) })
  }
}

/** False where something failed: what only waits for a price or for its triggers did not. */
async function settleOne(app: AppContext, kinds: readonly SettleDelistedMarket[], row: Row, nowSec: number): Promise<boolean> {
  const endsSec = Number(row.ends_sec)
  const on = await fixedRecord(app, row, nowSec)
  if (!(await isActedOn(app, on, endsSec))) return true
  let left = 0
  for (const settle of kinds) left += (await settle({ symbol: row.symbol, endsSec, on })).left
  const isQuiet = nowSec >= endsSec + (on ? lookOnSeconds : daySeconds)
  if (left === 0 && isQuiet)
    await app.db.query('update market_delisting set done_ms = $2 where id = $1 and done_ms is null', [row.id, app.clock.now()])
  return left === 0 || !on
}

/** Whether every trigger of that record and those before it was acted on; while there is none, of all records up to the end of trading. */
async function isActedOn({ db, market }: AppContext, on: DelistingSettlementPrice | undefined, endsSec: number): Promise<boolean> {
  const [row] = await db.query<{ heard: boolean }>(
    `select coalesce((select heard_sec from market_feed where feed = $1), 0) >=
       coalesce((select sec from price_record where feed = $1 and sec <= $2 order by sec desc limit 1), 0) as heard`,
    [on?.feed ?? market.feed, on?.sec ?? endsSec],
  )
  return row?.heard === true
}

/** The record that settles, fixed by whoever finds it first. */
async function fixedRecord(app: AppContext, row: Row, nowSec: number): Promise<DelistingSettlementPrice | undefined> {
  const known = recordOf(row)
  if (known) return known
  const found = await findRecord(app, row.symbol, Number(row.ends_sec), nowSec)
  if (!found) return undefined
  await app.db.query(
    'update market_delisting set feed = $2, settle_sec = $3, price = $4, conversion_rate = $5 where id = $1 and settle_sec is null',
    [row.id, found.feed, found.sec, found.price, found.conversionRate],
  )
  const [fixed] = await app.db.query<Row>('select * from market_delisting where id = $1', [row.id])
  return fixed && recordOf(fixed)
}

const recordOf = ({ feed, settle_sec, price, conversion_rate }: Row): DelistingSettlementPrice | undefined =>
  feed === null || settle_sec === null || price === null
    ? undefined
    : { feed, sec: Number(settle_sec), price, conversionRate: conversion_rate }

/** That of the second itself; without one the next of the day after it; without that the last one before it. */
async function findRecord(
  { db, market }: AppContext,
  symbol: string,
  endsSec: number,
  nowSec: number,
): Promise<DelistingSettlementPrice | undefined> {
  const spec = market.spec(symbol)
  const converter = usdtConvertersByCurrency[spec?.quote ?? '']?.symbol
  const symbols = converter === undefined ? [symbol] : [symbol, converter]
  const of = (sec: number, price: (symbol: string) => Decimal | undefined): DelistingSettlementPrice | undefined => {
    const [mid, rate] = [price(symbol), converter === undefined ? null : price(converter)]
    return mid === undefined || rate === undefined ? undefined : { feed: market.feed, sec, price: mid, conversionRate: rate }
  }
  // Known from memory, so that nothing is read while no price comes.
  if (symbols.every((each) => (market.quote(each)?.sec ?? 0) >= endsSec)) {
    const next = await readFirstRecordWithAllMarkets(db, market.feed, symbols, endsSec, endsSec + daySeconds)
    if (next) return of(next.sec, (each) => next.prices.get(each))
  }
  if (nowSec < endsSec + daySeconds) return undefined
  const last = await findLastPriceAtOrBefore(db, market.feed, symbol, endsSec)
  const rate = converter === undefined ? undefined : await findLastPriceAtOrBefore(db, market.feed, converter, last?.sec ?? endsSec)
  return last && of(last.sec, (each) => (each === symbol ? last : rate)?.price)
}

/** The newest price up to that second: from the record, or, where it is older than single records are looked back at, that of its last candle. */
export async function findLastPriceAtOrBefore(
  sql: Sql,
  feed: string,
  symbol: string,
  sec: number,
): Promise<{ sec: number; price: Decimal } | undefined> {
  const recorded = await readRecordedPriceAtOrBefore(sql, feed, symbol, sec, backSeconds)
  return recorded ?? (await readLastPricesBefore(sql, feed, [symbol], sec + 1)).get(symbol)
}

/** Looks each second, on any server: each row is settled once. What failed is tried after 1, 2, 4 and at most 60 seconds. Gives back how to stop. */
export function startDelistingJobs(app: AppContext, kinds: readonly SettleDelistedMarket[]): () => Promise<void> {
  const retries: DelistingRetries = new Map()
  return startRepeatingJob('delisted markets', pollIntervalMs, () => settleDelistedMarkets(app, kinds, log.error, retries)).stop
}
