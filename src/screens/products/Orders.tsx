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
import { useEarnWords } from './useEarnWords.ts'

export const Route = createFileRoute('/_signedIn/taoliOrder')({ validateSearch: readOrderSearch, component: Orders })

/** One's orders of one kind; with an id that one, its incomes and the way out (product §4.2 row 25). */
function Orders() {
  const { t } = useLingui()
  const { type = 1, id } = Route.useSearch()
  const { name } = useEarnWords(type)
  const tone = useBookTone()
  if (id !== undefined) {
    return (
      <OrderScreen key={id} id={id} back={path.investments}>
        {(order) => <ProductRow order={order} />}
      </OrderScreen>
    )
  }
  return (
    <ScreenLayout title={name} back={path.earnProducts} tone={tone}>
      <OrderStat types={[type]} />
      <OrderList
        key={type}
        types={[type]}
        addressOf={(order) => ({ to: path.earnOrders, search: { type, id: order.id } })}
        empty={
          <Empty
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
