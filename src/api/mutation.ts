import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Input, Reply, WriteCall } from '#contract/call.ts'
import { sendOrAskAgain } from './again.ts'
import { ApiError } from './apiError.ts'
import { noteWritten } from './ownWrites.ts'

export interface Intent<C extends WriteCall> {
  body: Input<C>
  /** From `newRequestId()`, made when the person starts and reused on every retry of the same intent. */
  requestId?: string
}

/** The idempotency id of one intent (product §1.1). */
export const newRequestId = (): string => crypto.randomUUID()

/** A write as a mutation: `const open = useWrite(trading.openPosition)`. Reads that it touches are fetched again. */
export function useWrite<C extends WriteCall>(call: C, options: { errors?: 'inline' } = {}) {
  const client = useQueryClient()
  return useMutation<Reply<C>, ApiError, Intent<C>>({
    mutationFn: ({ body, requestId }) => sendOrAskAgain(call, body, { requestId }),
    // Offline a write fails where the person can see it; it is never queued.
    networkMode: 'always',
    onSuccess: () => {
      noteWritten(call.touches)
      for (const path of call.touches) void client.invalidateQueries({ queryKey: [path] })
    },
    meta: { errors: options.errors ?? 'announced' },
  })
}
