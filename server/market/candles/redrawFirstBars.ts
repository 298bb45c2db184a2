import { candlePeriods } from '#contract/calls/market.ts'
import type { Database } from '#db/database.ts'
import type { GeneratedHistory } from './history.ts'
import { createGeneratedHistoryLookup } from './histories.ts'
import type { SymbolSpec } from '../market.ts'
import { barOpenSecond } from './periods.ts'

/**
 * A bar that holds the first second ever recorded begins with the generated past. Where the past is drawn by another law than when that bar was
 * stored, it gets the new opening, so that it joins the bar before it; what was recorded in it stays. Once per feed and database.
 */
export async function regenerateGenesisBars(db: Database, feed: string, specs: readonly SymbolSpec[]): Promise<void> {
  const [older] = await db.query<{ genesis_sec: string }>("select genesis_sec from market_feed where feed = $1 and history = 'sim1'", [
    feed,
  ])
  if (!older) return
  const genesisSec = Number(older.genesis_sec)
  const history = createGeneratedHistoryLookup(new Map(specs.map((spec) => [spec.symbol, spec])), () => genesisSec)
  const first = specs.flatMap(({ symbol }) => firstBars(symbol, history(symbol)!, genesisSec))
  await db.transaction(async (sql) => {
    await sql.query(
      `update candle c set open = g.open, high = greatest(c.high, g.high), low = least(c.low, g.low)
       from unnest($2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[]) as g(symbol, period, open_sec, open, high, low)
       where c.feed = $1 and c.symbol = g.symbol and c.period = g.period and c.open_sec = g.open_sec`,
      [
        feed,
        first.map(({ symbol }) => symbol),
        first.map(({ period }) => period),
        first.map(({ bar }) => bar.openSec),
        ...(['open', 'high', 'low'] as const).map((of) => first.map(({ bar }) => `${bar[of]}`)),
      ],
    )
    await sql.query("update market_feed set history = 'sim2' where feed = $1", [feed])
  })
}

/** The generated parts of the bars in which the first second lies. */
const firstBars = (symbol: string, history: GeneratedHistory, genesisSec: number) =>
  candlePeriods.flatMap((period) => {
    const openSec = barOpenSecond(period, genesisSec)
    const bar = openSec < genesisSec ? history.bar(period, openSec) : undefined
    return bar ? [{ symbol, period, bar }] : []
  })
