import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useBookTone } from '#api/book.ts'
import { path } from '#sitemap'
import { Empty } from '#ui/Empty.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { OrderList } from '#widgets/products/OrderList.tsx'
import { OrderScreen } from '#widgets/products/OrderScreen.tsx'
import { OrderStat } from '#widgets/products/OrderStat.tsx'
import { readOrderSearch } from '#widgets/products/productSearch.ts'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { ProductRow } from './ProductRow.tsx'

export const Route = createFileRoute('/_signedIn/investment-orders')({ validateSearch: readOrderSearch, component: Investments })

/** Arbitrage, pledge and AI-quant; machines and debts have lists of their own. */
const types = [1, 2, 3]

/** All one has invested, with its sums; with an id any order, of whatever kind: notices lead here. */
function Investments() {
  const { t } = useLingui()
  const { id } = Route.useSearch()
  const tone = useBookTone()
  if (id !== undefined) {
    return (
      <OrderScreen key={id} id={id} back={path.investments}>
        {(order) => <ProductRow order={order} />}
      </OrderScreen>
    )
  }
  return (
    <ScreenLayout title={t`Investment orders`} back={path.me} tone={tone}>
      <OrderStat types={types} />
      <OrderList
        types={types}
        addressOf={(order) => ({ to: path.investments, search: { id: order.id } })}
        empty={
          <Empty
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
