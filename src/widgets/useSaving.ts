import { useRef } from 'react'
import { newRequestId, useWrite } from '#api/mutation.ts'
import { isUnanswered } from '#api/apiError.ts'
import type { Input, WriteCall } from '#contract/call.ts'

/** One wish and its tries: what was refused is a new wish; without an answer the very same is sent again, whatever was typed since. */
export function useSaving<C extends WriteCall>(call: C, onDone: () => void) {
  const write = useWrite(call, { errors: 'inline' })
  const sent = useRef<{ body: Input<C>; requestId: string }>(undefined)
  const save = (body: Input<C>) => {
    const isOpen = write.error !== null && isUnanswered(write.error) && sent.current !== undefined
    if (!isOpen) sent.current = { body, requestId: newRequestId() }
    if (sent.current) write.mutate(sent.current, { onSuccess: onDone })
  }
  return { save, isBusy: write.isPending, error: write.error }
}
