import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import { ApiError, createUnansweredError } from '#api/apiError.ts'
import { serverNow } from '#api/serverClock.ts'

interface PreviewSource<P> {
  ask(): Promise<P>
  /** When the answer runs out, by the server's clock. */
  expiryOf(preview: P): number
  /** Asked for again so long before that what is confirmed is still good when it arrives. */
  earlyMs?: number
}

interface PreviewState<P> {
  preview?: P
  changed: ReadonlySet<keyof P>
  error?: ApiError
}

const minRefreshMs = 2_000

/**
 * What `order` would cost, asked for again shortly before it runs out; `changed` names what moved since the answer before
 * (docs/rules/{interface,wire}.md), `turn` counts the askings.
 */
export function useFreshOrderPreview<P extends object>(order: unknown, source: PreviewSource<P>) {
  const [state, setState] = useState<PreviewState<P>>({ changed: new Set() })
  const [turn, refetch] = useReducer((turns: number) => turns + 1, 0)
  // Made anew as balances move; the question stays the same.
  const latestSource = useRef(source)
  latestSource.current = source

  useEffect(() => {
    const { ask, expiryOf, earlyMs = 2_000 } = latestSource.current
    let isCancelled = false
    let timer: ReturnType<typeof setTimeout> | undefined
    ask().then(
      (freshPreview) => {
        if (isCancelled) return
        setState(({ preview }) => ({ preview: freshPreview, changed: changedKeys(preview, freshPreview) }))
        timer = setTimeout(refetch, Math.max(expiryOf(freshPreview) - serverNow() - earlyMs, minRefreshMs))
      },
      (problem: unknown) => {
        if (!isCancelled)
          setState({ changed: new Set(), error: problem instanceof ApiError ? problem : createUnansweredError('NETWORK', problem) })
      },
    )
    return () => {
      isCancelled = true
      clearTimeout(timer)
    }
  }, [order, turn])

  return { ...state, turn, refresh: useCallback(() => refetch(), []) }
}

/** New with every answer, and no figure. */
const volatileKeys: ReadonlySet<PropertyKey> = new Set(['confirmToken', 'expireAt', 'expireAtMs'])

function changedKeys<P extends object>(previous: P | undefined, next: P): ReadonlySet<keyof P> {
  if (!previous) return new Set()
  const figures = (Object.keys(next) as (keyof P)[]).filter((key) => !volatileKeys.has(key))
  return new Set(figures.filter((key) => JSON.stringify(previous[key]) !== JSON.stringify(next[key])))
}
