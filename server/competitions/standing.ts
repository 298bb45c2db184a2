import type { Decimal } from '#contract/decimal.ts'
import { competitionStatus } from '#contract/states.ts'
import type { Conversion } from '#rules/quote.ts'
import type { House } from '../house.ts'
import { lastPrices, type Marks } from './marks.ts'
import { isTrade } from './store.ts'
import { moneyUnits, priceUnits, sizeUnits } from './units.ts'

/** How one entry stands now. Amounts in units of 1e-8 (units.ts). */
export interface Standing {
  id: string
  userId: string
  competitionId: string
  fund: bigint
  equity: bigint
  peak: bigint
  /** The deepest fall from a peak so far, in 1e-8 of it. */
  fall: bigint
  /** Below this equity the fall becomes deeper. */
  floor: bigint
  day: string
  dayEquity: bigint
  joinedMs: number
  endMs: number
  closedTrades: number
  held: Held[]
  /** Closed at the end already: its equity is the last one. */
  isOver: boolean
  /** Its competition is over and the last prices are fixed. */
  isMarked: boolean
  /** Its place when its table was last put in order. */
  rank: number
}

/** A position of somebody who takes part. */
export interface Held {
  entry: Standing
  symbol: string
  size: bigint
  open: bigint
  /** Undefined before there is a price. */
  profit: bigint | undefined
  /** Once its competition is over: the last price, which no other comes after. */
  last: { price: bigint; conversion: Conversion } | undefined
}

interface Row {
  id: string
  user_id: string
  competition_id: string
  status: number
  fund: Decimal
  joined_ms: string
  end_ms: string
  symbols: string[]
  marked_ms: string | null
  day: string
  day_equity: Decimal
  peak: Decimal
  max_drawdown: Decimal
  equity: Decimal | null
  cash: Decimal
  closed: string
  held: [symbol: string, side: number, quantity: string, contractSize: string, openPrice: string][] | null
}

/** Those in competitions whose table does not stand yet, or of these people; at one moment of the database. Profit is not in their equity. */
export async function loadStandings(house: Pick<House, 'db' | 'market' | 'clock'>, userIds?: readonly string[]): Promise<Standing[]> {
  const rows = await house.db.query<Row>(
    `select e.id, e.user_id, e.competition_id, e.status, e.fund, e.joined_ms, c.end_ms, c.symbols, c.marked_ms, e.day, e.day_equity, e.peak,
       e.max_drawdown, e.equity,
       (select coalesce(sum(amount), 0) from balance where user_id = e.wallet_id and book = 3 and currency = 'USDT') as cash,
       coalesce(e.closed_trades, (select count(*) from position where entry_id = e.id and ${isTrade})) as closed,
       (select json_agg(json_build_array(symbol, direction, quantity::text, contract_size::text, open_price::text))
         from position where entry_id = e.id and status in (1, 2)) as held
     from competition_entry e join competition c on c.id = e.competition_id
     where c.final_ms is null and e.status in (1, -2) and e.out_reason is null and ($1::bigint[] is null or e.user_id = any($1))
     order by e.status`,
    [userIds === undefined ? null : [...userIds]],
  )
  const over = new Map<string, Marks>()
  for (const { competition_id: id, end_ms, symbols, marked_ms, held } of rows) {
    if (held === null || over.has(id) || house.clock.now() < Number(end_ms)) continue
    over.set(id, await lastPrices(house, { id, end_ms, symbols, marked_ms }))
  }
  return rows.map((row) => standingOf(row, over.get(row.competition_id)))
}

function standingOf(row: Row, marks: Marks | undefined): Standing {
  const isOver = row.status !== competitionStatus.running
  const one: Standing = {
    id: row.id,
    userId: row.user_id,
    competitionId: row.competition_id,
    fund: moneyUnits(row.fund),
    equity: moneyUnits(isOver && row.equity !== null ? row.equity : row.cash),
    peak: moneyUnits(row.peak),
    fall: moneyUnits(row.max_drawdown),
    floor: 0n,
    day: row.day,
    dayEquity: moneyUnits(row.day_equity),
    joinedMs: Number(row.joined_ms),
    endMs: Number(row.end_ms),
    closedTrades: Number(row.closed),
    held: [],
    isOver,
    isMarked: row.marked_ms !== null,
    rank: 0,
  }
  if (isOver) return one
  for (const [symbol, side, quantity, contractSize, openPrice] of row.held ?? []) {
    const mark = marks?.get(symbol)
    one.held.push({
      entry: one,
      symbol,
      size: sizeUnits(side, quantity as Decimal, contractSize as Decimal),
      open: priceUnits(openPrice as Decimal),
      profit: undefined,
      last: mark && { price: priceUnits(mark.mid), conversion: mark.conversion },
    })
  }
  return one
}
