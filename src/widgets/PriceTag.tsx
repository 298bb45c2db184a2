import { useEffect, useRef } from 'react'
import { usePrice } from '#api/prices.ts'
import { formatAmount, missing } from '#i18n/number.ts'
import { toPlotNumber } from '#rules/plot.ts'
import { classes } from '#ui/classes.ts'
import styles from './PriceTag.module.css'

export interface PriceTagProps {
  symbol: string
  /** Digits after the point, the market's own. */
  places: number
  /** Shown until the stream speaks. */
  fallback?: string | null | undefined
  size?: 'row' | 'large'
}

/** One market's price, live; alone re-rendered by its tick. Old prices stay, in a quieter ink. */
export function PriceTag({ symbol, places, fallback, size = 'row' }: PriceTagProps) {
  const live = usePrice(symbol)
  const price = live?.price ?? fallback ?? undefined
  const tinted = useTint(live?.price)
  return (
    <span ref={tinted} className={classes(styles.price, styles[size])} data-stale={!live || live.stale || undefined}>
      {price === undefined ? missing : formatAmount(price, places)}
    </span>
  )
}

const tintMs = 400
// Four a second at most (product §4.5 Numbers).
const restMs = 250

/** Lays a fading ground under the number when it changes. Nothing for those who asked for less motion. */
function useTint(price: string | undefined) {
  const element = useRef<HTMLSpanElement>(null)
  const last = useRef({ price, at: 0 })
  useEffect(() => {
    const before = last.current
    if (price === undefined || price === before.price) return
    const now = performance.now()
    const isFirst = before.price === undefined
    const tooSoon = now - before.at < restMs
    last.current = { price, at: isFirst || tooSoon ? before.at : now }
    if (isFirst || tooSoon || before.price === undefined || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const colour = toPlotNumber(price) > toPlotNumber(before.price) ? 'var(--color-rise)' : 'var(--color-fall)'
    element.current?.animate([{ backgroundColor: `color-mix(in srgb, ${colour} 18%, transparent)` }, { backgroundColor: 'transparent' }], {
      duration: tintMs,
      easing: 'ease-out',
    })
  }, [price])
  return element
}
