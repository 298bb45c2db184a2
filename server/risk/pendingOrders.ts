import type { SignedInUser } from '../core/visitor.ts'
import { loadUserWithoutSession } from '../core/visitorOf.ts'
import { closeReason } from '#contract/states.ts'
import { Refusal, type RefusalName } from '#contract/refusals.ts'
import type { Sql } from '#db/database.ts'
import { assertLedgerNotHalted } from '#ledger/halt.ts'
import { assertMarketNotHalted } from '#market/halts.ts'
import type { AppContext } from '../core/appContext.ts'
import { assertCanTradeIgnoringLedgerHalt, type TradePermissionQuery } from './assertCanTrade.ts'
import type { NoticeKind } from '../notifications/noticeTexts.ts'

/** A waiting order, as far as it matters whether it may still be filled. */
export interface PendingOrderToRecheck {
  userId: string
  symbol: string
  trade: TradePermissionQuery
  /** What its kind refuses beside the one gate. */
  refuse?(visitor: SignedInUser): void
}

const reasons: Partial<Record<RefusalName, number>> = {
  selfExcluded: closeReason.ownBreak,
  kycRequired: closeReason.verificationEnded,
  region: closeReason.country,
  regionProduct: closeReason.country,
  leverageCap: closeReason.country,
  symbolHalted: closeReason.halt,
  ownLimit: closeReason.ownLimit,
  competitionNotOpen: closeReason.competition,
  notInCompetition: closeReason.competition,
}

/** What the inbox says of a waiting order that was cancelled for one of these reasons. */
export const orderCancelNoticeKindByReason: Partial<Record<number, NoticeKind>> = {
  [closeReason.ownBreak]: 'orderCancelledBreak',
  [closeReason.verificationEnded]: 'orderCancelledVerification',
  [closeReason.country]: 'orderCancelledCountry',
  [closeReason.halt]: 'orderCancelledHalt',
  [closeReason.ownLimit]: 'orderCancelledLimit',
  [closeReason.rule]: 'orderCancelledRule',
  [closeReason.delisting]: 'orderCancelledMarket',
}

/**
 * Why a waiting order may not be filled any more, as a close reason; undefined where it may. It is what the gate of new orders says now. With
 * `sec`, the second of the record that touched it: a break, a halt or a change that came after that record takes nothing away.
 * What turns coins into USDT is leaving and is never taken away.
 */
export async function evaluatePendingOrderCancelReason(
  app: AppContext,
  sql: Sql,
  ask: PendingOrderToRecheck,
  sec?: number,
): Promise<number | undefined> {
  if (ask.trade.isLeaving) return undefined
  try {
    const visitor = await loadUserWithoutSession(sql, ask.userId)
    await assertCanTradeIgnoringLedgerHalt(app, ask.trade, { sql, visitor })
    ask.refuse?.(visitor)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (sec === undefined || !(await isChangedSince(sql, ask.userId, sec))) return reasons[error.refusal] ?? closeReason.rule
  }
  try {
    await assertMarketNotHalted(sql, ask.symbol, sec)
    await assertLedgerNotHalted(sql, sec)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return closeReason.halt
  }
  return undefined
}

/** Whether what this person may do changed once that second was recorded, and their waiting orders were not judged again since. */
async function isChangedSince(sql: Sql, userId: string, sec: number): Promise<boolean> {
  const rows = await sql.query('select from order_recheck where user_id = $1 and after_sec >= $2', [userId, sec])
  return rows.length > 0
}
