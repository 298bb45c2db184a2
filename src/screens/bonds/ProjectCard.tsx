import { Plural, Trans } from '@lingui/react/macro'
import type { Product } from '#contract/calls/products.ts'
import { path } from '#sitemap'
import { Mark } from '#ui/Mark.tsx'
import { CardLink } from '#widgets/CardLink.tsx'
import { RiskGrade } from '#widgets/products/ProductRisks.tsx'
import { percentText } from '#widgets/products/rateText.ts'
import styles from './Bonds.module.css'
import { ProjectState } from './ProjectState.tsx'
import { Raised } from './Raised.tsx'

type Debt = NonNullable<Product['debt']>

/** A borrower's project in a list: who, what for, what is promised for how long, and how much is there. */
export function ProjectCard({ product, debt }: { product: Product; debt: Debt }) {
  const { id, name, icon, days, currency, riskGrade } = product
  const rate = percentText(debt.annualRate)
  return (
    <CardLink to={path.bond} search={{ id }} data-product={id}>
      <span className={styles.head}>
        <span className={styles.named}>
          <Mark src={icon} />
          <strong>{name}</strong>
        </span>
        <ProjectState debt={debt} />
      </span>
      <span className={styles.quiet}>{debt.borrower}</span>
      <span className={styles.pair}>
        <span>
          <span className={styles.name}>
            <Trans>Interest in a year, agreed</Trans>
          </span>
          <span className={styles.figure}>{rate}</span>
        </span>
        <span>
          <span className={styles.name}>
            <Trans context="of a debt">Term</Trans>
          </span>
          <span className={styles.figure}>
            <Plural value={days} one="# day" other="# days" />
          </span>
        </span>
      </span>
      <Raised debt={debt} currency={currency} />
      <span className={styles.small}>
        <RiskGrade grade={riskGrade} />
      </span>
    </CardLink>
  )
}
