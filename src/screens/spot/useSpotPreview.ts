import { useCallback, useEffect, useReducer, useState } from 'react'
import { ApiError, unanswered } from '#api/apiError.ts'
import { useWrite } from '#api/mutation.ts'
import { serverNow } from '#api/serverClock.ts'
import { trading } from '#contract/calls/trading.ts'
import { kindOf } from '#contract/orders/kind.ts'
import type { InstantAsked, InstantPreview, SpotAsked, SpotPreview } from '#contract/orders/spot.ts'
import { posType } from '#contract/states.ts'

/** What the tickets of this screen ask for, and what they are shown. */
export type Asked = SpotAsked | InstantAsked
export type Shown = SpotPreview | InstantPreview

type Figure = keyof Shown
const figures: readonly Figure[] = ['price', 'quantity', 'notional', 'fee', 'give', 'get']
const none: ReadonlySet<Figure> = new Set()
/** Asked for again so long before it runs out that what is confirmed is still good when it arrives. */
const early = { [posType.spot]: 2_000, [posType.instantSpot]: 1_500 }

interface Seen {
  preview?: Shown
  changed: ReadonlySet<Figure>
  error?: ApiError
}

/** The preview of an order, asked for again shortly before it runs out; `changed` names the figures that moved (product §1.11). */
export function useSpotPreview(order: Asked) {
  const [seen, setSeen] = useState<Seen>({ changed: none })
  const [turn, again] = useReducer((turns: number) => turns + 1, 0)
  const ask = useWrite(trading.preview, { errors: 'inline' }).mutateAsync

  useEffect(() => {
    let isLeft = false
    let timer: ReturnType<typeof setTimeout> | undefined
    ask({ body: { action: 'position', payload: order } }).then(
      (answer) => {
        if (isLeft) return
        const fresh: Shown = kindOf(order.posType, answer)
        setSeen(({ preview }) => ({
          preview: fresh,
          changed: preview ? new Set(figures.filter((key) => preview[key] !== fresh[key])) : none,
        }))
        timer = setTimeout(again, Math.max(fresh.expireAt - serverNow() - early[order.posType], 2_000))
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
