import { Trans, useLingui } from '@lingui/react/macro'
import { formatAmount, formatRate, formatShare, missing } from '#i18n/number.ts'
import { compare, divide, subtract } from '#rules/decimal.ts'
import { toPlotNumber } from '#rules/plot.ts'
import { Facts } from '#ui/Facts.tsx'
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

const percent = (fraction: string): string => `${Math.min(100, Math.max(0, toPlotNumber(fraction) * 100))}%`

/** Loan to value on one line: where it is, where a call comes and where collateral is sold, each with its price. */
export function LtvGauge({ ltv, initLtv, callLtv, liqLtv, price, callPrice, liqPrice, places, currency }: LtvGaugeProps) {
  const { t } = useLingui()
  const isHigh = ltv !== undefined && (initLtv ? compare(ltv, initLtv) > 0 : compare(ltv, callLtv) >= 0)
  const tone = isHigh ? 'bad' : 'plain'
  const now = formatShare(ltv)
  const marks = [...(initLtv ? [initLtv] : []), callLtv, liqLtv]
  const [call, sale] = [formatShare(callLtv, 0), formatShare(liqLtv, 0)]
  const from = (at: string | undefined) =>
    at && price
      ? `${formatAmount(at, places)} (${formatRate(divide(subtract(at, price), price), 1)})`
      : at
        ? formatAmount(at, places)
        : missing
  return (
    <div className={styles.gauge}>
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
        aria-valuenow={ltv === undefined ? 0 : Math.round(Math.min(1, toPlotNumber(ltv)) * 100)}
        aria-valuetext={t`${now}, a call at ${call}, sold at ${sale}`}
      >
        <span className={styles.fill} style={{ inlineSize: ltv === undefined ? 0 : percent(ltv) }} />
        {marks.map((mark) => (
          <span key={mark} className={styles.mark} style={{ insetInlineStart: percent(mark) }} aria-hidden="true">
            {formatShare(mark, 0).slice(0, -1)}
          </span>
        ))}
      </div>
      <Facts
        rows={[
          { key: 'now', name: t`Price now, ${currency}`, value: formatAmount(price, places) },
          ...(initLtv ? [{ key: 'init', name: t`At most when you borrow`, value: formatShare(initLtv, 0) }] : []),
          { key: 'call', name: t`Call at ${call}`, value: from(callPrice) },
          { key: 'liq', name: t`Sold at ${sale}`, value: from(liqPrice), strong: true },
        ]}
      />
    </div>
  )
}
