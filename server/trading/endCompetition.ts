import { accountTypes } from '#contract/constants.ts'
import { closeReason } from '#contract/states.ts'
import type { CompetitionClosingMark, EndCompetitionEntryOrders } from '../orders/competition.ts'
import type { AppContext } from '../core/appContext.ts'
import { quoteAtOrderSpread } from '../orders/ownSpread.ts'
import { closeAllContracts, readNewestPositionSettlement } from './endAccount.ts'
import type { PositionRow } from './position.ts'
import type { PositionSettlement } from './settlement.ts'

/** Contracts of a competition that is over, or that somebody leaves: closed at the bid or ask of the given marks, with reason 8. */
export const endCompetitionContracts =
  (app: AppContext): EndCompetitionEntryOrders =>
  async ({ markOf, ...ending }) => {
    const on = async (row: PositionRow): Promise<PositionSettlement> => {
      const mark = row.feed === app.market.feed ? markOf(row.symbol) : undefined
      return mark ? quotedBy(app, row, mark) : readNewestPositionSettlement(app, ending.sql, row)
    }
    await closeAllContracts(app, { ...ending, book: accountTypes.competition, reason: closeReason.competition, on })
  }

function quotedBy({ market }: AppContext, row: PositionRow, { mid, sec, conversion }: CompetitionClosingMark): PositionSettlement {
  return quoteAtOrderSpread(market, row, { mid, bid: mid, ask: mid, sec, conversion })
}
