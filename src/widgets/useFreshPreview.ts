import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import { ApiError, unanswered } from '#api/apiError.ts'
import { serverNow } from '#api/serverClock.ts'

interface Answers<P> {
  ask(): Promise<P>
  /** When the answer runs out, by the server's clock. */
  expiryOf(preview: P): number
  /** Asked for again so long before that what is confirmed is still good when it arrives. */
  earlyMs?: number
}

interface Seen<P> {
  preview?: P
  changed: ReadonlySet<keyof P>
  error?: ApiError
}

const leastMs = 2_000

/**
 * What `order` would cost, asked for again shortly before it runs out; `changed` names what moved since the answer before
 * (product §1.11), `turn` counts the askings.
 */
export function useFreshPreview<P extends object>(order: unknown, answers: Answers<P>) {
  const [seen, setSeen] = useState<Seen<P>>({ changed: new Set() })
  const [turn, again] = useReducer((turns: number) => turns + 1, 0)
  // Made anew as balances move; the question stays the same.
  const latest = useRef(answers)
  latest.current = answers

  useEffect(() => {
    const { ask, expiryOf, earlyMs = 2_000 } = latest.current
    let isLeft = false
    let timer: ReturnType<typeof setTimeout> | undefined
    ask().then(
      (fresh) => {
        if (isLeft) return
        setSeen(({ preview }) => ({ preview: fresh, changed: differences(preview, fresh) }))
        timer = setTimeout(again, Math.max(expiryOf(fresh) - serverNow() - earlyMs, leastMs))
      },
      (problem: unknown) => {
        if (!isLeft) setSeen({ changed: new Set(), error: problem instanceof ApiError ? problem : unanswered('NETWORK', problem) })
      },
    )
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [order, turn])

  return { ...seen, turn, refresh: useCallback(() => again(), []) }
}

/** New with every answer, and no figure. */
const ofTheAnswer: ReadonlySet<PropertyKey> = new Set(['confirmToken', 'expireAt', 'expireAtMs'])

function differences<P extends object>(before: P | undefined, after: P): ReadonlySet<keyof P> {
  if (!before) return new Set()
  const figures = (Object.keys(after) as (keyof P)[]).filter((key) => !ofTheAnswer.has(key))
  return new Set(figures.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key])))
}
