import { asInstant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { competitionDrawdown } from '#rules/competition.ts'
import { largerDecimal } from '#rules/decimal.ts'
import type { CompetitionClosingMark, CompetitionEntryOrdersCloser } from '../orders/competition.ts'
import type { AppContext } from '../core/appContext.ts'
import { reclaimCompetitionFund } from './fund.ts'
import type { CompetitionEntryRow } from './rows.ts'
import { getOrCreateCompetitionStandingsTracker } from './standings.ts'
import { countCompetitionEntryTrades, markCompetitionEntryOver } from './store.ts'
import { notifyCompetitionEntryBalances } from './notifyEntry.ts'
import { fromMoneyUnits } from './units.ts'

/** What closing an entry takes: one transaction, in which its wallet and its row are locked. */
interface Closing {
  sql: Sql
  afterCommit(effect: () => void): void
}

const newestPrices = (): undefined => undefined

/**
 * Closes all that is open, takes the fund back and writes down what the entry came to. `status` is -2 or -3; without marks the newest prices
 * are taken. Gives nothing when it was over already.
 */
export async function closeOutCompetitionEntry(
  app: AppContext,
  end: CompetitionEntryOrdersCloser,
  row: CompetitionEntryRow,
  status: -2 | -3,
  { sql, afterCommit }: Closing,
  markOf: (symbol: string) => CompetitionClosingMark | undefined = newestPrices,
): Promise<CompetitionEntryRow | undefined> {
  const { id: entryId, user_id: userId, wallet_id: walletId } = row
  if (userId === null || row.status !== 1) return undefined
  const at = asInstant(app.clock.now())
  await end({ sql, userId, entryId, at, markOf, afterCommit })
  const equity = await reclaimCompetitionFund({ sql, walletId, entryId, at })
  const seen = getOrCreateCompetitionStandingsTracker(app).of(userId, row.competition_id)
  const peak = largerDecimal(largerDecimal(row.peak, equity), seen ? fromMoneyUnits(seen.peak) : row.peak)
  const fall = largerDecimal(
    largerDecimal(row.max_drawdown, competitionDrawdown(peak, equity)),
    seen ? fromMoneyUnits(seen.drawdown) : row.max_drawdown,
  )
  const over = await markCompetitionEntryOver(sql, entryId, {
    status,
    left_ms: at,
    equity,
    closed_trades: await countCompetitionEntryTrades(sql, entryId),
    peak,
    max_drawdown: fall,
    day: seen && seen.day > row.day ? seen.day : row.day,
    day_equity: seen && seen.day > row.day ? fromMoneyUnits(seen.dayEquity) : row.day_equity,
  })
  await notifyCompetitionEntryBalances(app, sql, row, afterCommit)
  return over
}
