import { useWrite } from '#api/mutation.ts'
import { trading } from '#contract/calls/trading.ts'
import { kindOf } from '#contract/orders/kind.ts'
import type { OptionAsked, OptionPreview } from '#contract/orders/option.ts'
import { useFreshPreview } from '#widgets/useFreshPreview.ts'

/** The preview of an option. */
export function useOptionPreview(order: OptionAsked) {
  const ask = useWrite(trading.preview, { errors: 'inline' }).mutateAsync
  return useFreshPreview<OptionPreview>(order, {
    ask: async () => kindOf(3, await ask({ body: { action: 'position', payload: order } })),
    expiryOf: ({ expireAt }) => expireAt,
  })
}
