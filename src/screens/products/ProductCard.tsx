import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Product } from '#contract/calls/products.ts'
import { productStatus } from '#contract/states.ts'
import { larger, subtract, zero } from '#rules/decimal.ts'
import { path } from '#sitemap'
import { Chip } from '#ui/Chip.tsx'
import { Mark } from '#ui/Mark.tsx'
import { CardLink } from '#widgets/CardLink.tsx'
import { BackingLine } from '#widgets/products/BackingLine.tsx'
import { RiskGrade } from '#widgets/products/ProductRisks.tsx'
import { saleWords } from '#widgets/products/productWords.ts'
import type { EarnType } from '#widgets/products/productSearch.ts'
import { RateLine } from '#widgets/products/RateLine.tsx'
import { exactAmount } from '#widgets/products/rateText.ts'
import styles from './Earn.module.css'
import { NavLine } from './NavLine.tsx'

/** One product: how long, what its days were like, what stands behind it and how much is left. */
export function ProductCard({ product }: { product: Product }) {
  return (
    <CardLink loose to={path.earnProduct} search={{ type: product.type as EarnType, id: product.id }} data-product={product.id}>
      <ProductHead product={product} />
      {product.rateKind === 'nav' ? <NavLine product={product} /> : <RateLine product={product} />}
      <p className={styles.quiet}>
        <BackingLine backing={product.backing} />
      </p>
      <p className={styles.foot}>
        <RiskGrade grade={product.riskGrade} />
        <LeftLine product={product} />
      </p>
    </CardLink>
  )
}

/** Name, term, and what stands in the way. */
function ProductHead({ product: { name, icon, days, status, levelLimit } }: { product: Product }) {
  const { i18n } = useLingui()
  const sale = saleWords[status]
  return (
    <span className={styles.head}>
      <span className={styles.named}>
        <Mark src={icon} />
        <strong className={styles.title}>{name}</strong>
      </span>
      <span className={styles.chips}>
        <Chip>{days === 0 ? <Trans>No fixed end</Trans> : <Plural value={days} one="# day" other="# days" />}</Chip>
        {levelLimit > 0 && (
          <Chip tone="brass">
            <Trans>From level {levelLimit}</Trans>
          </Chip>
        )}
        {status !== productStatus.open && sale && <Chip tone="warn">{i18n._(sale)}</Chip>}
      </span>
    </span>
  )
}

/** From how much, or how much is left where there is a limit to it. */
export function LeftLine({ product: { totalCap, sold, currency, minMoney } }: { product: Product }) {
  const least = exactAmount(minMoney)
  if (totalCap === null) {
    return (
      <span>
        <Trans>
          From {least} {currency}
        </Trans>
      </span>
    )
  }
  const left = exactAmount(larger(subtract(totalCap, sold), zero))
  return (
    <span>
      <Trans>
        {left} {currency} left
      </Trans>
    </span>
  )
}
