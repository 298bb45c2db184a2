import * as z from 'zod/mini'
import { InstantSpotOrder, SpotOrder } from '#contract/orders/spot.ts'
import { closeReason, direction, positionStatus } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import type { AccountType } from '#ledger/ledger.ts'
import { notifyBalances } from '#ledger/notifyBalances.ts'
import { add } from '#rules/decimal.ts'
import type { AppContext } from '../core/appContext.ts'
import { noticeAccountTypeParam, type NewNotice, writeNotices } from '../notifications/writeNotices.ts'
import { orderCancelNoticeKindByReason } from '../risk/pendingOrders.ts'
import { type SpotOrderRow, toSpotOrder } from './store.ts'

/** Puts into the inbox what became of an order that waited, when it was not its person who ended it. */
export async function writeSpotOutcomeNotice(
  app: AppContext,
  sql: Sql,
  row: SpotOrderRow,
  afterCommit: (effect: () => void) => void,
): Promise<void> {
  const isFilled = row.status === positionStatus.closed
  const filled = row.direction === direction.long ? 'spotBought' : 'spotSold'
  const { base, symbol, quantity, price, fee } = row
  const notice: NewNotice = {
    userId: row.user_id,
    type: 'transaction',
    kind: isFilled ? filled : (orderCancelNoticeKindByReason[row.close_reason ?? closeReason.expiry] ?? 'spotExpired'),
    params: { pair: `${base}/USDT`, base, quantity: add(quantity, '0'), price, fee, ...noticeAccountTypeParam(row.account_type) },
    link: `/heyue?mode=spot&symbol=${symbol}&book=history`,
    refType: 'spot',
    refId: row.id,
  }
  await writeNotices(app, sql, [notice], afterCommit)
}

const AnySpotOrder = z.discriminatedUnion('posType', [SpotOrder, InstantSpotOrder])

/** Tells the person's open streams, once the transaction is safe, what became of an order, and all balances of its book. */
export async function notifyStreamsOfSpotOrder(
  app: AppContext,
  sql: Sql,
  row: SpotOrderRow,
  afterCommit: (effect: () => void) => void,
): Promise<void> {
  const d = z.encode(AnySpotOrder, toSpotOrder(row))
  afterCommit(() => app.events.toUser({ userId: row.user_id, event: { t: 'position', d } }))
  await notifyBalances(app, sql, row.user_id, row.account_type as AccountType, afterCommit)
}
