import { useWrite } from '#api/mutation.ts'
import { trading } from '#contract/calls/trading.ts'
import { kindOf } from '#contract/orders/kind.ts'
import type { InstantAsked, InstantPreview, SpotAsked, SpotPreview } from '#contract/orders/spot.ts'
import { posType } from '#contract/states.ts'
import { useFreshPreview } from '#widgets/useFreshPreview.ts'

/** What the tickets of this screen ask for, and what they are shown. */
export type Asked = SpotAsked | InstantAsked
export type Shown = SpotPreview | InstantPreview

/** The preview of an order for coins. A firm price is good for a few seconds only. */
export function useSpotPreview(order: Asked) {
  const ask = useWrite(trading.preview, { errors: 'inline' }).mutateAsync
  return useFreshPreview<Shown>(order, {
    ask: async () => kindOf(order.posType, await ask({ body: { action: 'position', payload: order } })),
    expiryOf: ({ expireAt }) => expireAt,
    earlyMs: order.posType === posType.instantSpot ? 1_500 : 2_000,
  })
}
