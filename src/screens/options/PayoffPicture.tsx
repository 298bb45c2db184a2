import { Trans, useLingui } from '@lingui/react/macro'
import type { Decimal } from '#contract/decimal.ts'
import { formatCostSumAmount } from '#i18n/cost.ts'
import { formatAmount } from '#i18n/number.ts'
import { add } from '#rules/decimal.ts'
import type { OptionKind } from '#rules/option/option.ts'
import { decimalToPlotNumber } from '#rules/plot.ts'
import { Grid } from '#ui/Grid.tsx'
import styles from './Options.module.css'
import { formatStrike } from './useOptionWords.ts'

interface PayoffPictureProps {
  cp: OptionKind
  strike: Decimal
  premium: Decimal
  fee: Decimal
  breakEven: Decimal
  mid: Decimal
  priceScale: number
}

const width = 320
const height = 132
const baselineY = 110
const topY = 16
const shownGainRatio = 2.5

/** What it brings by the price at expiry: flat at the worst loss, then rising; the same in a sentence below it. */
export function PayoffPicture({ cp, strike, premium, fee, breakEven, mid, priceScale }: PayoffPictureProps) {
  const { t } = useLingui()
  const [k, breakEvenPrice, now, paid] = [strike, breakEven, mid, add(premium, fee)].map(decimalToPlotNumber) as [
    number,
    number,
    number,
    number,
  ]
  const side = cp === 'C' ? 1 : -1
  // Upwards it shows gains of two and a half times what is paid; there the line leaves the picture.
  const shownGainAmount = paid * shownGainRatio
  const leaves = breakEvenPrice + (breakEvenPrice - k) * shownGainRatio
  const span = Math.max(Math.abs(leaves - k) * 1.25, Math.abs(now - k) * 1.25)
  const x = (price: number) => ((price - k + span) / (2 * span)) * width
  const y = (net: number) => topY + ((shownGainAmount - net) / (shownGainAmount + paid)) * (baselineY - topY)
  const [end, flatEnd] = [k + side * span, k - side * span]
  const zero = y(0)
  const loss = formatCostSumAmount([premium, fee], 2)
  const [at, turn] = [formatStrike(strike), formatAmount(breakEven, priceScale)]
  const words =
    cp === 'C'
      ? t`At or below ${at} at expiry you lose ${loss} USDT, never more. Above ${turn} you gain.`
      : t`At or above ${at} at expiry you lose ${loss} USDT, never more. Below ${turn} you gain.`
  return (
    <Grid as="figure" gap={2} className={styles.payoff}>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={words}>
        <path className={styles.lossArea} d={`M${x(flatEnd)} ${zero} V${y(-paid)} H${x(k)} L${x(breakEvenPrice)} ${zero} Z`} />
        <path className={styles.gainArea} d={`M${x(breakEvenPrice)} ${zero} L${x(leaves)} ${topY} H${x(end)} V${zero} Z`} />
        <line className={styles.axis} x1="0" x2={width} y1={zero} y2={zero} />
        <line className={styles.nowLine} x1={x(now)} x2={x(now)} y1={topY} y2={baselineY} />
        <polyline className={styles.result} points={`${x(flatEnd)},${y(-paid)} ${x(k)},${y(-paid)} ${x(leaves)},${topY}`} />
        <circle className={styles.even} cx={x(breakEvenPrice)} cy={zero} r="4" />
        <Label x={x(now)} y={topY - 5}>
          <Trans>Now</Trans>
        </Label>
        <Label x={x(k)} y={height - 4}>
          {at}
        </Label>
        <text className={styles.plotText} x={x(breakEvenPrice) + side * 8} y={zero + 15} textAnchor={cp === 'C' ? 'start' : 'end'}>
          {turn}
        </text>
        <text className={styles.plotText} x={cp === 'C' ? 2 : width - 2} y={y(-paid) - 5} textAnchor={cp === 'C' ? 'start' : 'end'}>
          −{loss}
        </text>
      </svg>
      <figcaption>{words}</figcaption>
    </Grid>
  )
}

/** A text that stays within the picture. */
function Label({ x, y, children }: { x: number; y: number; children: React.ReactNode }) {
  const anchor = x < 44 ? 'start' : x > width - 44 ? 'end' : 'middle'
  return (
    <text className={styles.plotText} x={Math.min(Math.max(x, 2), width - 2)} y={y} textAnchor={anchor}>
      {children}
    </text>
  )
}
