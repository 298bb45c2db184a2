import { useRef } from 'react'
import { useApiWrite } from '#api/mutation.ts'
import { useRequestIds } from '#api/requestIds.ts'
import { isUnansweredError } from '#api/apiError.ts'
import type { CallArguments, CallReply, PostCall } from '#contract/call.ts'
import { type SheetOutcomeOptions, useSheetOutcomeHandler } from './useSheetOutcome.ts'

/** One wish and its tries: what was refused is a new wish; without an answer the very same is sent again, whatever was typed since. */
export function useIdempotentWrite<C extends PostCall>(call: C, outcome: SheetOutcomeOptions<CallReply<C>> = {}) {
  const write = useApiWrite(call, { errors: 'inline' })
  const ids = useRequestIds()
  const { succeed, fail } = useSheetOutcomeHandler(outcome)
  const sent = useRef<{ body: CallArguments<C>; requestId: string }>(undefined)
  const save = (body: CallArguments<C>) => {
    const isOpen = write.error !== null && isUnansweredError(write.error) && sent.current !== undefined
    if (!isOpen) {
      ids.forget()
      sent.current = { body, requestId: ids.of() }
    }
    // Not by callbacks of `mutate`, which a sheet that is put away takes with it.
    if (sent.current) write.mutateAsync(sent.current).then(succeed, fail)
  }
  return { save, isBusy: write.isPending, error: write.error }
}
