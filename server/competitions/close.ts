import { asInstant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { fallFrom } from '#rules/competition.ts'
import { larger } from '#rules/decimal.ts'
import type { ContestMark, EndContest } from '../contest.ts'
import type { House } from '../house.ts'
import { takeFund } from './fund.ts'
import type { EntryRow } from './rows.ts'
import { standingsOf } from './standings.ts'
import { closedTrades, markOver } from './store.ts'
import { tellEntry } from './tellEntry.ts'
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
export async function closeEntry(
  house: House,
  end: EndContest,
  row: EntryRow,
  status: -2 | -3,
  { sql, afterCommit }: Closing,
  markOf: (symbol: string) => ContestMark | undefined = newestPrices,
): Promise<EntryRow | undefined> {
  const { id: entryId, user_id: userId, wallet_id: walletId } = row
  if (userId === null || row.status !== 1) return undefined
  const at = asInstant(house.clock.now())
  await end({ sql, userId, entryId, at, markOf, afterCommit })
  const equity = await takeFund({ sql, walletId, entryId, at })
  const seen = standingsOf(house).of(userId, row.competition_id)
  const peak = larger(larger(row.peak, equity), seen ? fromMoneyUnits(seen.peak) : row.peak)
  const fall = larger(larger(row.max_drawdown, fallFrom(peak, equity)), seen ? fromMoneyUnits(seen.fall) : row.max_drawdown)
  const over = await markOver(sql, entryId, {
    status,
    left_ms: at,
    equity,
    closed_trades: await closedTrades(sql, entryId),
    peak,
    max_drawdown: fall,
    day: seen && seen.day > row.day ? seen.day : row.day,
    day_equity: seen && seen.day > row.day ? fromMoneyUnits(seen.dayEquity) : row.day_equity,
  })
  await tellEntry(house, sql, row, afterCommit)
  return over
}
