import { Trans, useLingui } from '@lingui/react/macro'
import { type PointerEvent, useState } from 'react'
import type { Reply } from '#contract/call.ts'
import type { levels } from '#contract/calls/levels.ts'
import { formatAmount } from '#i18n/number.ts'
import { toPlotNumber } from '#rules/plot.ts'
import { Chip } from '#ui/Chip.tsx'
import styles from './Levels.module.css'

type Day = Reply<typeof levels.levelHistory>['days'][number]

const width = 320
const height = 96
const edge = 6

/** A day of the server as lists write it: '2026-11-20' → '20/11/2026'. */
const dayText = (day: string): string => day.split('-').toReversed().join('/')
const usdt = (amount: string): string => `${formatAmount(amount, 2)} USDT`

/** Net assets at the beginning of each day as a line from nought; one day is chosen by touch or arrow keys and read out. `days`: newest first. */
export function AssetDays({ days }: { days: readonly Day[] }) {
  const { t } = useLingui()
  const shown = days.toReversed()
  const last = shown.length - 1
  const [asked, setChosen] = useState<number>()
  const chosen = Math.min(asked ?? last, last)
  const [day, first] = [shown[chosen], shown[0]]
  if (!day || !first) return null
  const values = shown.map(({ assets }) => toPlotNumber(assets))
  const [low, high] = [Math.min(0, ...values), Math.max(...values, 1)]
  const step = width / shown.length
  const x = (index: number) => (index + 0.5) * step
  const y = (value: number) => height - edge - ((value - low) / (high - low)) * (height - 2 * edge)
  const choose = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    setChosen(Math.max(0, Math.min(last, Math.floor(((event.clientX - box.left) / box.width) * shown.length))))
  }
  const [level, average] = [day.level, usdt(day.avg3d)]
  return (
    <figure className={styles.days}>
      <div className={styles.plot}>
        <svg
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          aria-hidden="true"
          onPointerDown={choose}
          onPointerMove={(event) => event.buttons > 0 && choose(event)}
        >
          <path className={styles.water} d={`M0 ${y(0)}H${width}`} vectorEffect="non-scaling-stroke" />
          <path className={styles.chosenLine} d={`M${x(chosen)} 0V${height}`} vectorEffect="non-scaling-stroke" />
          {/* Days that were noted late stand out at the foot. */}
          <path
            className={styles.late}
            d={shown.map(({ late }, at) => (late ? `M${x(at).toFixed(1)} ${height - edge}V${height}` : '')).join('')}
            vectorEffect="non-scaling-stroke"
          />
          {/* A single day is a level line. */}
          <path
            className={styles.line}
            d={
              last === 0
                ? `M0 ${y(values[0] ?? 0)}H${width}`
                : `M${values.map((value, at) => `${x(at).toFixed(1)} ${y(value).toFixed(1)}`).join('L')}`
            }
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        <input
          className={styles.pick}
          type="range"
          min={0}
          max={last}
          value={chosen}
          aria-label={t`Net assets by day`}
          aria-valuetext={`${dayText(day.day)}: ${usdt(day.assets)}${day.late ? `, ${t`Noted late`}` : ''}`}
          onChange={(event) => setChosen(Number(event.target.value))}
        />
      </div>
      {last > 0 && (
        <div className={styles.ends} aria-hidden="true">
          <span>{dayText(first.day)}</span>
          <span>{dayText((shown[last] as Day).day)}</span>
        </div>
      )}
      <figcaption className={styles.readout}>
        <p className={styles.between}>
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
        </p>
        <p className={styles.quiet}>
          <Trans>
            Three-day average {average}, level {level}
          </Trans>
        </p>
      </figcaption>
    </figure>
  )
}
