import { send } from '#api/send.ts'
import type { MinerPreview, ProductPreview } from '#contract/calls/products.ts'
import { trading } from '#contract/calls/trading.ts'
import { useFreshPreview } from '#widgets/useFreshPreview.ts'
import type { Input } from '#contract/call.ts'

type Asked = Input<typeof trading.preview>
type ProductBody = Extract<Asked, { action: 'product' }>['payload']
type MinerBody = Extract<Asked, { action: 'miner' }>['payload']

const earlyMs = 60_000

/** What buying a product would cost and could bring. Keep `order` while nothing in it changes. */
export const useProductPreview = (order: ProductBody) =>
  useFreshPreview<ProductPreview>(order, {
    ask: async () => {
      const fresh = await send(trading.preview, { action: 'product', payload: order })
      if (fresh.action !== 'product') throw new Error('the preview is of something else')
      return fresh
    },
    expiryOf: ({ expireAt }) => expireAt,
    earlyMs,
  })

/** The same for machines. */
export const useMinerPreview = (order: MinerBody) =>
  useFreshPreview<MinerPreview>(order, {
    ask: async () => {
      const fresh = await send(trading.preview, { action: 'miner', payload: order })
      if (fresh.action !== 'miner') throw new Error('the preview is of something else')
      return fresh
    },
    expiryOf: ({ expireAt }) => expireAt,
    earlyMs,
  })
