import { sendApiCall } from '#api/send.ts'
import type { SecondContractOrderRequest, SecondContractOrderPreview } from '#contract/calls/secondContracts.ts'
import { trading } from '#contract/calls/trading.ts'
import { useFreshOrderPreview } from '#widgets/form/useFreshPreview.ts'

/** The preview of a second contract. */
export const useSecondContractPreview = (order: SecondContractOrderRequest) =>
  useFreshOrderPreview<SecondContractOrderPreview>(order, {
    ask: async () => {
      const preview = await sendApiCall(trading.preview, { action: 'second', payload: order })
      if (preview.action !== 'second') throw new Error('the preview is of something else')
      return preview
    },
    expiryOf: ({ expireAt }) => expireAt,
  })
