import type { CallReply } from '#contract/call.ts'
import type { secondContracts } from '#contract/calls/secondContracts.ts'
import { accountTypes } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { secondContractStatus } from '#contract/states.ts'
import { startOfServerDayAt } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { readAvailableBalance, type AccountType } from '#ledger/ledger.ts'
import { divide, q8, truncate } from '#rules/decimal.ts'
import type { AppContext } from '../core/appContext.ts'
import { readSecondContractDailyAllowance } from '../risk/assertCanTrade.ts'
import { maxOpenSecondContractOrders, secondContractStakeCurrency } from './request.ts'
import { toSecondContractOrder } from './order.ts'
import {
  readPlatformSecondContractSums,
  countConsecutiveSecondContractLosses,
  secondContractOrdersPage,
  readUserSecondContractSums,
} from './store.ts'

type Head = CallReply<typeof secondContracts.head>

const whatRuns = {
  statuses: [secondContractStatus.running, secondContractStatus.settling],
  results: undefined,
  symbol: undefined,
  limit: maxOpenSecondContractOrders,
  offset: 0,
}
const monthMs = 30 * 86_400_000
/** Everybody's numbers are read anew this often; they are the same for all. */
const platformKeptMs = 60_000

/** A person's second contracts at a glance, and everybody's beside them (docs/rules/timed-contracts.md). */
export function createSecondContractSummaryReader(app: AppContext): (sql: Sql, userId: string, accountType: number) => Promise<Head> {
  const cache = new Map<number, { atMs: number; platform: Head['platform'] }>()
  const platformOf = async (sql: Sql, accountType: number): Promise<Head['platform']> => {
    const nowMs = app.clock.now()
    const known = cache.get(accountType)
    if (known && Math.abs(nowMs - known.atMs) < platformKeptMs) return known.platform
    const { settled, won, lost, net } = await readPlatformSecondContractSums(sql, accountType, nowMs - monthMs)
    const platform = { winRate30d: shareOf(won, lost), userNet30d: q8(net), settled30d: settled }
    cache.set(accountType, { atMs: nowMs, platform })
    return platform
  }
  return async (sql, userId, accountType) => {
    const now = app.clock.now()
    const sums = await readUserSecondContractSums(sql, userId, accountType, startOfServerDayAt(now))
    const running = await secondContractOrdersPage(sql, { ...whatRuns, userId, accountType, nowMs: now })
    const left = accountType === accountTypes.real ? await readSecondContractDailyAllowance(sql, userId, now) : undefined
    return {
      serverTime: now,
      runningCount: running.total,
      running: running.rows.map((row) => toSecondContractOrder(row, now)),
      available: q8(await readAvailableBalance(sql, userId, accountType as AccountType, secondContractStakeCurrency)),
      todayCount: sums.todayCount,
      todayStake: q8(sums.todayStake),
      todayNet: q8(sums.todayNet),
      lifetimeNet: q8(sums.lifetimeNet),
      winRate: shareOf(sums.won, sums.lost),
      lossesInRow: await countConsecutiveSecondContractLosses(sql, userId, accountType),
      lossLimitLeft: left ? q8(left.lossLeft) : null,
      stakeLimitLeft: left ? q8(left.stakeLeft) : null,
      maxOpen: maxOpenSecondContractOrders,
      platform: await platformOf(sql, accountType),
    }
  }
}

const shareOf = (won: number, lost: number): Decimal | null =>
  won + lost === 0 ? null : truncate(divide(String(won), String(won + lost)), 6)
