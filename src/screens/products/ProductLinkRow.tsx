import { useLingui } from '@lingui/react/macro'
import type { ProductOrder } from '#contract/calls/products.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { isArbitragePledgeQuantType } from '#widgets/products/productSearch.ts'

/** From an order to its product. */
export function ProductLinkRow({ order: { type, productId } }: { order: ProductOrder }) {
  const { t } = useLingui()
  if (!isArbitragePledgeQuantType(type)) return null
  return (
    <Card flush>
      <RowLink
        to={path.earnProduct}
        search={{ type: type, id: productId }}
        title={t`The product`}
        subtitle={t`Its days, its risks, what stands behind it`}
      />
    </Card>
  )
}
