import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import type { EarnProductDay } from '#contract/calls/products.ts'
import { compareDecimals } from '#rules/decimal.ts'
import { decimalToPlotNumber } from '#rules/plot.ts'
import { formatServerDay, formatFractionAsPercent } from './rateText.ts'
import { DayPickerPlot, dayPickerPlotViewBoxWidth as width } from '#widgets/DayPickerPlot.tsx'
import { Grid } from '#ui/Grid.tsx'
import { Text } from '#ui/Text.tsx'
import plot from '#ui/plot.module.css'
import styles from './Products.module.css'

interface ProductDaysChartProps {
  /** Newest first, as the contract gives them. */
  days: readonly EarnProductDay[]
  /** Columns from nought for what a day brings; a line for a value that goes on. */
  look: 'columns' | 'line'
  /** How a value is written. */
  format: (value: string) => string
  /** What the picture shows. */
  label: string
  /** What the chosen day was worked out from. */
  children?: (day: EarnProductDay) => ReactNode
}

const height = 120
const edge = 4

/** The days of a product; one of them is chosen by touch or by the arrow keys and read out with what it was worked out from. */
export function ProductDaysChart({ days, look, format, label, children }: ProductDaysChartProps) {
  const { t } = useLingui()
  const shown = days.toReversed()
  const last = shown.length - 1
  const [asked, setChosen] = useState<number>()
  const chosen = Math.min(asked ?? last, last)
  const day = shown[chosen]
  const first = shown[0]
  if (!day || !first) return null
  const values = shown.map(({ value }) => decimalToPlotNumber(value))
  const high = Math.max(...values)
  const low = look === 'columns' ? 0 : Math.min(...values)
  const span = high - low || 1
  const top = shown.reduce((held, one) => (compareDecimals(one.value, held) > 0 ? one.value : held), first.value)
  const bottom = shown.reduce((held, one) => (compareDecimals(one.value, held) < 0 ? one.value : held), first.value)
  const [most, least] = [format(top), format(bottom)]
  const step = width / shown.length
  const y = (value: number) => height - edge - ((value - low) / span) * (height - 2 * edge)
  const backTest = t`Back-test: worked out from earlier prices, not a result.`
  const hasBackTest = shown.some(({ isBackTest }) => isBackTest)
  return (
    <Grid as="figure" gap={1} className={styles.days}>
      <Range most={most} least={look === 'line' ? least : undefined} />
      <DayPickerPlot
        label={label}
        valueText={`${formatServerDay(day.day)}: ${format(day.value)}`}
        count={shown.length}
        chosen={chosen}
        onChoose={setChosen}
        height={height}
        className={styles.plot}
        ends={[formatServerDay(first.day), formatServerDay((shown[last] as EarnProductDay).day)]}
      >
        {look === 'columns' ? (
          <Columns days={shown} values={values} chosen={chosen} step={step} y={y} />
        ) : (
          <>
            <path className={plot.chosen} d={`M${(chosen + 0.5) * step} 0V${height}`} vectorEffect="non-scaling-stroke" />
            <Line className={plot.tested} days={shown} isBackTest={true} x={(index) => (index + 0.5) * step} y={y} />
            <Line className={plot.line} days={shown} isBackTest={false} x={(index) => (index + 0.5) * step} y={y} />
          </>
        )}
      </DayPickerPlot>
      <figcaption className={styles.readout}>
        <p>
          <span>{formatServerDay(day.day)}</span> <strong>{format(day.value)}</strong>
        </p>
        {day.isBackTest && look === 'line' && <Text tone="muted">{backTest}</Text>}
        {compareDecimals(day.paid, '1') < 0 && <Short paid={day.paid} />}
        {children?.(day)}
      </figcaption>
      {hasBackTest && (
        <Text tone="muted" className={styles.legend}>
          <span className={look === 'line' ? styles.testedKey : styles.testedColumnKey} aria-hidden="true" />
          {look === 'line' ? <Trans>Dashed: back-test, not results</Trans> : <span>{backTest}</span>}
        </Text>
      )}
    </Grid>
  )
}

function Short({ paid }: { paid: string }) {
  const share = formatFractionAsPercent(paid)
  return (
    <Text tone="warn">
      <Trans>The reserve fell short: {share} of it was paid, the same share to everyone.</Trans>
    </Text>
  )
}

interface LineProps {
  className: string | undefined
  days: readonly EarnProductDay[]
  isBackTest: boolean
  x(index: number): number
  y(value: number): number
}

/** The part of the line that is results, or the part that is not; they meet at the first result. */
function Line({ className, days, isBackTest, x, y }: LineProps) {
  const points = days.flatMap((one, index) => {
    const belongs = one.isBackTest === isBackTest || (isBackTest && days[index - 1]?.isBackTest === true)
    return belongs ? [`${x(index).toFixed(1)} ${y(decimalToPlotNumber(one.value)).toFixed(1)}`] : []
  })
  return points.length > 0 ? <path className={className} d={`M${points.join('L')}`} vectorEffect="non-scaling-stroke" /> : null
}

function Range({ most, least }: { most: string; least: string | undefined }) {
  return (
    <p className={plot.ends} aria-hidden="true">
      <span>
        <Trans>Highest: {most}</Trans>
      </span>
      {least !== undefined && (
        <span>
          <Trans>Lowest: {least}</Trans>
        </span>
      )}
    </p>
  )
}

interface ColumnsProps {
  days: readonly EarnProductDay[]
  values: readonly number[]
  chosen: number
  step: number
  y: (value: number) => number
}

/** What was due, and in it what was paid. */
function Columns({ days, values, chosen, step, y }: ColumnsProps) {
  return values.map((value, index) => {
    const { day: key, isBackTest, paid } = days[index] as EarnProductDay
    const at = y(value)
    const share = decimalToPlotNumber(paid)
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
}
