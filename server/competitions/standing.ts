import type { Decimal } from '#contract/decimal.ts'
import { competitionStatus } from '#contract/states.ts'
import type { UsdtConversion } from '#rules/quote.ts'
import type { AppContext } from '../core/appContext.ts'
import { resolveCompetitionClosingPrices, type CompetitionClosingMarks } from './marks.ts'
import { competitionTradeSqlCondition } from './store.ts'
import { toMoneyUnits, toPriceUnits, signedPositionSizeUnits } from './units.ts'

/** How one entry stands now. Amounts in units of 1e-8 (units.ts). */
export interface CompetitionStanding {
  id: string
  userId: string
  competitionId: string
  fund: bigint
  equity: bigint
  peak: bigint
  /** The deepest fall from a peak so far, in 1e-8 of it. */
  drawdown: bigint
  /** Below this equity the fall becomes deeper. */
  floor: bigint
  day: string
  dayEquity: bigint
  joinedMs: number
  endMs: number
  closedTrades: number
  held: CompetitionEntryPosition[]
  /** Closed at the end already: its equity is the last one. */
  isOver: boolean
  /** Its competition is over and the last prices are fixed. */
  isMarked: boolean
  /** Its place when its table was last put in order. */
  rank: number
}

/** A position of somebody who takes part. */
export interface CompetitionEntryPosition {
  entry: CompetitionStanding
  symbol: string
  size: bigint
  open: bigint
  /** Undefined before there is a price. */
  profit: bigint | undefined
  /** Once its competition is over: the last price, which no other comes after. */
  last: { price: bigint; conversion: UsdtConversion } | undefined
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
export async function loadCompetitionStandings(
  app: Pick<AppContext, 'db' | 'market' | 'clock'>,
  userIds?: readonly string[],
): Promise<CompetitionStanding[]> {
  const rows = await app.db.query<Row>(
    `select e.id, e.user_id, e.competition_id, e.status, e.fund, e.joined_ms, c.end_ms, c.symbols, c.marked_ms, e.day, e.day_equity, e.peak,
       e.max_drawdown, e.equity,
       (select coalesce(sum(amount), 0) from balance where user_id = e.wallet_id and book = 3 and currency = 'USDT') as cash,
       coalesce(e.closed_trades, (select count(*) from position where entry_id = e.id and ${competitionTradeSqlCondition})) as closed,
       (select json_agg(json_build_array(symbol, direction, quantity::text, contract_size::text, open_price::text))
         from position where entry_id = e.id and status in (1, 2)) as held
     from competition_entry e join competition c on c.id = e.competition_id
     where c.final_ms is null and e.status in (1, -2) and e.out_reason is null and ($1::bigint[] is null or e.user_id = any($1))
     order by e.status`,
    [userIds === undefined ? null : [...userIds]],
  )
  const over = new Map<string, CompetitionClosingMarks>()
  for (const { competition_id: id, end_ms, symbols, marked_ms, held } of rows) {
    if (held === null || over.has(id) || app.clock.now() < Number(end_ms)) continue
    over.set(id, await resolveCompetitionClosingPrices(app, { id, end_ms, symbols, marked_ms }))
  }
  return rows.map((row) => standingOf(row, over.get(row.competition_id)))
}

function standingOf(row: Row, marks: CompetitionClosingMarks | undefined): CompetitionStanding {
  const isOver = row.status !== competitionStatus.running
  const standing: CompetitionStanding = {
    id: row.id,
    userId: row.user_id,
    competitionId: row.competition_id,
    fund: toMoneyUnits(row.fund),
    equity: toMoneyUnits(isOver && row.equity !== null ? row.equity : row.cash),
    peak: toMoneyUnits(row.peak),
    drawdown: toMoneyUnits(row.max_drawdown),
    floor: 0n,
    day: row.day,
    dayEquity: toMoneyUnits(row.day_equity),
    joinedMs: Number(row.joined_ms),
    endMs: Number(row.end_ms),
    closedTrades: Number(row.closed),
    held: [],
    isOver,
    isMarked: row.marked_ms !== null,
    rank: 0,
  }
  if (isOver) return standing
  for (const [symbol, side, quantity, contractSize, openPrice] of row.held ?? []) {
    const mark = marks?.get(symbol)
    standing.held.push({
      entry: standing,
      symbol,
      size: signedPositionSizeUnits(side, quantity as Decimal, contractSize as Decimal),
      open: toPriceUnits(openPrice as Decimal),
      profit: undefined,
      last: mark && { price: toPriceUnits(mark.mid), conversion: mark.conversion },
    })
  }
  return standing
}
