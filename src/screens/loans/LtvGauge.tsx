import { Trans, useLingui } from '@lingui/react/macro'
import { formatAmount, formatSignedPercent, formatPercent, missingValueDash } from '#i18n/number.ts'
import { compareDecimals, divide, subtract } from '#rules/decimal.ts'
import { decimalToPlotNumber } from '#rules/plot.ts'
import { DescriptionList } from '#ui/DescriptionList.tsx'
import { Grid } from '#ui/Grid.tsx'
import styles from './Loans.module.css'

interface LtvGaugeProps {
  /** What is owed as a part of what the collateral is worth; undefined while it is not known. */
  ltv: string | undefined
  /** At most that when borrowing; left out once it runs. */
  initLtv?: string | undefined
  callLtv: string
  liqLtv: string
  /** Of one coin of the collateral, in what was borrowed. */
  price: string | undefined
  callPrice: string | undefined
  liqPrice: string | undefined
  places: number
  currency: string
}

const percent = (fraction: string): string => `${Math.min(100, Math.max(0, decimalToPlotNumber(fraction) * 100))}%`

/** Loan to value on one line: where it is, where a call comes and where collateral is sold, each with its price. */
export function LtvGauge({ ltv, initLtv, callLtv, liqLtv, price, callPrice, liqPrice, places, currency }: LtvGaugeProps) {
  const { t } = useLingui()
  const isHigh = ltv !== undefined && (initLtv ? compareDecimals(ltv, initLtv) > 0 : compareDecimals(ltv, callLtv) >= 0)
  const tone = isHigh ? 'bad' : 'plain'
  const now = formatPercent(ltv)
  const marks = [...(initLtv ? [initLtv] : []), callLtv, liqLtv]
  const [call, sale] = [formatPercent(callLtv, 0), formatPercent(liqLtv, 0)]
  const from = (at: string | undefined) =>
    at && price
      ? `${formatAmount(at, places)} (${formatSignedPercent(divide(subtract(at, price), price), 1)})`
      : at
        ? formatAmount(at, places)
        : missingValueDash
  return (
    <Grid gap={2}>
      <p className={styles.gaugeHead}>
        <span>
          <Trans>Loan to value</Trans>
        </span>
        <strong data-tone={tone}>{now}</strong>
      </p>
      <div
        role="meter"
        className={styles.track}
        data-tone={tone}
        aria-label={t`Loan to value`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={ltv === undefined ? 0 : Math.round(Math.min(1, decimalToPlotNumber(ltv)) * 100)}
        aria-valuetext={t`${now}, a call at ${call}, sold at ${sale}`}
      >
        <span className={styles.fill} style={{ inlineSize: ltv === undefined ? 0 : percent(ltv) }} />
        {marks.map((mark) => (
          <span key={mark} className={styles.mark} style={{ insetInlineStart: percent(mark) }} aria-hidden="true">
            {formatPercent(mark, 0).slice(0, -1)}
          </span>
        ))}
      </div>
      <DescriptionList
        rows={[
          { key: 'now', name: t`Price now, ${currency}`, value: formatAmount(price, places) },
          ...(initLtv ? [{ key: 'init', name: t`At most when you borrow`, value: formatPercent(initLtv, 0) }] : []),
          { key: 'call', name: t`Call at ${call}`, value: from(callPrice) },
          { key: 'liq', name: t`Sold at ${sale}`, value: from(liqPrice), strong: true },
        ]}
      />
    </Grid>
  )
}
