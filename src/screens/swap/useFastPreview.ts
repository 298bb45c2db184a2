import { useApiWrite } from '#api/mutation.ts'
import { trading } from '#contract/calls/trading.ts'
import type { FastTradeRequest, FastTradePreview } from '#contract/orders/fast.ts'
import { requireOrderKind } from '#contract/orders/kind.ts'
import { useFreshOrderPreview } from '#widgets/form/useFreshPreview.ts'

/** The firm price of a fast trade (docs/rules/swaps.md). */
export function useFastTradePreview(order: FastTradeRequest) {
  const sendPreview = useApiWrite(trading.preview, { errors: 'inline' }).mutateAsync
  return useFreshOrderPreview<FastTradePreview>(order, {
    ask: async () => requireOrderKind(5, await sendPreview({ body: { action: 'position', payload: order } })),
    expiryOf: ({ expireAt }) => expireAt,
  })
}
