import { accountTypes } from '#contract/constants.ts'
import { zero } from '#rules/decimal.ts'
import type { AssetValuationReader } from '../risk/valuation.ts'
import { readIeoInvestedAmountsOfUser } from './store.ts'

/** What lies in INVEST for subscriptions, which are real money alone: money that waits for tokens, and tokens that are still locked. */
export const readIeoValuation: AssetValuationReader = async (sql, { userId, accountType, atMs }) => {
  if (accountType !== accountTypes.real || atMs !== undefined) return []
  return [{ group: 'ieo', usdt: zero, invested: await readIeoInvestedAmountsOfUser(sql, userId), secs: [], stale: [] }]
}
