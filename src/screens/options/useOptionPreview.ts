import { useApiWrite } from '#api/mutation.ts'
import { trading } from '#contract/calls/trading.ts'
import { requireOrderKind } from '#contract/orders/kind.ts'
import type { OptionOrderRequest, OptionOrderPreview } from '#contract/orders/option.ts'
import { useFreshOrderPreview } from '#widgets/form/useFreshPreview.ts'

/** The preview of an option. */
export function useOptionPreview(order: OptionOrderRequest) {
  const sendPreview = useApiWrite(trading.preview, { errors: 'inline' }).mutateAsync
  return useFreshOrderPreview<OptionOrderPreview>(order, {
    ask: async () => requireOrderKind(3, await sendPreview({ body: { action: 'position', payload: order } })),
    expiryOf: ({ expireAt }) => expireAt,
  })
}
