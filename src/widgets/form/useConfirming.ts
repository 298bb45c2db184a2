import { useState } from 'react'
import { ApiError, isUnansweredError, createUnansweredError } from '#api/apiError.ts'
import { useRequestIds } from '#api/requestIds.ts'
import { type SheetOutcomeOptions, useSheetOutcomeHandler } from './useSheetOutcome.ts'

export interface ConfirmationState<P, R> {
  /** What would be confirmed; undefined until it is known. */
  shown: P | undefined
  /** An earlier try had no answer: what it showed stays, and is sent again as it was. */
  isAsked: boolean
  isBusy: boolean
  failure: ApiError | undefined
  done: R | undefined
  confirm(): Promise<void>
}

/**
 * One wish and its tries: `send` carries what was shown, under a request id that stays for as long as the sheet is open. After a
 * refusal nothing happened, so fresh numbers are asked for; without an answer the very same is sent again, or the server could not
 * know it for the same wish. `send` also does what is to be done whether the sheet is still there or not, `outcome` what is not.
 */
export function useConfirmation<P, R>(
  newest: P | undefined,
  refresh: () => void,
  send: (shown: P, requestId: string) => Promise<R>,
  outcome: Omit<SheetOutcomeOptions<R>, 'paid'>,
): ConfirmationState<P, R> {
  const [done, setDone] = useState<R>()
  const [failure, setFailure] = useState<ApiError>()
  const [asked, setAsked] = useState<P>()
  const [isBusy, setIsBusy] = useState(false)
  const ids = useRequestIds()
  const { succeed, fail } = useSheetOutcomeHandler({ ...outcome, paid: true })
  const shown = asked ?? newest

  async function confirm() {
    if (shown === undefined) return
    setIsBusy(true)
    setFailure(undefined)
    try {
      const made = await send(shown, ids.of())
      setDone(made)
      succeed(made)
    } catch (problem) {
      const met = problem instanceof ApiError ? problem : createUnansweredError('NETWORK', problem)
      setFailure(met)
      setAsked(isUnansweredError(met) ? shown : undefined)
      if (!isUnansweredError(met)) refresh()
      fail(met)
    } finally {
      setIsBusy(false)
    }
  }
  return { shown, isAsked: asked !== undefined, isBusy, failure, done, confirm }
}
