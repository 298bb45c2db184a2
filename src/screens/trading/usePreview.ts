import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError, unanswered } from '#api/apiError.ts'
import { serverNow } from '#api/serverClock.ts'
import type { Order } from '#contract/calls/trading.ts'
import type { Desk, OrderPreview } from './desk.ts'

const none: ReadonlySet<string> = new Set()

/** The preview of an order, asked for again shortly before it expires; `changed` names the numbers that moved (product §1.11). */
export function usePreview(desk: Desk, order: Order) {
  const [preview, setPreview] = useState<OrderPreview>()
  const [changed, setChanged] = useState<ReadonlySet<string>>(none)
  const [error, setError] = useState<ApiError>()
  const [turn, setTurn] = useState(0)
  const newest = useRef<OrderPreview>(undefined)
  // The desk is made anew as balances move; the sheet keeps asking the same question.
  const ask = useRef(desk.preview)
  ask.current = desk.preview

  useEffect(() => {
    let isLeft = false
    let timer: ReturnType<typeof setTimeout> | undefined
    ask.current(order).then(
      (fresh) => {
        if (isLeft) return
        setChanged(differences(newest.current, fresh))
        newest.current = fresh
        setPreview(fresh)
        setError(undefined)
        timer = setTimeout(() => setTurn((now) => now + 1), Math.max(fresh.expireAtMs - serverNow() - 2_000, 3_000))
      },
      (problem: unknown) => {
        if (isLeft) return
        setPreview(undefined)
        setError(problem instanceof ApiError ? problem : unanswered('NETWORK', problem))
      },
    )
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [order, turn])

  const refresh = useCallback(() => setTurn((now) => now + 1), [])
  return { preview, changed, error, refresh }
}

function differences(before: OrderPreview | undefined, after: OrderPreview): ReadonlySet<string> {
  if (!before) return none
  return new Set((Object.keys(after) as (keyof OrderPreview)[]).filter((key) => before[key] !== after[key]))
}
