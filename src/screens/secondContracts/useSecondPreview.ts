import { useCallback, useEffect, useState } from 'react'
import { ApiError, unanswered } from '#api/apiError.ts'
import { send } from '#api/send.ts'
import { serverNow } from '#api/serverClock.ts'
import type { SecondAsk, SecondPreview } from '#contract/calls/secondContracts.ts'
import { trading } from '#contract/calls/trading.ts'

/** The preview of an order, asked for again shortly before it expires (product §1.11). */
export function useSecondPreview(ask: SecondAsk) {
  const [preview, setPreview] = useState<SecondPreview>()
  const [error, setError] = useState<ApiError>()
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    const leaving = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    send(trading.preview, { action: 'second', payload: ask }, { signal: leaving.signal }).then(
      (fresh) => {
        if (fresh.action !== 'second') throw new Error('the preview is of something else')
        setPreview(fresh)
        setError(undefined)
        timer = setTimeout(() => setTurn((now) => now + 1), Math.max(fresh.expireAt - serverNow() - 2_000, 3_000))
      },
      (problem: unknown) => {
        if (leaving.signal.aborted) return
        setPreview(undefined)
        setError(problem instanceof ApiError ? problem : unanswered('NETWORK', problem))
      },
    )
    return () => {
      leaving.abort()
      clearTimeout(timer)
    }
  }, [ask, turn])
  const refresh = useCallback(() => setTurn((now) => now + 1), [])
  return { preview, error, refresh }
}
