import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ApiError, isUnanswered } from '#api/apiError.ts'
import { newRequestId } from '#api/mutation.ts'
import { send } from '#api/send.ts'
import type { Input, Reply, WriteCall } from '#contract/call.ts'
import type { Unsent } from './unsent.ts'

interface Ask<C extends WriteCall> {
  call: C
  unsent: Unsent | undefined
  change: (part: Partial<Unsent>) => void
  body: (unsent: Unsent) => Input<C>
  onSent: (reply: Reply<C>) => void
}

/**
 * Sends what is written. Without an answer the id of the try is kept, so that trying again sends it once; a no gives a new id. A chat is not
 * covered by the overlay while it sends.
 */
export function useSending<C extends WriteCall>({ call, unsent, change, body, onSent }: Ask<C>) {
  const client = useQueryClient()
  const [lost, setLost] = useState(0)
  const write = useMutation<Reply<C>, ApiError, { given: Unsent; requestId: string }>({
    mutationFn: ({ given, requestId }) => send(call, body(given), { requestId }),
    networkMode: 'always',
    meta: { errors: 'inline', overlay: 'none' },
    onSuccess: async (reply) => {
      // The conversation shows it before the field lets go of it.
      await Promise.all(call.touches.map((path) => client.invalidateQueries({ queryKey: [path] })))
      change({ text: '', fileIds: [], topic: undefined, requestId: undefined })
      onSent(reply)
    },
    onError: (error) => {
      if (isUnanswered(error)) return
      // A picture that the server no longer has would stop every further try.
      const isLost = error.key === 'NOT_FOUND'
      change({ requestId: undefined, ...(isLost && { fileIds: [] }) })
      if (isLost) setLost((before) => before + 1)
    },
  })
  const sendNow = (): void => {
    if (!unsent || write.isPending) return
    const requestId = unsent.requestId ?? newRequestId()
    change({ requestId })
    write.mutate({ given: unsent, requestId })
  }
  return {
    sendNow,
    isSending: write.isPending,
    failure: write.error,
    /** How often its pictures were gone: the field of pictures begins anew then. */
    lost,
    /** It was sent, and no answer came: now, or before this page was opened. */
    isUnsure: !write.isPending && unsent?.requestId !== undefined,
    /** Gives the text back to be changed. */
    takeBack: () => {
      write.reset()
      change({ requestId: undefined })
    },
  }
}
