import { accountTypes } from '#contract/constants.ts'
import { closeReason } from '#contract/states.ts'
import type { CompetitionClosingMark, CompetitionEntryOrdersCloser } from '../orders/competition.ts'
import type { AppContext } from '../core/appContext.ts'
import { quoteAtOrderSpread } from '../orders/ownSpread.ts'
import { closeAccountContracts, readNewestPositionSettlementPrices } from './endAccount.ts'
import type { PositionRow } from './position.ts'
import type { PositionSettlementPrices } from './settlement.ts'

/** Contracts of a competition that is over, or that somebody leaves: closed at the bid or ask of the given marks, with reason 8. */
export const createCompetitionEntryContractsCloser =
  (app: AppContext): CompetitionEntryOrdersCloser =>
  async ({ markOf, ...ending }) => {
    const on = async (row: PositionRow): Promise<PositionSettlementPrices> => {
      const mark = row.feed === app.market.feed ? markOf(row.symbol) : undefined
      return mark ? quotedBy(app, row, mark) : readNewestPositionSettlementPrices(app, ending.sql, row)
    }
    await closeAccountContracts(app, { ...ending, book: accountTypes.competition, reason: closeReason.competition, on })
  }

function quotedBy({ market }: AppContext, row: PositionRow, { mid, sec, conversion }: CompetitionClosingMark): PositionSettlementPrices {
  return quoteAtOrderSpread(market, row, { mid, bid: mid, ask: mid, sec, conversion })
}
