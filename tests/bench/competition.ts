import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { asInstant } from '#contract/time.ts'
import { createDatabasePool, type Database } from '#db/database.ts'
import { symbolSeeds } from '#db/seed/symbols.ts'
import type { MarketDataService, MarketQuote } from '#market/market.ts'
import { noUsdtConversion, marketQuoteFromMid } from '#rules/quote.ts'
import { closeOutCompetitionEntries } from '#server/competitions/end.ts'
import { competitionsHandlers } from '#server/competitions/handlers.ts'
import { getOrCreateCompetitionStandingsTracker } from '#server/competitions/standings.ts'
import { competitionById } from '#server/competitions/store.ts'
import { createServerEventBus } from '#server/core/events.ts'
import type { AppContext } from '#server/core/appContext.ts'
import { createCompetitionEntryContractsCloser } from '#server/trading/endCompetition.ts'
import { testTarget } from '../support/testDatabase.ts'
import { sized } from './support/size.ts'
import { quantile, type Row } from './support/table.ts'

const entries = sized(100_000, 1_000)
const seconds = sized(30, 3)
const ending = sized(500, 20)
const markets = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'XAUUSD', 'EURUSD'] as const
const startMs = 1_795_190_400_000

/** A competition with a hundred thousand entries, each with a position in one of five markets that all move every second. */
export async function competition(): Promise<Row[]> {
  const { place, remove } = await testTarget()
  const db = createDatabasePool(place)
  try {
    await fill(db, 'big', 1, entries, startMs + 86_400_000)
    const { app, second } = movingHouse(db)
    const standings = getOrCreateCompetitionStandingsTracker(app)
    const readMs = await timed(() => standings.ready())
    if (standings.table('big').length !== entries) throw new Error('not everybody is in the table')
    const [updates, orders, pages]: number[][] = [[], [], []]
    const rooms = competitionsHandlers(app, () => Promise.resolve())
    for (let n = 0; n < seconds; n++) {
      updates!.push(await timed(async () => second()))
      orders!.push(await timed(async () => standings.table('big')))
      const params = { id: 'big', pageNo: 1 + n * 7, pageSize: 20 }
      const context = { sql: db, visitor: undefined } as unknown as Parameters<typeof rooms.ranking>[1]
      pages!.push(
        await timed(async () => {
          const { records } = await rooms.ranking(params, context)
          if (records.length !== 20 || records[0]?.rank !== 1 + n * 140) throw new Error('not the page that was asked for')
        }),
      )
    }
    const keepMs = await timed(() => standings.persist())
    const closeMs = await closed(db, app)
    const a = { what: 'a second', figure: 1_000 }
    return [
      { name: `Entries that one second moves`, figure: entries, unit: '' },
      { name: 'One second: every equity, peak and drawdown, median', figure: quantile(updates!, 0.5), unit: 'ms', beside: a },
      { name: 'The same, p99', figure: quantile(updates!, 0.99), unit: 'ms', beside: a },
      {
        name: 'Putting the table in order, once a second when somebody looks, median',
        figure: quantile(orders!, 0.5),
        unit: 'ms',
        beside: a,
      },
      { name: 'One page of twenty with names, median', figure: quantile(pages!, 0.5), unit: 'ms' },
      { name: 'The same, p99', figure: quantile(pages!, 0.99), unit: 'ms' },
      { name: 'Reading all standings at a start', figure: readMs, unit: 'ms' },
      {
        name: `Writing ${Math.min(entries, 20_000).toLocaleString('en-US')} peaks and drawdowns down, four times a minute`,
        figure: keepMs,
        unit: 'ms',
      },
      { name: `Closing one of ${ending} entries with a position, at the end`, figure: closeMs / ending, unit: 'ms' },
    ]
  } finally {
    await db.close()
    await remove()
  }
}

