import { sendApiCall } from '#api/send.ts'
import type { CallArguments } from '#contract/call.ts'
import type { IeoApplyPreview, IeoPayPreview } from '#contract/calls/ieo.ts'
import { trading } from '#contract/calls/trading.ts'
import { useFreshOrderPreview } from '#widgets/form/useFreshPreview.ts'

type PreviewArguments = CallArguments<typeof trading.preview>
export type IeoApplyPreviewPayload = Extract<PreviewArguments, { action: 'ieoApply' }>['payload']
export type IeoPayPreviewPayload = Extract<PreviewArguments, { action: 'ieoPay' }>['payload']

const earlyMs = 60_000

/** What applying for so many tokens means. Keep `order` the same object while nothing in it changes. */
export const useIeoApplyPreview = (order: IeoApplyPreviewPayload) =>
  useFreshOrderPreview<IeoApplyPreview>(order, {
    ask: async () => {
      const newPreview = await sendApiCall(trading.preview, { action: 'ieoApply', payload: order })
      if (newPreview.action !== 'ieoApply') throw new Error('the preview is of something else')
      return newPreview
    },
    expiryOf: ({ expireAt }) => expireAt,
    earlyMs,
  })

/** What paying for so many of those that were won costs. */
export const useIeoPayPreview = (order: IeoPayPreviewPayload) =>
  useFreshOrderPreview<IeoPayPreview>(order, {
    ask: async () => {
      const newPreview = await sendApiCall(trading.preview, { action: 'ieoPay', payload: order })
      if (newPreview.action !== 'ieoPay') throw new Error('the preview is of something else')
      return newPreview
    },
    expiryOf: ({ expireAt }) => expireAt,
    earlyMs,
  })
