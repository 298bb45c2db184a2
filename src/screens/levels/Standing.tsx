import { Trans, useLingui } from '@lingui/react/macro'
import type { Level } from '#contract/calls/levels.ts'
import { usePreference } from '#device/preferences.ts'
import { formatTime } from '#i18n/date.ts'
import { formatAmount } from '#i18n/number.ts'
import { isPositive } from '#rules/decimal.ts'
import { keepsLevel } from '#rules/level.ts'
import { toPlotNumber } from '#rules/plot.ts'
import { Card } from '#ui/Card.tsx'
import { Progress } from '#ui/Progress.tsx'
import { Amount } from '#widgets/Amount.tsx'
import { fullAmount } from '#widgets/fullAmount.ts'
import styles from './Levels.module.css'
import { percent } from './percent.ts'

/** The level that one has, how far the average is from the next, and a lower one that was announced. */
export function Standing({ levels }: { levels: readonly Level[] }) {
  const own = levels.find(({ mine }) => mine)
  if (!own?.mine) return null
  const { level, name, feeDiscount, mine } = own
  const next = mine.next === null ? undefined : levels.find((other) => other.level === mine.next)
  const discount = percent(feeDiscount)
  return (
    <>
      <Card flush>
        <div className={styles.hero}>
          <span className={styles.quiet}>
            <Trans>Your level</Trans>
          </span>
          <strong className={styles.levelName}>
            <Trans>
              Level {level} · {name}
            </Trans>
          </strong>
          <span className={styles.quiet}>
            {isPositive(feeDiscount) ? <Trans>Your trading fees are {discount} lower.</Trans> : <Trans>Everybody begins here.</Trans>}
          </span>
        </div>
        {next ? <Towards next={next} mine={mine} /> : <Highest mine={mine} />}
      </Card>
      {mine.lowerFrom !== null && <Lower from={mine.lowerFrom} own={own} average={mine.avg14d} />}
    </>
  )
}

type Mine = NonNullable<Level['mine']>

function Towards({ next, mine }: { next: Level; mine: Mine }) {
  const { t } = useLingui()
  const isHidden = usePreference('hideBalance')
  const { level, name, minAssets } = next
  const [goal, more] = [fullAmount(minAssets), formatAmount(mine.needMore, 2)]
  return (
    <div className={styles.towards}>
      <p className={styles.between}>
        <span>
          <Trans>
            Next: level {level} · {name}
          </Trans>
        </span>
        <span className={styles.quiet}>
          <Trans>from {goal} USDT</Trans>
        </span>
      </p>
      {!isHidden && <Progress label={t`The way to the next level`} value={toPlotNumber(mine.avg3d) / toPlotNumber(minAssets)} />}
      <p className={styles.between}>
        <span className={styles.quiet}>
          <Trans>Average of three days</Trans>
        </span>
        <Amount value={mine.avg3d} places={2} currency="USDT" hidable />
      </p>
      {!isHidden && (
        <p className={styles.quiet}>
          <Trans>The next level begins when this average is {more} USDT higher.</Trans>
        </p>
      )}
    </div>
  )
}

function Highest({ mine }: { mine: Mine }) {
  return (
    <div className={styles.towards}>
      <p className={styles.between}>
        <span className={styles.quiet}>
          <Trans>Average of three days</Trans>
        </span>
        <Amount value={mine.avg3d} places={2} currency="USDT" hidable />
      </p>
      <p className={styles.quiet}>
        <Trans>There is no higher level.</Trans>
      </p>
    </div>
  )
}

/** Said plainly, with its day; nobody is told to pay in. */
function Lower({ from, own, average }: { from: number; own: Level; average: string }) {
  const isHidden = usePreference('hideBalance')
  const { level, name, minAssets } = own
  const [day, has, keeps] = [formatTime(from), formatAmount(average, 2), fullAmount(keepsLevel(minAssets))]
  return (
    <Card tone="warn" role="note" className={styles.note}>
      <strong>
        <Trans>Your level would be lower from {day}</Trans>
      </strong>
      <p className={styles.quiet}>
        <Trans>
          Level {level} · {name} is kept by an average of {keeps} USDT over 14 days.
        </Trans>{' '}
        {!isHidden && <Trans>Yours is {has} USDT.</Trans>}{' '}
        <Trans>If it recovers before then, your level stays. There is nothing you have to do, and all your money stays as it is.</Trans>
      </p>
    </Card>
  )
}
