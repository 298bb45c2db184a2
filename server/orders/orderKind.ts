import type { AnyPosTypeOrder, AnyPosTypeOrderRequest, AnyPosTypeOrderPreview } from '#contract/calls/trading.ts'
import type { Sql } from '#db/database.ts'
import type { RequestContext } from '../core/handlers.ts'

/**
 * What a module gives so that its kinds of order go the one way of all orders (docs/architecture.md: preview, create, list, close and cancel).
 * The trading module finds the kind by `posType`, or by the id through `listed`, and is the only one that looks at the book first.
 */
export interface OrderKindHandler<
  A extends AnyPosTypeOrderRequest = AnyPosTypeOrderRequest,
  P extends AnyPosTypeOrderPreview = AnyPosTypeOrderPreview,
  O extends AnyPosTypeOrder = AnyPosTypeOrder,
> {
  posTypes: readonly A['posType'][]
  /**
   * A select of all orders: columns id, user_id, account_type, pos_type, symbol, status (smallint as on the wire), without where or order.
   * Its table has indexes on (user_id, account_type, id desc) and on id, so that a page of all kinds reads little more than the page.
   */
  listed: string
  /** Every number of the order, signed. Refuses what placing refuses. */
  preview(order: A, context: RequestContext): Promise<P>
  /** Takes the order in the caller's transaction. Refuses confirmRequired {preview} unless `confirmToken` is of this person and order. */
  place(order: A, confirmToken: string | undefined, context: RequestContext): Promise<O>
  /** These rows of this kind as the wire shows them, in any order. They are the person's own already. */
  serialize(sql: Sql, ids: readonly string[]): Promise<O[]>
  /** Leaves it: closes what runs, cancels what waits. The person's own already. Refuses settling and notRunning. */
  close(id: string, context: RequestContext): Promise<O>
  /** Cancels what waits. The person's own already. Refuses notRunning. */
  cancel(id: string, context: RequestContext): Promise<O>
}
