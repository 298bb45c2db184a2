import type { Decimal } from '#contract/decimal.ts'
import { competitionStatus } from '#contract/states.ts'
import type { House } from '../house.ts'
import { isTrade } from './store.ts'
import { moneyUnits, priceUnits, sizeUnits } from './units.ts'

/** How one person stands now. Amounts in units of 1e-8 (units.ts). */
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
}

interface Row {
  id: string
  user_id: string
  competition_id: string
  status: number
  fund: Decimal
  joined_ms: string
  end_ms: string
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
export async function loadStandings({ db }: Pick<House, 'db'>, userIds?: readonly string[]): Promise<Standing[]> {
  const rows = await db.query<Row>(
    `select e.id, e.user_id, e.competition_id, e.status, e.fund, e.joined_ms, c.end_ms, e.day, e.day_equity, e.peak, e.max_drawdown, e.equity,
       (select coalesce(sum(amount), 0) from balance where user_id = e.user_id and book = 3 and currency = 'USDT') as cash,
       coalesce(e.closed_trades, (select count(*) from position where user_id = e.user_id
         and closed_ms >= e.joined_ms and created_ms >= e.joined_ms and ${isTrade})) as closed,
       (select json_agg(json_build_array(symbol, direction, quantity::text, contract_size::text, open_price::text))
         from position where user_id = e.user_id and account_type = 3 and status in (1, 2)) as held
     from competition_entry e join competition c on c.id = e.competition_id
     where c.final_ms is null and e.status in (1, -2) and e.out_reason is null and ($1::bigint[] is null or e.user_id = any($1))
     order by e.status`,
    [userIds === undefined ? null : [...userIds]],
  )
  return rows.map(standingOf)
}

function standingOf(row: Row): Standing {
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
    rank: 0,
  }
  if (isOver) return one
  for (const [symbol, side, quantity, contractSize, openPrice] of row.held ?? [])
    one.held.push({
      entry: one,
      symbol,
      size: sizeUnits(side, quantity as Decimal, contractSize as Decimal),
      open: priceUnits(openPrice as Decimal),
      profit: undefined,
    })
  return one
}
