import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { CallReply } from '#contract/call.ts'
import type { levels } from '#contract/calls/levels.ts'
import { formatAmount } from '#i18n/number.ts'
import { decimalToPlotNumber } from '#rules/plot.ts'
import { Chip } from '#ui/Chip.tsx'
import { DayPickerPlot, dayPickerPlotViewBoxWidth as width } from '#widgets/DayPickerPlot.tsx'
import { Grid } from '#ui/Grid.tsx'
import { Row } from '#ui/Row.tsx'
import { Text } from '#ui/Text.tsx'
import plot from '#ui/plot.module.css'
import styles from './Levels.module.css'

type Day = CallReply<typeof levels.levelHistory>['days'][number]

const height = 96
const edge = 6

/** A day of the server as lists write it: '2026-11-20' → '20/11/2026'. */
const dayText = (day: string): string => day.split('-').toReversed().join('/')
const usdt = (amount: string): string => `${formatAmount(amount, 2)} USDT`

/** Net assets at the beginning of each day as a line from nought; one day is chosen by touch or arrow keys and read out. `days`: newest first. */
export function DailyNetAssetsChart({ days }: { days: readonly Day[] }) {
  const { t } = useLingui()
  const shown = days.toReversed()
  const last = shown.length - 1
  const [asked, setChosen] = useState<number>()
  const chosen = Math.min(asked ?? last, last)
  const [day, first] = [shown[chosen], shown[0]]
  if (!day || !first) return null
  const values = shown.map(({ assets }) => decimalToPlotNumber(assets))
  const [low, high] = [Math.min(0, ...values), Math.max(...values, 1)]
  const step = width / shown.length
  const x = (index: number) => (index + 0.5) * step
  const y = (value: number) => height - edge - ((value - low) / (high - low)) * (height - 2 * edge)
  return (
    <Grid as="figure" gap={1} className={styles.days}>
      <DayPickerPlot
        label={t`Net assets by day`}
        valueText={`${dayText(day.day)}: ${usdt(day.assets)}${day.late ? `, ${t`Noted late`}` : ''}`}
        count={shown.length}
        chosen={chosen}
        onChoose={setChosen}
        height={height}
        className={styles.plot}
        ends={last > 0 ? [dayText(first.day), dayText((shown[last] as Day).day)] : undefined}
      >
        <path className={styles.water} d={`M0 ${y(0)}H${width}`} vectorEffect="non-scaling-stroke" />
        <path className={plot.chosen} d={`M${x(chosen)} 0V${height}`} vectorEffect="non-scaling-stroke" />
        {/* Days that were noted late stand out at the foot. */}
        <path
          className={styles.late}
          d={shown.map(({ late }, at) => (late ? `M${x(at).toFixed(1)} ${height - edge}V${height}` : '')).join('')}
          vectorEffect="non-scaling-stroke"
        />
        {/* A single day is a level line. */}
        <path
          className={plot.line}
          d={
            last === 0
              ? `M0 ${y(values[0] ?? 0)}H${width}`
              : `M${values.map((value, at) => `${x(at).toFixed(1)} ${y(value).toFixed(1)}`).join('L')}`
          }
          vectorEffect="non-scaling-stroke"
        />
      </DayPickerPlot>
      <Readout day={day} />
    </Grid>
  )
}

/** The chosen day in words. */
function Readout({ day }: { day: Day }) {
  const [level, average] = [day.level, usdt(day.avg3d)]
  return (
    <figcaption className={styles.readout}>
      <Row as="p" wrap align="baseline" justify="between" gap={3} rowGap={0} className={styles.between}>
        <span>
          {dayText(day.day)}
          {day.late && (
            <>
              {' '}
              <Chip>
                <Trans>Noted late</Trans>
              </Chip>
            </>
          )}
        </span>{' '}
        <strong>{usdt(day.assets)}</strong>
      </Row>
      <Text tone="quiet">
        <Trans>
          Three-day average {average}, level {level}
        </Trans>
      </Text>
    </figcaption>
  )
}