/** The end of a smaller competition: every position closed, every fund taken back, every entry written down. */
async function closed(db: Database, app: AppContext): Promise<number> {
  await fill(db, 'small', entries + 1, ending, startMs + 1_000)
  const small = await competitionById(db, 'small')
  if (!small) throw new Error('no competition')
  const tookMs = await timed(() => closeOutCompetitionEntries(app, createCompetitionEntryContractsCloser(app), small))
  const [left] = await db.query<{ n: string }>(`select count(*) as n from competition_entry where competition_id = 'small' and status = 1`)
  if (left?.n !== '0') throw new Error(`${left?.n} entries are open still`)
  return tookMs
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** Everything but prices, which are turned by hand. */
function movingHouse(db: Database) {
  const beats: ((symbols: ReadonlySet<string>) => void)[] = []
  const mids = new Map<string, Decimal>(symbolSeeds.map(({ symbol, ref }) => [symbol, ref]))
  let now = startMs
  const quote = (symbol: string): MarketQuote => {
    const spec = symbolSeeds.find((each) => each.symbol === symbol)!
    return {
      ...marketQuoteFromMid(mids.get(symbol)!, spec.spreadBps, spec.tick),
      sec: Math.floor(now / 1000),
      atMs: now,
      feedMode: 'SIM',
      stale: false,
    }
  }
  const market: MarketDataService = {
    feed: 'bench',
    specs: symbolSeeds,
    spec: (symbol) => symbolSeeds.find((each) => each.symbol === symbol),
    quote,
    conversion: () => noUsdtConversion,
    isOpen: () => true,
    onRecord: () => () => {},
    get board(): never {
      throw new Error('no board here')
    },
    onBeat: (listener) => {
      beats.push(listener)
      return () => {}
    },
  }
  const app = {
    config: { env: 'sandbox' },
    clock: { now: () => asInstant(now) },
    db,
    market,
    events: createServerEventBus(),
  } as unknown as AppContext
  const second = () => {
    now += 1000
    for (const symbol of markets) {
      const spec = market.spec(symbol)!
      const share = 1 + (Math.random() - 0.5) / 500
      mids.set(symbol, asDecimal((Number(mids.get(symbol)) * share).toFixed(spec.priceScale)))
    }
    for (const beat of beats) beat(new Set(markets))
  }
  return { app, second }
}

/** Straight into the tables, without triggers: nobody could trade a hundred thousand positions in a minute. People have numbers from `first` on. */
async function fill(db: Database, id: string, first: number, count: number, endMs: number): Promise<void> {
  const refs = markets.map((symbol) => symbolSeeds.find((each) => each.symbol === symbol)!.ref)
  await db.query(
    `begin; set local session_replication_role = replica;
     insert into competition (id, series, round, name, fund, start_ms, end_ms, join_until_ms, prizes, symbols, max_lever, min_trades)
       values ('${id}', '${id}', 1, 'Bench', 100000, ${startMs}, ${endMs}, ${endMs}, '{}', '{${markets.join(',')}}', 10, 10);
     insert into account (id, uid, email, nickname, country, lang, is_guest, invite_code, created_ms)
       select n, (10000000 + n)::text, n || '@example.com', 'Trader ' || n, 'NZ', 'en-us', false, 'c' || n, 1 from generate_series(${first}, ${first + count - 1}) n;
     insert into competition_entry (id, wallet_id, competition_id, user_id, fund, joined_ms, day, day_equity, peak)
       select n, n, '${id}', n, 100000, ${startMs} + n, '2026-11-21', 100000, 100000 from generate_series(${first}, ${first + count - 1}) n;
     insert into balance (user_id, book, currency, bucket, amount)
       select n, 3, 'USDT', b, case b when 'AVAIL' then 89900 else 10000 end from generate_series(${first}, ${first + count - 1}) n, unnest('{AVAIL,MARGIN}'::text[]) b;
     insert into position (id, order_no, user_id, account_type, entry_id, symbol, direction, lever, quantity, contract_size, fee_rate, open_price, margin,
         open_fee, trigger_price, conversion_rate, open_sec, created_ms)
       select n, 'PC' || n, n, 3, n, ('{${markets.join(',')}}'::text[])[1 + n % 5], 1 + (n / 5) % 2, 10, round((100000 / ref * (0.2 + (n % 97) / 100.0))::numeric, 4),
         1, 0.0005, ref, 10000, 50, 1, 1, ${startMs / 1000}, ${startMs}
       from generate_series(${first}, ${first + count - 1}) n, lateral (select ('{${refs.join(',')}}'::numeric[])[1 + n % 5] as ref) r;
     commit; analyze`,
  )
}
