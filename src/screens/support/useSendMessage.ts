import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ApiError, isUnansweredError } from '#api/apiError.ts'
import { storedOrNewRequestId } from '#api/requestIds.ts'
import { sendApiCall } from '#api/send.ts'
import type { CallArguments, CallReply, PostCall } from '#contract/call.ts'
import type { MessageDraft } from './messageDraft.ts'

interface SendMessageOptions<C extends PostCall> {
  call: C
  unsent: MessageDraft | undefined
  change: (part: Partial<MessageDraft>) => void
  body: (unsent: MessageDraft) => CallArguments<C>
  onSent: (reply: CallReply<C>) => void
}

/**
 * Sends what is written. Without an answer the id of the try is kept, so that trying again sends it once; a no gives a new id. A chat is not
 * covered by the overlay while it sends.
 */
export function useSendMessage<C extends PostCall>({ call, unsent, change, body, onSent }: SendMessageOptions<C>) {
  const client = useQueryClient()
  const [lostCount, setLostCount] = useState(0)
  const write = useMutation<CallReply<C>, ApiError, { draft: MessageDraft; requestId: string }>({
    mutationFn: ({ draft, requestId }) => sendApiCall(call, body(draft), { requestId }),
    networkMode: 'always',
    meta: { errors: 'inline', overlay: 'none' },
    onSuccess: async (reply) => {
      // The conversation shows it before the field lets go of it.
      await Promise.all(call.touches.map((path) => client.invalidateQueries({ queryKey: [path] })))
      change({ text: '', fileIds: [], topic: undefined, requestId: undefined })
      onSent(reply)
    },
    onError: (error) => {
      if (isUnansweredError(error)) return
      // A picture that the server no longer has would stop every further try.
      const isLost = error.key === 'NOT_FOUND'
      change({ requestId: undefined, ...(isLost && { fileIds: [] }) })
      if (isLost) setLostCount((before) => before + 1)
    },
  })
  const sendNow = (): void => {
    if (!unsent || write.isPending) return
    const requestId = storedOrNewRequestId(unsent.requestId)
    change({ requestId })
    write.mutate({ draft: unsent, requestId })
  }
  return {
    sendNow,
    isSending: write.isPending,
    failure: write.error,
    /** How often its pictures were gone: the field of pictures begins anew then. */
    lost: lostCount,
    /** It was sent, and no answer came: now, or before this page was opened. */
    isUnsure: !write.isPending && unsent?.requestId !== undefined,
    /** Gives the text back to be changed. */
    takeBack: () => {
      write.reset()
      change({ requestId: undefined })
    },
  }
}
