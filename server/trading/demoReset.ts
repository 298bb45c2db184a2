import { accountTypes } from '#contract/constants.ts'
import { closeReason } from '#contract/states.ts'
import type { DemoOrderResetter } from '../orders/demoAccount.ts'
import type { AppContext } from '../core/appContext.ts'
import { closeAccountContracts, readNewestPositionSettlementPrices } from './endAccount.ts'

/**
 * Contracts of a demo book that begins anew: limit orders are cancelled, positions are closed with reason 7, however old the price is: what
 * the closing brings is replaced by the new balance anyway.
 */
export const createDemoContractResetter =
  (app: AppContext): DemoOrderResetter =>
  (ending) =>
    closeAccountContracts(app, {
      ...ending,
      book: accountTypes.demo,
      entryId: null,
      reason: closeReason.demoReset,
      on: (row) => readNewestPositionSettlementPrices(app, ending.sql, row),
    })
