import { Trans, useLingui } from '@lingui/react/macro'
import type { IeoApplyPreview, IeoPayPreview } from '#contract/calls/ieo.ts'
import { isPositive } from '#rules/decimal.ts'
import { Facts } from '#ui/Facts.tsx'
import { WorstLoss } from '#widgets/products/PreviewFacts.tsx'
import { exactAmount } from '#widgets/products/rateText.ts'
import { costText } from './costText.ts'
import styles from './Ieo.module.css'
import { ieoLineOf, ieoWarningOf } from './ieoWords.ts'

/** Everything before applying or paying: tokens, price, what is paid now, and what can be lost. */
export function IeoPreviewFacts({ shown }: { shown: IeoApplyPreview | IeoPayPreview }) {
  const { i18n, t } = useLingui()
  const { lines, youPay, payCurrency, worstLoss, warnings } = shown
  const told = warnings.flatMap(({ key, level }) => {
    const words = ieoWarningOf(key)
    return words ? [{ key, level, text: i18n._(words) }] : []
  })
  const [most, lost] = [costText(worstLoss.amount), worstLoss.currency]
  return (
    <div className={styles.stack}>
      <Facts
        rows={[
          { key: 'pay', name: t`You pay now`, value: `${costText(youPay)} ${payCurrency}`, strong: true },
          ...lines.map(({ key, value, unit }) => {
            const words = ieoLineOf(key)
            return {
              key,
              name: words ? i18n._(words) : key,
              value: `${unit === payCurrency ? costText(value) : exactAmount(value)} ${unit}`,
            }
          }),
        ]}
      />
      {isPositive(worstLoss.amount) ? (
        <WorstLoss>
          <strong>
            <Trans>
              Most you can lose: {most} {lost}
            </Trans>
          </strong>
        </WorstLoss>
      ) : (
        <p className={styles.quiet}>
          <Trans>Nothing is charged and nothing is locked. You can take the application back until applications end.</Trans>
        </p>
      )}
      {told.map(({ key, level, text }) => (
        <p key={key} className={level === 'warn' ? styles.warn : styles.quiet} role={level === 'warn' ? 'alert' : undefined}>
          {text}
        </p>
      ))}
    </div>
  )
}
