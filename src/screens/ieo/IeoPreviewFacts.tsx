import { Trans, useLingui } from '@lingui/react/macro'
import type { IeoApplyPreview, IeoPayPreview } from '#contract/calls/ieo.ts'
import { isPositive } from '#rules/decimal.ts'
import { DescriptionList } from '#ui/DescriptionList.tsx'
import { WorstLossBox } from '#widgets/products/ProductPreviewFacts.tsx'
import { formatExactAmount } from '#widgets/products/rateText.ts'
import { formatIeoCost } from './costText.ts'
import { Grid } from '#ui/Grid.tsx'
import styles from './Ieo.module.css'
import { ieoPreviewLineLabel, ieoWarningLabel } from './ieoWords.ts'

/** Everything before applying or paying: tokens, price, what is paid now, and what can be lost. */
export function IeoPreviewFacts({ preview }: { preview: IeoApplyPreview | IeoPayPreview }) {
  const { i18n, t } = useLingui()
  const { lines, youPay, payCurrency, worstLoss, warnings } = preview
  const warningTexts = warnings.flatMap(({ key, level }) => {
    const words = ieoWarningLabel(key)
    return words ? [{ key, level, text: i18n._(words) }] : []
  })
  const [most, lost] = [formatIeoCost(worstLoss.amount), worstLoss.currency]
  return (
    <Grid gap={3}>
      <DescriptionList
        rows={[
          { key: 'pay', name: t`You pay now`, value: `${formatIeoCost(youPay)} ${payCurrency}`, strong: true },
          ...lines.map(({ key, value, unit }) => {
            const words = ieoPreviewLineLabel(key)
            return {
              key,
              name: words ? i18n._(words) : key,
              value: `${unit === payCurrency ? formatIeoCost(value) : formatExactAmount(value)} ${unit}`,
            }
          }),
        ]}
      />
      {isPositive(worstLoss.amount) ? (
        <WorstLossBox>
          <strong>
            <Trans>
              Most you can lose: {most} {lost}
            </Trans>
          </strong>
        </WorstLossBox>
      ) : (
        <p className={styles.quiet}>
          <Trans>Nothing is charged and nothing is locked. You can take the application back until applications end.</Trans>
        </p>
      )}
      {warningTexts.map(({ key, level, text }) => (
        <p key={key} className={level === 'warn' ? styles.warn : styles.quiet} role={level === 'warn' ? 'alert' : undefined}>
          {text}
        </p>
      ))}
    </Grid>
  )
}
