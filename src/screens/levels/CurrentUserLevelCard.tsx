import { Trans, useLingui } from '@lingui/react/macro'
import type { VipLevel } from '#contract/calls/levels.ts'
import { useDevicePreference } from '#device/preferences.ts'
import { formatDateTime } from '#i18n/date.ts'
import { formatAmount } from '#i18n/number.ts'
import { isPositive } from '#rules/decimal.ts'
import { levelRetentionThreshold } from '#rules/level.ts'
import { decimalToPlotNumber } from '#rules/plot.ts'
import { Card } from '#ui/Card.tsx'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import { MoneyAmount } from '#widgets/money/MoneyAmount.tsx'
import { formatFullAmount } from '#widgets/money/fullAmount.ts'
import { Grid } from '#ui/Grid.tsx'
import { Row } from '#ui/Row.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Levels.module.css'
import { formatLevelPercent } from './percent.ts'

/** The level that one has, how far the average is from the next, and a lower one that was announced. */
export function CurrentUserLevelCard({ levels }: { levels: readonly VipLevel[] }) {
  const ownLevel = levels.find(({ mine }) => mine)
  if (!ownLevel?.mine) return null
  const { level, name, feeDiscount, mine } = ownLevel
  const next = mine.next === null ? undefined : levels.find((other) => other.level === mine.next)
  const discount = formatLevelPercent(feeDiscount)
  return (
    <>
      <Card flush>
        <Grid center gap={1} className={styles.hero}>
          <Text as="span" tone="quiet">
            <Trans>Your level</Trans>
          </Text>
          <strong className={styles.levelName}>
            <Trans>
              Level {level} · {name}
            </Trans>
          </strong>
          <Text as="span" tone="quiet">
            {isPositive(feeDiscount) ? <Trans>Your trading fees are {discount} lower.</Trans> : <Trans>Everybody begins here.</Trans>}
          </Text>
        </Grid>
        {next ? <NextLevelProgress next={next} mine={mine} /> : <HighestLevelNote mine={mine} />}
      </Card>
      {mine.lowerFrom !== null && <LevelDropWarning from={mine.lowerFrom} own={ownLevel} average={mine.avg14d} />}
    </>
  )
}

type OwnLevelProgress = NonNullable<VipLevel['mine']>

function NextLevelProgress({ next, mine }: { next: VipLevel; mine: OwnLevelProgress }) {
  const { t } = useLingui()
  const isHidden = useDevicePreference('hideBalance')
  const { level, name, minAssets } = next
  const [goal, more] = [formatFullAmount(minAssets), formatAmount(mine.needMore, 2)]
  return (
    <div className={styles.towards}>
      <Row as="p" wrap align="baseline" justify="between" gap={3} rowGap={0} className={styles.between}>
        <span>
          <Trans>
            Next: level {level} · {name}
          </Trans>
        </span>
        <Text as="span" tone="quiet">
          <Trans>from {goal} USDT</Trans>
        </Text>
      </Row>
      {!isHidden && (
        <ProgressBar label={t`The way to the next level`} value={decimalToPlotNumber(mine.avg3d) / decimalToPlotNumber(minAssets)} />
      )}
      <Row as="p" wrap align="baseline" justify="between" gap={3} rowGap={0} className={styles.between}>
        <Text as="span" tone="quiet">
          <Trans>Average of three days</Trans>
        </Text>
        <MoneyAmount value={mine.avg3d} places={2} currency="USDT" hidable />
      </Row>
      {!isHidden && (
        <Text tone="quiet">
          <Trans>The next level begins when this average is {more} USDT higher.</Trans>
        </Text>
      )}
    </div>
  )
}

function HighestLevelNote({ mine }: { mine: OwnLevelProgress }) {
  return (
    <div className={styles.towards}>
      <Row as="p" wrap align="baseline" justify="between" gap={3} rowGap={0} className={styles.between}>
        <Text as="span" tone="quiet">
          <Trans>Average of three days</Trans>
        </Text>
        <MoneyAmount value={mine.avg3d} places={2} currency="USDT" hidable />
      </Row>
      <Text tone="quiet">
        <Trans>There is no higher level.</Trans>
      </Text>
    </div>
  )
}

/** Said plainly, with its day; nobody is told to pay in. */
function LevelDropWarning({ from, own: ownLevel, average }: { from: number; own: VipLevel; average: string }) {
  const isHidden = useDevicePreference('hideBalance')
  const { level, name, minAssets } = ownLevel
  const [day, has, keeps] = [formatDateTime(from), formatAmount(average, 2), formatFullAmount(levelRetentionThreshold(minAssets))]
  return (
    <Grid as={Card} tone="warn" role="note" gap={2} className={styles.note}>
      <strong>
        <Trans>Your level would be lower from {day}</Trans>
      </strong>
      <Text tone="quiet">
        <Trans>
          Level {level} · {name} is kept by an average of {keeps} USDT over 14 days.
        </Trans>{' '}
        {!isHidden && <Trans>Yours is {has} USDT.</Trans>}{' '}
        <Trans>If it recovers before then, your level stays. There is nothing you have to do, and all your money stays as it is.</Trans>
      </Text>
    </Grid>
  )
}
