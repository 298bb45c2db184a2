import { useCallback, useEffect, useReducer, useState } from 'react'
import { ApiError, unanswered } from '#api/apiError.ts'
import { useWrite } from '#api/mutation.ts'
import { serverNow } from '#api/serverClock.ts'
import { trading } from '#contract/calls/trading.ts'
import type { FastAsked, FastPreview } from '#contract/orders/fast.ts'
import { kindOf } from '#contract/orders/kind.ts'

type Figure = Exclude<keyof FastPreview, 'posType' | 'symbol' | 'direction' | 'action' | 'confirmToken'>
const figures: readonly Figure[] = ['fromAmount', 'toAmount', 'rate', 'mid', 'costUsdt']
const none: ReadonlySet<Figure> = new Set()
const earlyMs = 2_000

interface Seen {
  preview?: FastPreview
  changed: ReadonlySet<Figure>
  error?: ApiError
}

/** The firm price of a fast trade, asked for again before it runs out; `changed` names the figures that moved (product §1.11, §2.8). */
export function useFastPreview(order: FastAsked) {
  const [seen, setSeen] = useState<Seen>({ changed: none })
  const [turn, again] = useReducer((turns: number) => turns + 1, 0)
  const ask = useWrite(trading.preview, { errors: 'inline' }).mutateAsync
  useEffect(() => {
    let isLeft = false
    let timer: ReturnType<typeof setTimeout> | undefined
    ask({ body: { action: 'position', payload: order } }).then(
      (answer) => {
        if (isLeft) return
        const fresh = kindOf(5, answer)
        setSeen(({ preview }) => ({
          preview: fresh,
          changed: preview ? new Set(figures.filter((key) => preview[key] !== fresh[key])) : none,
        }))
        timer = setTimeout(again, Math.max(fresh.expireAt - serverNow() - earlyMs, 3_000))
      },
      (problem: unknown) => {
        if (!isLeft) setSeen({ changed: none, error: problem instanceof ApiError ? problem : unanswered('NETWORK', problem) })
      },
    )
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [ask, order, turn])
  return { ...seen, turn, refresh: useCallback(() => again(), []) }
}
