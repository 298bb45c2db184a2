import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useBookTone } from '#api/book.ts'
import { query } from '#api/query.ts'
import { type ProductOrder, products } from '#contract/calls/products.ts'
import { productOrderStatus, productType } from '#contract/states.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Section } from '#ui/Section.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { OrderList } from '#widgets/products/OrderList.tsx'
import { OrderScreen } from '#widgets/products/OrderScreen.tsx'
import { OrderStat } from '#widgets/products/OrderStat.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { readBondOrderSearch } from './bondsSearch.ts'
import { planOf } from './plan.ts'
import { PlanTable } from './PlanTable.tsx'

export const Route = createFileRoute('/_signedIn/bond-orders')({ component: BondOrders, validateSearch: readBondOrderSearch })

const types = [productType.debt]

/** What one has lent, or with an id one order of it (product §4.2 row 27). */
function BondOrders() {
  const { t } = useLingui()
  const { id } = Route.useSearch()
  const tone = useBookTone()
  if (id !== undefined) {
    return (
      <OrderScreen key={id} id={id} back={path.bondOrders}>
        {(order) => <Lent order={order} />}
      </OrderScreen>
    )
  }
  return (
    <ScreenLayout title={t`Debt orders`} back={path.bonds} tone={tone}>
      <OrderStat types={types} />
      <OrderList
        types={types}
        addressOf={(order) => ({ to: path.bondOrders, search: { id: order.id } })}
        empty={
          <Empty
            text={t`What you lend will be here, with every repayment.`}
            action={
              <ButtonLink to={path.bonds} kind="secondary">
                <Trans>See the projects</Trans>
              </ButtonLink>
            }
          />
        }
      />
    </ScreenLayout>
  )
}

/** What the borrower owes for it, as agreed and until that is broken, and the way to the project. */
function Lent({ order: { productId, accountType, money, currency, days, status } }: { order: ProductOrder }) {
  const { t } = useLingui()
  const { data } = useQuery(query(products.product, { id: productId, accountType: accountType === 1 ? 1 : 2 }))
  const isAgreed = status === productOrderStatus.notStarted || status === productOrderStatus.running || status === productOrderStatus.frozen
  return (
    <>
      {data?.debt && isAgreed && (
        <Section title={t`Repayments as agreed`}>
          <Card>
            <PlanTable plan={planOf(money, data.debt, days)} currency={currency} />
          </Card>
        </Section>
      )}
      <Card flush>
        <RowLink
          to={path.bond}
          search={{ id: productId }}
          title={t`The project`}
          subtitle={t`Who borrows, what for, and what can go wrong`}
        />
      </Card>
    </>
  )
}
