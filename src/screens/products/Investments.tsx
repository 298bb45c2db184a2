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

export const Route = createFileRoute('/_signedIn/investment-orders')({
  validateSearch: readProductOrderSearchParams,
  component: Investments,
})

/** Arbitrage, pledge and AI-quant; machines and debts have lists of their own. */
const types = [1, 2, 3]

/** All one has invested, with its sums; with an id any order, of whatever kind: notices lead here. */
function Investments() {
  const { t } = useLingui()
  const { id } = Route.useSearch()
  const tone = useAccountScreenTone()
  if (id !== undefined) {
    return (
      <ProductOrderScreen key={id} id={id} back={path.investments}>
        {(order) => <ProductLinkRow order={order} />}
      </ProductOrderScreen>
    )
  }
  return (
    <ScreenLayout title={t`Investment orders`} back={path.me} tone={tone}>
      <ProductHoldingsSummary types={types} />
      <ProductOrderList
        types={types}
        addressOf={(order) => ({ to: path.investments, search: { id: order.id } })}
        empty={
          <EmptyState
            text={t`Everything you put money into will be here, with each day's income.`}
            action={
              <ButtonLink to={path.earnProducts} kind="secondary">
                <Trans>See what there is</Trans>
              </ButtonLink>
            }
          />
        }
      />
    </ScreenLayout>
  )
}
