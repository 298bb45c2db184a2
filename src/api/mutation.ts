import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallArguments, CallReply, PostCall } from '#contract/call.ts'
import { sendWriteWithRepeatConfirmation } from './confirmRepeat.ts'
import { ApiError } from './apiError.ts'
import { markReadsStaleAfterWrite } from './ownWrites.ts'

export interface WriteIntent<C extends PostCall> {
  body: CallArguments<C>
  /** From `useRequestIds()`: the same on every retry of the same intent. */
  requestId?: string
}

/** A write as a mutation: `const open = useApiWrite(trading.openPosition)`. Reads that it touches are fetched again. */
export function useApiWrite<C extends PostCall>(call: C, options: { errors?: 'inline' } = {}) {
  const client = useQueryClient()
  return useMutation<CallReply<C>, ApiError, WriteIntent<C>>({
    mutationFn: ({ body, requestId }) => sendWriteWithRepeatConfirmation(call, body, { requestId }),
    // Offline a write fails where the person can see it; it is never queued.
    networkMode: 'always',
    onSuccess: () => {
      markReadsStaleAfterWrite(call.touches)
      for (const path of call.touches) void client.invalidateQueries({ queryKey: [path] })
    },
    meta: { errors: options.errors ?? 'announced' },
  })
}
