import { useState } from 'react'
import { ApiError, isUnanswered, unanswered } from '#api/apiError.ts'

export interface Confirming<P, R> {
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
 * One wish and its tries: `send` carries what was shown, under one request id. After a refusal nothing happened, so fresh
 * numbers are asked for; without an answer the very same is sent again, or the server could not know it for the same wish.
 */
export function useConfirming<P, R>(newest: P | undefined, refresh: () => void, send: (shown: P) => Promise<R>): Confirming<P, R> {
  const [done, setDone] = useState<R>()
  const [failure, setFailure] = useState<ApiError>()
  const [asked, setAsked] = useState<P>()
  const [isBusy, setIsBusy] = useState(false)
  const shown = asked ?? newest

  async function confirm() {
    if (shown === undefined) return
    setIsBusy(true)
    setFailure(undefined)
    try {
      setDone(await send(shown))
    } catch (problem) {
      const met = problem instanceof ApiError ? problem : unanswered('NETWORK', problem)
      setFailure(met)
      setAsked(isUnanswered(met) ? shown : undefined)
      if (!isUnanswered(met)) refresh()
    } finally {
      setIsBusy(false)
    }
  }
  return { shown, isAsked: asked !== undefined, isBusy, failure, done, confirm }
}
