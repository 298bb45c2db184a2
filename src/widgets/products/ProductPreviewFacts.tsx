import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { MiningMachineOrderPreview, EarnProductOrderPreview } from '#contract/calls/products.ts'
import { formatDateTime } from '#i18n/date.ts'
import { formatAmount } from '#i18n/number.ts'
import { compareDecimals, truncate } from '#rules/decimal.ts'
import { type DescriptionItem, DescriptionList } from '#ui/DescriptionList.tsx'
import { productExitRuleLabels, productFeeLabel, productPreviewLineLabel, productWarningLabel } from './productWords.ts'
import { Grid } from '#ui/Grid.tsx'
import { Text } from '#ui/Text.tsx'
import { Notice } from '#ui/Notice.tsx'
import { joinClassNames } from '#ui/classes.ts'
import styles from './Products.module.css'
import { formatExactAmount, formatFractionAsPercent, formatCostAmountTrimmed } from './rateText.ts'

/** Everything before confirming: what is paid, what days were like, fees, times and the way out. The worst loss in its own box and what is warned of stand above them, seen without scrolling. */
export function ProductPreviewFacts({ preview }: { preview: EarnProductOrderPreview | MiningMachineOrderPreview }) {
  const { i18n } = useLingui()
  const { rateKind, lines, fees, youPay, payCurrency, startTime, endTime, cancelUntil, exitRule, worstLoss, warnings } = preview
  const warningTexts = warnings.flatMap((warning) => {
    const words = productWarningLabel(warning.key)
    return words ? [{ ...warning, text: i18n._(words) }] : []
  })
  const [most, lost] = [formatCostAmountTrimmed(worstLoss.amount, worstLoss.currency), worstLoss.currency]
  const wayOut = i18n._(productExitRuleLabels[exitRule])
  const rows: DescriptionItem[] = [
    ...lines.map(({ key, value, unit }) => {
      const words = productPreviewLineLabel(key)
      return { key, name: words ? i18n._(words) : key, value: <LineValue name={key} value={value} unit={unit} /> }
    }),
    // The most alone would be a promise.
    ...(lines.some(({ key }) => key === 'rateMax') && !lines.some(({ key }) => key === 'rateAvg')
      ? [{ key: 'unknown', name: <Trans>Average of the last days</Trans>, value: <Trans>Not known yet, it can be nothing</Trans> }]
      : []),
    ...fees.map(({ key, amount, currency, rate }) => {
      const words = productFeeLabel(key)
      return {
        key: `fee ${key}`,
        name: words ? i18n._(words) : key,
        value: `${formatCostAmountTrimmed(amount, currency)} ${currency} (${formatFractionAsPercent(rate)})`,
      }
    }),
    // A debt starts when all of it is there, and its term is counted from then.
    ...(endTime === null && rateKind === 'fixedByContract'
      ? [{ key: 'start', name: <Trans>Starts</Trans>, value: <Trans>Once the target is reached</Trans> }]
      : [{ key: 'start', name: <Trans>Starts</Trans>, value: formatDateTime(startTime) }]),
    ...(endTime === null ? [] : [{ key: 'end', name: <Trans>Ends</Trans>, value: formatDateTime(endTime) }]),
    { key: 'cancel', name: <Trans>Free to cancel until</Trans>, value: formatDateTime(cancelUntil) },
  ]
  return (
    <Grid gap={3}>
      <DescriptionList
        rows={[
          {
            key: 'pay',
            name: <Trans>You pay</Trans>,
            value: `${formatCostAmountTrimmed(youPay, payCurrency)} ${payCurrency}`,
            strong: true,
          },
        ]}
      />
      <WorstLossBox>
        <strong>
          <Trans>
            Most you can lose: {most} {lost}
          </Trans>
        </strong>
        {warningTexts.map(({ key, level, text }) => level === 'info' && <span key={key}>{text}</span>)}
      </WorstLossBox>
      {warningTexts.map(
        ({ key, level, text }) =>
          level === 'warn' && (
            <Text key={key} tone="warn" role={key === 'insufficientBalance' ? 'alert' : undefined}>
              {text}
            </Text>
          ),
      )}
      <DescriptionList rows={rows} />
      <Text tone="muted">
        <Trans>Leaving: {wayOut}</Trans>
      </Text>
    </Grid>
  )
}

/** What can be lost at worst, never among the other numbers. */
export function WorstLossBox({ children }: { children: ReactNode }) {
  return (
    <Notice as="div" tone="brass" className={joinClassNames('grid gap-1 text-small', styles.worst)}>
      {children}
    </Notice>
  )
}

/** Worth in USDT at a price of this moment: more digits would look more certain than they are. */
const approximateLines: ReadonlySet<string> = new Set(['dayNetUsdt', 'dayNetUsdtLow', 'termNetUsdt', 'coinPrice'])

/** A number of a preview with its unit: '' is a fraction, 'd' days, '×' times. */
function LineValue({ name, value, unit }: { name: string; value: string; unit: string }) {
  if (name === 'unitsNow') return formatExactAmount(value)
  if (approximateLines.has(name)) return `${formatAmount(value, 2)} ${unit}`
  if (unit === '') return formatFractionAsPercent(value)
  if (unit === 'd') return <Plural value={Number(value)} one="# day" other="# days" />
  if (unit === '×') return `${formatAmount(value, compareDecimals(value, '100') < 0 ? 1 : 0)} ×`
  // No amount of money has more digits; prices can.
  return `${formatExactAmount(truncate(value, 8))} ${unit}`
}
