import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { EarnProduct } from '#contract/calls/products.ts'
import { earnProductStatus } from '#contract/states.ts'
import { largerDecimal, subtract, zero } from '#rules/decimal.ts'
import { path } from '#sitemap'
import { Chip } from '#ui/Chip.tsx'
import { IconImage } from '#ui/icons/IconImage.tsx'
import { CardLink } from '#widgets/CardLink.tsx'
import { ProductBackingText } from '#widgets/products/ProductBackingText.tsx'
import { ProductRiskGradeLabel } from '#widgets/products/ProductRiskList.tsx'
import { productStatusLabels } from '#widgets/products/productWords.ts'
import type { ArbitragePledgeQuantType } from '#widgets/products/productSearch.ts'
import { ProductRateText } from '#widgets/products/ProductRateText.tsx'
import { formatExactAmount } from '#widgets/products/rateText.ts'
import { Row } from '#ui/Row.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Earn.module.css'
import { UnitValueLine } from './UnitValueLine.tsx'

/** One product: how long, what its days were like, what stands behind it and how much is left. */
export function ProductCard({ product }: { product: EarnProduct }) {
  return (
    <CardLink
      loose
      to={path.earnProduct}
      search={{ type: product.type as ArbitragePledgeQuantType, id: product.id }}
      data-product={product.id}
    >
      <ProductHead product={product} />
      {product.rateKind === 'nav' ? <UnitValueLine product={product} /> : <ProductRateText product={product} />}
      <Text tone="muted">
        <ProductBackingText backing={product.backing} />
      </Text>
      <p className={styles.foot}>
        <ProductRiskGradeLabel grade={product.riskGrade} />
        <ProductRemainingOrMinimumLine product={product} />
      </p>
    </CardLink>
  )
}

/** Name, term, and what stands in the way. */
function ProductHead({ product: { name, icon, days, status, levelLimit } }: { product: EarnProduct }) {
  const { i18n } = useLingui()
  const sale = productStatusLabels[status]
  return (
    <Row as="span" wrap align="center" justify="between" gap={3} rowGap={1}>
      <Row as="span" align="center" gap={2} className={styles.named}>
        <IconImage src={icon} />
        <strong className={styles.title}>{name}</strong>
      </Row>
      <Row as="span" wrap gap={1}>
        <Chip>{days === 0 ? <Trans>No fixed end</Trans> : <Plural value={days} one="# day" other="# days" />}</Chip>
        {levelLimit > 0 && (
          <Chip tone="brass">
            <Trans>From level {levelLimit}</Trans>
          </Chip>
        )}
        {status !== earnProductStatus.open && sale && <Chip tone="warn">{i18n._(sale)}</Chip>}
      </Row>
    </Row>
  )
}

/** From how much, or how much is left where there is a limit to it. */
export function ProductRemainingOrMinimumLine({ product: { totalCap, sold, currency, minMoney } }: { product: EarnProduct }) {
  const least = formatExactAmount(minMoney)
  if (totalCap === null) {
    return (
      <span>
        <Trans>
          From {least} {currency}
        </Trans>
      </span>
    )
  }
  const left = formatExactAmount(largerDecimal(subtract(totalCap, sold), zero))
  return (
    <span>
      <Trans>
        {left} {currency} left
      </Trans>
    </span>
  )
}
