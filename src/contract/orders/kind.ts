/** Tells whether an order, or the preview of one, is of this kind (`posType`, docs/architecture.md). */
export const createOrderKindGuard =
  <P extends number>(posType: P) =>
  <O extends { posType: number }>(order: O): order is Extract<O, { posType: P }> =>
    order.posType === posType

/** The answer to an order is of the order's own kind; any other is a fault. */
export function requireOrderKind<P extends number, O>(posType: P, reply: O): Extract<O, { posType: P }> {
  const is = reply as Extract<O, { posType: P }>
  if (is.posType !== posType) throw new Error(`an order of kind ${is.posType} where one of kind ${posType} was asked for`)
  return is
}
