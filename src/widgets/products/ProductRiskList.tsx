import { Trans, useLingui } from '@lingui/react/macro'
import type { EarnProduct } from '#contract/calls/products.ts'
import { WarningIcon } from '#ui/icons/icons.tsx'
import { productRiskLabels } from './productWords.ts'
import { Grid } from '#ui/Grid.tsx'
import styles from './Products.module.css'

/** Everything that can go wrong, one line each; the grade is ours, of five. */
export function ProductRiskList({ product: { risks, riskGrade } }: { product: Pick<EarnProduct, 'risks' | 'riskGrade'> }) {
  const { i18n } = useLingui()
  return (
    <Grid gap={2} className={styles.risks}>
      <p className={styles.grade}>
        <ProductRiskGradeLabel grade={riskGrade} />
      </p>
      <ul>
        {risks.map((risk) => (
          <li key={risk}>
            <WarningIcon width="1rem" height="1rem" />
            <span>{i18n._(productRiskLabels[risk])}</span>
          </li>
        ))}
      </ul>
    </Grid>
  )
}

/** 'Risk 3 of 5', with as many marks. */
export function ProductRiskGradeLabel({ grade }: { grade: number }) {
  return (
    <span className={styles.riskGrade}>
      <Trans>Risk {grade} of 5</Trans>
      <span className={styles.marks} aria-hidden="true">
        {[1, 2, 3, 4, 5].map((mark) => (
          <span key={mark} data-on={mark <= grade || undefined} />
        ))}
      </span>
    </span>
  )
}
