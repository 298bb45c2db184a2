import type { AnyOrder, AskedOrder, OrderPreview } from '#contract/calls/trading.ts'
import type { Sql } from '#db/database.ts'
import type { Asking } from './http/handlers.ts'

/**
 * What a room gives so that its kinds of order go the one way of all orders (product §1.5: calls 83, 85, 86, 98 and 180).
 * The trading room finds the kind by `posType`, or by the id through `listed`, and is the only one that looks at the book first.
 */
export interface OrderKind<A extends AskedOrder = AskedOrder, P extends OrderPreview = OrderPreview, O extends AnyOrder = AnyOrder> {
  posTypes: readonly A['posType'][]
  /**
   * A select of all orders: columns id, user_id, account_type, pos_type, symbol, status (smallint as on the wire), without where or order.
   * Its table has indexes on (user_id, account_type, id desc) and on id, so that a page of all kinds reads little more than the page.
   */
  listed: string
  /** Every number of the order, signed. Refuses what placing refuses. */
  preview(order: A, asking: Asking): Promise<P>
  /** Takes the order in the caller's transaction. Refuses confirmRequired {preview} unless `confirmToken` is of this person and order. */
  place(order: A, confirmToken: string | undefined, asking: Asking): Promise<O>
  /** These rows of this kind as the wire shows them, in any order. They are the person's own already. */
  shown(sql: Sql, ids: readonly string[]): Promise<O[]>
  /** Leaves it: closes what runs, cancels what waits. The person's own already. Refuses settling and notRunning. */
  close(id: string, asking: Asking): Promise<O>
  /** Cancels what waits. The person's own already. Refuses notRunning. */
  cancel(id: string, asking: Asking): Promise<O>
}
