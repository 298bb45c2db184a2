import type { CallReply } from '#contract/call.ts'
import type { secondContracts } from '#contract/calls/secondContracts.ts'
import { accountTypes } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { secondContractStatus } from '#contract/states.ts'
import { startOfServerDayAt } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { availableBalance, type AccountType } from '#ledger/ledger.ts'
import { divide, q8, truncate } from '#rules/decimal.ts'
import type { AppContext } from '../core/appContext.ts'
import { secondContractAllowance } from '../risk/assertCanTrade.ts'
import { maxOpenSecondOrders, secondStakeCurrency } from './request.ts'
import { toSecondOrder } from './order.ts'
import { platformSecondOrderSums, countConsecutiveSecondLosses, secondOrdersPage, userSecondOrderSums } from './store.ts'

type Head = CallReply<typeof secondContracts.head>

const whatRuns = {
  statuses: [secondContractStatus.running, secondContractStatus.settling],
  results: undefined,
  symbol: undefined,
  limit: maxOpenSecondOrders,
  offset: 0,
}
const monthMs = 30 * 86_400_000
/** Everybody's numbers are read anew this often; they are the same for all. */
const platformKeptMs = 60_000

/** A person's second contracts at a glance, and everybody's beside them (docs/rules/timed-contracts.md). */
export function createSecondSummaryReader(app: AppContext): (sql: Sql, userId: string, accountType: number) => Promise<Head> {
  const cache = new Map<number, { atMs: number; platform: Head['platform'] }>()
  const platformOf = async (sql: Sql, accountType: number): Promise<Head['platform']> => {
    const nowMs = app.clock.now()
    const known = cache.get(accountType)
    if (known && Math.abs(nowMs - known.atMs) < platformKeptMs) return known.platform
    const { settled, won, lost, net } = await platformSecondOrderSums(sql, accountType, nowMs - monthMs)
    const platform = { winRate30d: shareOf(won, lost), userNet30d: q8(net), settled30d: settled }
    cache.set(accountType, { atMs: nowMs, platform })
    return platform
  }
  return async (sql, userId, accountType) => {
    const now = app.clock.now()
    const sums = await userSecondOrderSums(sql, userId, accountType, startOfServerDayAt(now))
    const running = await secondOrdersPage(sql, { ...whatRuns, userId, accountType, nowMs: now })
    const left = accountType === accountTypes.real ? await secondContractAllowance(sql, userId, now) : undefined
    return {
      serverTime: now,
      runningCount: running.total,
      running: running.rows.map((row) => toSecondOrder(row, now)),
      available: q8(await availableBalance(sql, userId, accountType as AccountType, secondStakeCurrency)),
      todayCount: sums.todayCount,
      todayStake: q8(sums.todayStake),
      todayNet: q8(sums.todayNet),
      lifetimeNet: q8(sums.lifetimeNet),
      winRate: shareOf(sums.won, sums.lost),
      lossesInRow: await countConsecutiveSecondLosses(sql, userId, accountType),
      lossLimitLeft: left ? q8(left.lossLeft) : null,
      stakeLimitLeft: left ? q8(left.stakeLeft) : null,
      maxOpen: maxOpenSecondOrders,
      platform: await platformOf(sql, accountType),
    }
  }
}

const shareOf = (won: number, lost: number): Decimal | null =>
  won + lost === 0 ? null : truncate(divide(String(won), String(won + lost)), 6)
