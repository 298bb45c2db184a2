import { useCallback, useEffect, useReducer, useState } from 'react'
import { ApiError, unanswered } from '#api/apiError.ts'
import { useWrite } from '#api/mutation.ts'
import { serverNow } from '#api/serverClock.ts'
import { trading } from '#contract/calls/trading.ts'
import { kindOf } from '#contract/orders/kind.ts'
import type { OptionAsked, OptionPreview } from '#contract/orders/option.ts'

type Figure = keyof OptionPreview
const figures: readonly Figure[] = ['price', 'premium', 'fee', 'breakEven', 'youPay']
const none: ReadonlySet<Figure> = new Set()

interface Seen {
  preview?: OptionPreview
  changed: ReadonlySet<Figure>
  error?: ApiError
}

/** The preview of an option, asked for again shortly before it runs out; `changed` names the figures that moved (product §1.11). */
export function useOptionPreview(order: OptionAsked) {
  const [seen, setSeen] = useState<Seen>({ changed: none })
  const [turn, again] = useReducer((turns: number) => turns + 1, 0)
  const ask = useWrite(trading.preview, { errors: 'inline' }).mutateAsync

  useEffect(() => {
    let isLeft = false
    let timer: ReturnType<typeof setTimeout> | undefined
    ask({ body: { action: 'position', payload: order } }).then(
      (answer) => {
        if (isLeft) return
        const fresh = kindOf(3, answer)
        setSeen(({ preview }) => ({
          preview: fresh,
          changed: preview ? new Set(figures.filter((key) => preview[key] !== fresh[key])) : none,
        }))
        timer = setTimeout(again, Math.max(fresh.expireAt - serverNow() - 2_000, 3_000))
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
