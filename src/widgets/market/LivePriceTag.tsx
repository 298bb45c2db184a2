import { useEffect, useRef } from 'react'
import { useLivePrice } from '#api/stream/prices.ts'
import { formatAmount, missingValueDash } from '#i18n/number.ts'
import { decimalToPlotNumber } from '#rules/plot.ts'
import { joinClassNames } from '#ui/classes.ts'
import styles from './LivePriceTag.module.css'

export interface LivePriceTagProps {
  symbol: string
  /** Digits after the point, the market's own. */
  places: number
  /** Shown until the stream speaks. */
  fallback?: string | null | undefined
  size?: 'row' | 'large'
}

/** One market's price, live; alone re-rendered by its tick. Old prices stay, in a quieter ink. */
export function LivePriceTag({ symbol, places, fallback, size = 'row' }: LivePriceTagProps) {
  const live = useLivePrice(symbol)
  const price = live?.price ?? fallback ?? undefined
  const tintStyle = useChangeTint(live?.price)
  return (
    <span ref={tintStyle} className={joinClassNames(styles.price, styles[size])} data-stale={!live || live.stale || undefined}>
      {price === undefined ? missingValueDash : formatAmount(price, places)}
    </span>
  )
}

const tintMs = 400
// Four a second at most (docs/rules/interface.md Numbers).
const tintPauseMs = 250

/** Lays a fading ground under the number when it changes. Nothing for those who asked for less motion. */
function useChangeTint(price: string | undefined) {
  const element = useRef<HTMLSpanElement>(null)
  const lastPriceRef = useRef({ price, at: 0 })
  useEffect(() => {
    const lastPrice = lastPriceRef.current
    if (price === undefined || price === lastPrice.price) return
    const now = performance.now()
    const isFirst = lastPrice.price === undefined
    const isTooSoon = now - lastPrice.at < tintPauseMs
    lastPriceRef.current = { price, at: isFirst || isTooSoon ? lastPrice.at : now }
    if (isFirst || isTooSoon || lastPrice.price === undefined || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const tintColor = decimalToPlotNumber(price) > decimalToPlotNumber(lastPrice.price) ? 'var(--color-rise)' : 'var(--color-fall)'
    element.current?.animate(
      [{ backgroundColor: `color-mix(in srgb, ${tintColor} 18%, transparent)` }, { backgroundColor: 'transparent' }],
      {
        duration: tintMs,
        easing: 'ease-out',
      },
    )
  }, [price])
  return element
}
