import { useApiWrite } from '#api/mutation.ts'
import { trading } from '#contract/calls/trading.ts'
import { requireOrderKind } from '#contract/orders/kind.ts'
import type { InstantSpotOrderRequest, InstantSpotOrderPreview, SpotOrderRequest, SpotOrderPreview } from '#contract/orders/spot.ts'
import { posType } from '#contract/states.ts'
import { useFreshOrderPreview } from '#widgets/form/useFreshPreview.ts'

/** What the tickets of this screen ask for, and what they are shown. */
export type SpotTicketRequest = SpotOrderRequest | InstantSpotOrderRequest
export type SpotTicketPreview = SpotOrderPreview | InstantSpotOrderPreview

/** The preview of an order for coins. A firm price is good for a few seconds only. */
export function useSpotPreview(order: SpotTicketRequest) {
  const sendPreview = useApiWrite(trading.preview, { errors: 'inline' }).mutateAsync
  return useFreshOrderPreview<SpotTicketPreview>(order, {
    ask: async () => requireOrderKind(order.posType, await sendPreview({ body: { action: 'position', payload: order } })),
    expiryOf: ({ expireAt }) => expireAt,
    earlyMs: order.posType === posType.instantSpot ? 1_500 : 2_000,
  })
}
