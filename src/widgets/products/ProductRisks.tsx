import { Trans, useLingui } from '@lingui/react/macro'
import type { Product } from '#contract/calls/products.ts'
import { Warning } from '#ui/icons.tsx'
import { riskWords } from './productWords.ts'
import styles from './Products.module.css'

/** Everything that can go wrong, one line each; the grade is ours, of five. */
export function ProductRisks({ product: { risks, riskGrade } }: { product: Pick<Product, 'risks' | 'riskGrade'> }) {
  const { i18n } = useLingui()
  return (
    <div className={styles.risks}>
      <p className={styles.grade}>
        <RiskGrade grade={riskGrade} />
      </p>
      <ul>
        {risks.map((risk) => (
          <li key={risk}>
            <Warning width="1rem" height="1rem" />
            <span>{i18n._(riskWords[risk])}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** 'Risk 3 of 5', with as many marks. */
export function RiskGrade({ grade }: { grade: number }) {
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
