import { send } from '#api/send.ts'
import type { Input } from '#contract/call.ts'
import type { IeoApplyPreview, IeoPayPreview } from '#contract/calls/ieo.ts'
import { trading } from '#contract/calls/trading.ts'
import { useFreshPreview } from '#widgets/useFreshPreview.ts'

type Asked = Input<typeof trading.preview>
export type ApplyBody = Extract<Asked, { action: 'ieoApply' }>['payload']
export type PayBody = Extract<Asked, { action: 'ieoPay' }>['payload']

const earlyMs = 60_000

/** What applying for so many tokens means. Keep `wish` while nothing in it changes. */
export const useApplyPreview = (wish: ApplyBody) =>
  useFreshPreview<IeoApplyPreview>(wish, {
    ask: async () => {
      const fresh = await send(trading.preview, { action: 'ieoApply', payload: wish })
      if (fresh.action !== 'ieoApply') throw new Error('the preview is of something else')
      return fresh
    },
    expiryOf: ({ expireAt }) => expireAt,
    earlyMs,
  })

/** What paying for so many of those that were won costs. */
export const usePayPreview = (wish: PayBody) =>
  useFreshPreview<IeoPayPreview>(wish, {
    ask: async () => {
      const fresh = await send(trading.preview, { action: 'ieoPay', payload: wish })
      if (fresh.action !== 'ieoPay') throw new Error('the preview is of something else')
      return fresh
    },
    expiryOf: ({ expireAt }) => expireAt,
    earlyMs,
  })
