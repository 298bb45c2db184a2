import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useAccountScreenTone } from '#api/accountType.ts'
import { path } from '#sitemap'
import { EmptyState } from '#ui/Empty.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { ProductOrderList } from '#widgets/products/ProductOrderList.tsx'
import { ProductOrderScreen } from '#widgets/products/ProductOrderScreen.tsx'
import { ProductHoldingsSummary } from '#widgets/products/ProductHoldingsSummary.tsx'
import { readProductOrderSearchParams } from '#widgets/products/productSearch.ts'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { ProductLinkRow } from './ProductLinkRow.tsx'
import { useEarnTypeNameAndArticle } from './useEarnWords.ts'

export const Route = createFileRoute('/_signedIn/taoliOrder')({ validateSearch: readProductOrderSearchParams, component: Orders })

/** One's orders of one kind; with an id that one, its incomes and the way out. */
function Orders() {
  const { t } = useLingui()
  const { type = 1, id } = Route.useSearch()
  const { name } = useEarnTypeNameAndArticle(type)
  const tone = useAccountScreenTone()
  if (id !== undefined) {
    return (
      <ProductOrderScreen key={id} id={id} back={path.investments}>
        {(order) => <ProductLinkRow order={order} />}
      </ProductOrderScreen>
    )
  }
  return (
    <ScreenLayout title={name} back={path.earnProducts} tone={tone}>
      <ProductHoldingsSummary types={[type]} />
      <ProductOrderList
        key={type}
        types={[type]}
        addressOf={(order) => ({ to: path.earnOrders, search: { type, id: order.id } })}
        empty={
          <EmptyState
            text={t`Every order of this kind will be here, with each day's income.`}
            action={
              <ButtonLink to={path.earnProducts} search={{ type }} kind="secondary">
                <Trans>See what there is</Trans>
              </ButtonLink>
            }
          />
        }
      />
    </ScreenLayout>
  )
}
