import { useWrite } from '#api/mutation.ts'
import { trading } from '#contract/calls/trading.ts'
import type { FastAsked, FastPreview } from '#contract/orders/fast.ts'
import { kindOf } from '#contract/orders/kind.ts'
import { useFreshPreview } from '#widgets/useFreshPreview.ts'

/** The firm price of a fast trade (product §2.8). */
export function useFastPreview(order: FastAsked) {
  const ask = useWrite(trading.preview, { errors: 'inline' }).mutateAsync
  return useFreshPreview<FastPreview>(order, {
    ask: async () => kindOf(5, await ask({ body: { action: 'position', payload: order } })),
    expiryOf: ({ expireAt }) => expireAt,
  })
}
