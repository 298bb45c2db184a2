import { sendApiCall } from '#api/send.ts'
import type { MiningMachineOrderPreview, EarnProductOrderPreview } from '#contract/calls/products.ts'
import { trading } from '#contract/calls/trading.ts'
import { useFreshOrderPreview } from '../form/useFreshPreview.ts'
import type { CallArguments } from '#contract/call.ts'

type PreviewArguments = CallArguments<typeof trading.preview>
type ProductBody = Extract<PreviewArguments, { action: 'product' }>['payload']
type MinerBody = Extract<PreviewArguments, { action: 'miner' }>['payload']

const earlyMs = 60_000

/** What buying a product would cost and could bring. Keep `order` while nothing in it changes. */
export const useProductPreview = (order: ProductBody) =>
  useFreshOrderPreview<EarnProductOrderPreview>(order, {
    ask: async () => {
      const newPreview = await sendApiCall(trading.preview, { action: 'product', payload: order })
      if (newPreview.action !== 'product') throw new Error('the preview is of something else')
      return newPreview
    },
    expiryOf: ({ expireAt }) => expireAt,
    earlyMs,
  })

/** The same for machines. */
export const useMiningMachinePreview = (order: MinerBody) =>
  useFreshOrderPreview<MiningMachineOrderPreview>(order, {
    ask: async () => {
      const newPreview = await sendApiCall(trading.preview, { action: 'miner', payload: order })
      if (newPreview.action !== 'miner') throw new Error('the preview is of something else')
      return newPreview
    },
    expiryOf: ({ expireAt }) => expireAt,
    earlyMs,
  })
