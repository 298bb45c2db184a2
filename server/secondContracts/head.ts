import type { Reply } from '#contract/call.ts'
import type { secondContracts } from '#contract/calls/secondContracts.ts'
import { book } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { startOfWireDay } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { divide, q8, truncate } from '#rules/decimal.ts'
import type { House } from '../house.ts'
import { secondAllowance } from '../mayTrade.ts'
import { mostOpen } from './ask.ts'
import { bookSums, countOpen, lossesInRow, personSums } from './store.ts'

type Head = Reply<typeof secondContracts.head>

const monthMs = 30 * 86_400_000
/** Everybody's numbers are read anew this often; they are the same for all. */
const platformKeptMs = 60_000

/** A person's second contracts at a glance, and everybody's beside them (product §1.5). */
export function headMaker(house: House): (sql: Sql, userId: string, accountType: number) => Promise<Head> {
  const kept = new Map<number, { atMs: number; platform: Head['platform'] }>()
  const platformOf = async (sql: Sql, accountType: number): Promise<Head['platform']> => {
    const nowMs = house.clock.now()
    const known = kept.get(accountType)
    if (known && Math.abs(nowMs - known.atMs) < platformKeptMs) return known.platform
    const { settled, won, lost, net } = await bookSums(sql, accountType, nowMs - monthMs)
    const platform = { winRate30d: shareOf(won, lost), userNet30d: q8(net), settled30d: settled }
    kept.set(accountType, { atMs: nowMs, platform })
    return platform
  }
  return async (sql, userId, accountType) => {
    const now = house.clock.now()
    const sums = await personSums(sql, userId, accountType, startOfWireDay(now))
    const left = accountType === book.real ? await secondAllowance(sql, userId, now) : undefined
    return {
      serverTime: now,
      runningCount: await countOpen(sql, userId, accountType),
      todayCount: sums.todayCount,
      todayStake: q8(sums.todayStake),
      todayNet: q8(sums.todayNet),
      lifetimeNet: q8(sums.lifetimeNet),
      winRate: shareOf(sums.won, sums.lost),
      lossesInRow: await lossesInRow(sql, userId, accountType),
      lossLimitLeft: left ? q8(left.lossLeft) : null,
      stakeLimitLeft: left ? q8(left.stakeLeft) : null,
      maxOpen: mostOpen,
      platform: await platformOf(sql, accountType),
    }
  }
}

const shareOf = (won: number, lost: number): Decimal | null =>
  won + lost === 0 ? null : truncate(divide(String(won), String(won + lost)), 6)
