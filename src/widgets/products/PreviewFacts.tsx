import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { MinerPreview, ProductPreview } from '#contract/calls/products.ts'
import { formatTime } from '#i18n/date.ts'
import { formatAmount } from '#i18n/number.ts'
import { compare, truncate } from '#rules/decimal.ts'
import { type Fact, Facts } from '#ui/Facts.tsx'
import { exitWords, feeOf, lineOf, warningOf } from './productWords.ts'
import styles from './Products.module.css'
import { exactAmount, percentText } from './rateText.ts'

/** Everything before confirming: what is paid, what days were like, fees, times and the way out. The worst loss in its own box and what is warned of stand above them, seen without scrolling. */
export function PreviewFacts({ shown }: { shown: ProductPreview | MinerPreview }) {
  const { i18n } = useLingui()
  const { rateKind, lines, fees, youPay, payCurrency, startTime, endTime, cancelUntil, exitRule, worstLoss, warnings } = shown
  const told = warnings.flatMap((warning) => {
    const words = warningOf(warning.key)
    return words ? [{ ...warning, text: i18n._(words) }] : []
  })
  const [most, lost] = [exactAmount(worstLoss.amount), worstLoss.currency]
  const wayOut = i18n._(exitWords[exitRule])
  const rows: Fact[] = [
    ...lines.map(({ key, value, unit }) => {
      const words = lineOf(key)
      return { key, name: words ? i18n._(words) : key, value: <LineValue name={key} value={value} unit={unit} /> }
    }),
    // The most alone would be a promise.
    ...(lines.some(({ key }) => key === 'rateMax') && !lines.some(({ key }) => key === 'rateAvg')
      ? [{ key: 'unknown', name: <Trans>Average of the last days</Trans>, value: <Trans>Not known yet, it can be nothing</Trans> }]
      : []),
    ...fees.map(({ key, amount, currency, rate }) => {
      const words = feeOf(key)
      return { key: `fee ${key}`, name: words ? i18n._(words) : key, value: `${exactAmount(amount)} ${currency} (${percentText(rate)})` }
    }),
    // A debt starts when all of it is there, and its term is counted from then.
    ...(endTime === null && rateKind === 'fixedByContract'
      ? [{ key: 'start', name: <Trans>Starts</Trans>, value: <Trans>Once the target is reached</Trans> }]
      : [{ key: 'start', name: <Trans>Starts</Trans>, value: formatTime(startTime) }]),
    ...(endTime === null ? [] : [{ key: 'end', name: <Trans>Ends</Trans>, value: formatTime(endTime) }]),
    { key: 'cancel', name: <Trans>Free to cancel until</Trans>, value: formatTime(cancelUntil) },
  ]
  return (
    <div className={styles.preview}>
      <Facts rows={[{ key: 'pay', name: <Trans>You pay</Trans>, value: `${exactAmount(youPay)} ${payCurrency}`, strong: true }]} />
      <WorstLoss>
        <strong>
          <Trans>
            Most you can lose: {most} {lost}
          </Trans>
        </strong>
        {told.map(({ key, level, text }) => level === 'info' && <span key={key}>{text}</span>)}
      </WorstLoss>
      {told.map(
        ({ key, level, text }) =>
          level === 'warn' && (
            <p key={key} className={styles.warn} role={key === 'insufficientBalance' ? 'alert' : undefined}>
              {text}
            </p>
          ),
      )}
      <Facts rows={rows} />
      <p className={styles.quiet}>
        <Trans>Leaving: {wayOut}</Trans>
      </p>
    </div>
  )
}

/** What can be lost at worst, never among the other numbers. */
export function WorstLoss({ children }: { children: ReactNode }) {
  return <div className={styles.worst}>{children}</div>
}

/** Worth in USDT at a price of this moment: more digits would look more certain than they are. */
const roughly: ReadonlySet<string> = new Set(['dayNetUsdt', 'dayNetUsdtLow', 'termNetUsdt', 'coinPrice'])

/** A number of a preview with its unit: '' is a fraction, 'd' days, '×' times. */
function LineValue({ name, value, unit }: { name: string; value: string; unit: string }) {
  if (name === 'unitsNow') return exactAmount(value)
  if (roughly.has(name)) return `${formatAmount(value, 2)} ${unit}`
  if (unit === '') return percentText(value)
  if (unit === 'd') return <Plural value={Number(value)} one="# day" other="# days" />
  if (unit === '×') return `${formatAmount(value, compare(value, '100') < 0 ? 1 : 0)} ×`
  // No amount of money has more digits; prices can.
  return `${exactAmount(truncate(value, 8))} ${unit}`
}
