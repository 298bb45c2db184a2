import { Trans, useLingui } from '@lingui/react/macro'
import { type PointerEvent, type ReactNode, useState } from 'react'
import type { ProductDay } from '#contract/calls/products.ts'
import { compare } from '#rules/decimal.ts'
import { toPlotNumber } from '#rules/plot.ts'
import { classes } from '#ui/classes.ts'
import { dayText, percentText } from './rateText.ts'
import styles from './Products.module.css'

interface DaysChartProps {
  /** Newest first, as the contract gives them. */
  days: readonly ProductDay[]
  /** Columns from nought for what a day brings; a line for a value that goes on. */
  look: 'columns' | 'line'
  /** How a value is written. */
  format: (value: string) => string
  /** What the picture shows. */
  label: string
  /** What the chosen day was worked out from. */
  children?: (day: ProductDay) => ReactNode
}

const width = 320
const height = 120
const edge = 4

/** The days of a product; one of them is chosen by touch or by the arrow keys and read out with what it was worked out from. */
export function DaysChart({ days, look, format, label, children }: DaysChartProps) {
  const { t } = useLingui()
  const shown = days.toReversed()
  const last = shown.length - 1
  const [asked, setChosen] = useState<number>()
  const chosen = Math.min(asked ?? last, last)
  const day = shown[chosen]
  const first = shown[0]
  if (!day || !first) return null
  const values = shown.map(({ value }) => toPlotNumber(value))
  const high = Math.max(...values)
  const low = look === 'columns' ? 0 : Math.min(...values)
  const span = high - low || 1
  const top = shown.reduce((held, one) => (compare(one.value, held) > 0 ? one.value : held), first.value)
  const bottom = shown.reduce((held, one) => (compare(one.value, held) < 0 ? one.value : held), first.value)
  const [most, least] = [format(top), format(bottom)]
  const step = width / shown.length
  const y = (value: number) => height - edge - ((value - low) / span) * (height - 2 * edge)
  const choose = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const share = (event.clientX - box.left) / box.width
    setChosen(Math.max(0, Math.min(last, Math.floor(share * shown.length))))
  }
  const backTest = t`Back-test: worked out from earlier prices, not a result.`
  const hasBackTest = shown.some(({ isBackTest }) => isBackTest)
  return (
    <figure className={styles.days}>
      <p className={styles.range} aria-hidden="true">
        <span>
          <Trans>Highest: {most}</Trans>
        </span>
        {look === 'line' && (
          <span>
            <Trans>Lowest: {least}</Trans>
          </span>
        )}
      </p>
      <div className={styles.plot}>
        <svg
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          aria-hidden="true"
          onPointerDown={choose}
          onPointerMove={(event) => event.buttons > 0 && choose(event)}
        >
          {look === 'columns' ? (
            values.map((value, index) => {
              const { day: key, isBackTest, paid } = shown[index] as ProductDay
              const at = y(value)
              const share = toPlotNumber(paid)
              return (
                <g key={key} className={styles.column} data-chosen={index === chosen || undefined} data-tested={isBackTest || undefined}>
                  <rect x={index * step} width={step} y="0" height={height} className={styles.reach} />
                  {value === 0 ? (
                    <rect className={styles.nought} x={index * step + step * 0.15} width={step * 0.7} y={height - edge - 2} height="2" />
                  ) : (
                    <>
                      <rect x={index * step + step * 0.15} width={step * 0.7} y={at} height={height - edge - at} className={styles.due} />
                      <rect
                        x={index * step + step * 0.15}
                        width={step * 0.7}
                        y={height - edge - (height - edge - at) * share}
                        height={(height - edge - at) * share}
                        className={styles.paid}
                      />
                    </>
                  )}
                </g>
              )
            })
          ) : (
            <>
              <path className={styles.chosenLine} d={`M${(chosen + 0.5) * step} 0V${height}`} vectorEffect="non-scaling-stroke" />
              <Line className={styles.tested} days={shown} isBackTest={true} x={(index) => (index + 0.5) * step} y={y} />
              <Line className={styles.line} days={shown} isBackTest={false} x={(index) => (index + 0.5) * step} y={y} />
            </>
          )}
        </svg>
        <input
          className={styles.pick}
          type="range"
          min={0}
          max={last}
          value={chosen}
          aria-label={label}
          aria-valuetext={`${dayText(day.day)}: ${format(day.value)}`}
          onChange={(event) => setChosen(Number(event.target.value))}
        />
      </div>
      <div className={styles.ends} aria-hidden="true">
        <span>{dayText(first.day)}</span>
        <span>{dayText((shown[last] as ProductDay).day)}</span>
      </div>
      <figcaption className={styles.readout}>
        <p>
          <span>{dayText(day.day)}</span> <strong>{format(day.value)}</strong>
        </p>
        {day.isBackTest && look === 'line' && <p className={styles.quiet}>{backTest}</p>}
        {compare(day.paid, '1') < 0 && <Short paid={day.paid} />}
        {children?.(day)}
      </figcaption>
      {hasBackTest && (
        <p className={classes(styles.quiet, styles.legend)}>
          <span className={look === 'line' ? styles.testedKey : styles.testedColumnKey} aria-hidden="true" />
          {look === 'line' ? <Trans>Dashed: back-test, not results</Trans> : <span>{backTest}</span>}
        </p>
      )}
    </figure>
  )
}

function Short({ paid }: { paid: string }) {
  const share = percentText(paid)
  return (
    <p className={styles.warn}>
      <Trans>The reserve fell short: {share} of it was paid, the same share to everyone.</Trans>
    </p>
  )
}

interface LineProps {
  className: string | undefined
  days: readonly ProductDay[]
  isBackTest: boolean
  x(index: number): number
  y(value: number): number
}

/** The part of the line that is results, or the part that is not; they meet at the first result. */
function Line({ className, days, isBackTest, x, y }: LineProps) {
  const points = days.flatMap((one, index) => {
    const belongs = one.isBackTest === isBackTest || (isBackTest && days[index - 1]?.isBackTest === true)
    return belongs ? [`${x(index).toFixed(1)} ${y(toPlotNumber(one.value)).toFixed(1)}`] : []
  })
  return points.length > 0 ? <path className={className} d={`M${points.join('L')}`} vectorEffect="non-scaling-stroke" /> : null
}
