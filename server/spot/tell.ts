import * as z from 'zod/mini'
import { InstantOrder, SpotOrder } from '#contract/orders/spot.ts'
import type { Sql } from '#db/database.ts'
import type { Book } from '#ledger/ledger.ts'
import { tellBalances } from '#ledger/tellBalances.ts'
import type { House } from '../house.ts'
import { type SpotRow, toOrder } from './store.ts'

const AnySpotOrder = z.discriminatedUnion('posType', [SpotOrder, InstantOrder])

/** Tells the person's open streams, once the transaction is safe, what became of an order, and all balances of its book. */
export async function tell(house: House, sql: Sql, row: SpotRow, afterCommit: (effect: () => void) => void): Promise<void> {
  const d = z.encode(AnySpotOrder, toOrder(row))
  afterCommit(() => house.events.toUser({ userId: row.user_id, event: { t: 'position', d } }))
  await tellBalances(house, sql, row.user_id, row.account_type as Book, afterCommit)
}
