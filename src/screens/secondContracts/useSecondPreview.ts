import { send } from '#api/send.ts'
import type { SecondAsk, SecondPreview } from '#contract/calls/secondContracts.ts'
import { trading } from '#contract/calls/trading.ts'
import { useFreshPreview } from '#widgets/useFreshPreview.ts'

/** The preview of a second contract. */
export const useSecondPreview = (order: SecondAsk) =>
  useFreshPreview<SecondPreview>(order, {
    ask: async () => {
      const fresh = await send(trading.preview, { action: 'second', payload: order })
      if (fresh.action !== 'second') throw new Error('the preview is of something else')
      return fresh
    },
    expiryOf: ({ expireAt }) => expireAt,
  })
