import * as z from 'zod/mini'
import { InstantOrder, SpotOrder } from '#contract/orders/spot.ts'
import { closeReason, direction, positionStatus } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import type { Book } from '#ledger/ledger.ts'
import { tellBalances } from '#ledger/tellBalances.ts'
import { add } from '#rules/decimal.ts'
import type { House } from '../house.ts'
import { bookParam, type NewNotice, writeNotices } from '../notice.ts'
import { cancelNotices } from '../waitingOrders.ts'
import { type SpotRow, toOrder } from './store.ts'

/** Puts into the inbox what became of an order that waited, when it was not its person who ended it. */
export async function note(house: House, sql: Sql, row: SpotRow, afterCommit: (effect: () => void) => void): Promise<void> {
  const isFilled = row.status === positionStatus.closed
  const filled = row.direction === direction.long ? 'spotBought' : 'spotSold'
  const { base, symbol, quantity, price, fee } = row
  const notice: NewNotice = {
    userId: row.user_id,
    type: 'transaction',
    kind: isFilled ? filled : (cancelNotices[row.close_reason ?? closeReason.expiry] ?? 'spotExpired'),
    params: { pair: `${base}/USDT`, base, quantity: add(quantity, '0'), price, fee, ...bookParam(row.account_type) },
    link: `/heyue?mode=spot&symbol=${symbol}&book=history`,
    refType: 'spot',
    refId: row.id,
  }
  await writeNotices(house, sql, [notice], afterCommit)
}

const AnySpotOrder = z.discriminatedUnion('posType', [SpotOrder, InstantOrder])

/** Tells the person's open streams, once the transaction is safe, what became of an order, and all balances of its book. */
export async function tell(house: House, sql: Sql, row: SpotRow, afterCommit: (effect: () => void) => void): Promise<void> {
  const d = z.encode(AnySpotOrder, toOrder(row))
  afterCommit(() => house.events.toUser({ userId: row.user_id, event: { t: 'position', d } }))
  await tellBalances(house, sql, row.user_id, row.account_type as Book, afterCommit)
}
