import type { Decimal } from '#contract/decimal.ts'
import type { Sql } from '#db/database.ts'
import { readNewestRecordedSec, readRecordedPriceAtOrBefore } from '#market/record/recordedPrices.ts'
import { usdtConvertersByCurrency, noUsdtConversion } from '#rules/quote.ts'
import type { CompetitionClosingMark } from '../orders/competition.ts'
import type { AppContext } from '../core/appContext.ts'
import type { CompetitionRow } from './rows.ts'
import { lockUnfinalizedCompetition } from './store.ts'

export type CompetitionClosingMarks = ReadonlyMap<string, CompetitionClosingMark>

/** A market that rests at the end has its last price from before; a week is longer than any rest. */
const backSeconds = 7 * 86_400
const converterBackSeconds = 300
/** Where nothing is recorded any more, the end is not waited for. */
const patienceMs = 60_000
/** Before the prices are fixed a market that trades is looked up no further back than this. */
const shortBackSeconds = 300

/**
 * Fixes the last price of each market: that of the end's second, or the newest before it, whenever this is asked. False while that second may
 * still be recorded.
 */
export async function tryStoreCompetitionClosingMarks(app: AppContext, { id, end_ms, symbols }: CompetitionRow): Promise<boolean> {
  const { db, market, clock } = app
  const endSec = Number(end_ms) / 1000
  if ((await readNewestRecordedSec(db, market.feed)) <= endSec && clock.now() < Number(end_ms) + patienceMs) return false
  await db.transaction(async (sql) => {
    const row = await lockUnfinalizedCompetition(sql, id)
    if (!row || row.marked_ms !== null) return
    for (const symbol of symbols) {
      const mark = await lastOf(app, sql, symbol, endSec, backSeconds)
      if (!mark) continue
      await sql.query('insert into competition_mark (competition_id, symbol, mid, sec, conversion_rate) values ($1, $2, $3, $4, $5)', [
        id,
        symbol,
        mark.mid,
        mark.sec,
        mark.conversion.rate,
      ])
    }
    await sql.query('update competition set marked_ms = $2 where id = $1', [id, clock.now()])
  })
  return true
}

async function lastOf(
  { market }: Pick<AppContext, 'market'>,
  sql: Sql,
  symbol: string,
  endSec: number,
  back: number,
): Promise<CompetitionClosingMark | undefined> {
  const last = await readRecordedPriceAtOrBefore(sql, market.feed, symbol, endSec, back)
  if (!last) return undefined
  const { symbol: converter, by } = usdtConvertersByCurrency[market.spec(symbol)?.quote ?? ''] ?? {
    symbol: undefined,
    by: noUsdtConversion.by,
  }
  const rate = converter
    ? (await readRecordedPriceAtOrBefore(sql, market.feed, converter, last.sec, converterBackSeconds))?.price
    : noUsdtConversion.rate
  return rate && { mid: last.price, sec: last.sec, conversion: { rate, by } }
}

/** The fixed prices, by market. */
export async function readCompetitionClosingMarks(
  { market }: Pick<AppContext, 'market'>,
  sql: Sql,
  id: string,
): Promise<CompetitionClosingMarks> {
  const rows = await sql.query<{ symbol: string; mid: Decimal; sec: string; conversion_rate: Decimal }>(
    'select symbol, mid, sec, conversion_rate from competition_mark where competition_id = $1',
    [id],
  )
  return new Map(
    rows.map(({ symbol, mid, sec, conversion_rate: rate }) => {
      const by = usdtConvertersByCurrency[market.spec(symbol)?.quote ?? '']?.by ?? noUsdtConversion.by
      return [symbol, { mid, sec: Number(sec), conversion: { rate, by } }]
    }),
  )
}

/**
 * The prices that everything closes at once a competition is over: those fixed, or what they will be by what is recorded so far. Of a market
 * whose newest price is none of later than the end there may be none here: that price is the last.
 */
export async function resolveCompetitionClosingPrices(
  app: Pick<AppContext, 'db' | 'market'>,
  { id, end_ms, symbols, marked_ms }: Pick<CompetitionRow, 'id' | 'end_ms' | 'symbols' | 'marked_ms'>,
): Promise<CompetitionClosingMarks> {
  if (marked_ms !== null) return readCompetitionClosingMarks(app, app.db, id)
  const endSec = Number(end_ms) / 1000
  const found = new Map<string, CompetitionClosingMark>()
  for (const symbol of symbols) {
    const quote = app.market.quote(symbol)
    if (quote && quote.sec <= endSec) continue
    const mark = await lastOf(app, app.db, symbol, endSec, shortBackSeconds)
    if (mark) found.set(symbol, mark)
  }
  return found
}
