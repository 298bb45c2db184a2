import { Plural, Trans } from '@lingui/react/macro'
import type { EarnProduct } from '#contract/calls/products.ts'
import { path } from '#sitemap'
import { IconImage } from '#ui/icons/IconImage.tsx'
import { CardLink } from '#widgets/CardLink.tsx'
import { ProductRiskGradeLabel } from '#widgets/products/ProductRiskList.tsx'
import { formatFractionAsPercent } from '#widgets/products/rateText.ts'
import { Grid } from '#ui/Grid.tsx'
import { Row } from '#ui/Row.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Bonds.module.css'
import { DebtProjectStateChip } from './DebtProjectStateChip.tsx'
import { DebtRaisedProgress } from './DebtRaisedProgress.tsx'

type Debt = NonNullable<EarnProduct['debt']>

/** A borrower's project in a list: who, what for, what is promised for how long, and how much is there. */
export function DebtProjectCard({ product, debt }: { product: EarnProduct; debt: Debt }) {
  const { id, name, icon, days, currency, riskGrade } = product
  const rate = formatFractionAsPercent(debt.annualRate)
  return (
    <CardLink to={path.bond} search={{ id }} data-product={id}>
      <Row as="span" wrap align="center" justify="between" gap={3} rowGap={1} className={styles.head}>
        <Row as="span" align="center" gap={2} className={styles.named}>
          <IconImage src={icon} />
          <strong>{name}</strong>
        </Row>
        <DebtProjectStateChip debt={debt} />
      </Row>
      <Text as="span" tone="muted">
        {debt.borrower}
      </Text>
      <Grid as="span" columns="fit" gap={3} rowGap={2} className={styles.pair}>
        <span>
          <Text as="span" tone="quiet">
            <Trans>Interest in a year, agreed</Trans>
          </Text>
          <Text as="span" size="inherit" weight="medium" tabular className={styles.figure}>
            {rate}
          </Text>
        </span>
        <span>
          <Text as="span" tone="quiet">
            <Trans context="of a debt">Term</Trans>
          </Text>
          <Text as="span" size="inherit" weight="medium" tabular className={styles.figure}>
            <Plural value={days} one="# day" other="# days" />
          </Text>
        </span>
      </Grid>
      <DebtRaisedProgress debt={debt} currency={currency} />
      <span className={styles.small}>
        <ProductRiskGradeLabel grade={riskGrade} />
      </span>
    </CardLink>
  )
}
