import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useAccountScreenTone } from '#api/accountType.ts'
import { apiReadQuery } from '#api/query.ts'
import { type ProductOrder, products } from '#contract/calls/products.ts'
import { productOrderStatus, earnProductType } from '#contract/states.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/Empty.tsx'
import { Section } from '#ui/Section.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { ProductOrderList } from '#widgets/products/ProductOrderList.tsx'
import { ProductOrderScreen } from '#widgets/products/ProductOrderScreen.tsx'
import { ProductHoldingsSummary } from '#widgets/products/ProductHoldingsSummary.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { readBondOrderSearchParams } from './bondsSearch.ts'
import { computeDebtRepaymentPlan } from './repaymentPlan.ts'
import { RepaymentPlanTable } from './RepaymentPlanTable.tsx'

export const Route = createFileRoute('/_signedIn/bond-orders')({ component: BondOrders, validateSearch: readBondOrderSearchParams })

const types = [earnProductType.debt]

/** What one has lent, or with an id one order of it. */
function BondOrders() {
  const { t } = useLingui()
  const { id } = Route.useSearch()
  const tone = useAccountScreenTone()
  if (id !== undefined) {
    return (
      <ProductOrderScreen key={id} id={id} back={path.bondOrders}>
        {(order) => <LentAmount order={order} />}
      </ProductOrderScreen>
    )
  }
  return (
    <ScreenLayout title={t`Debt orders`} back={path.bonds} tone={tone}>
      <ProductHoldingsSummary types={types} />
      <ProductOrderList
        types={types}
        addressOf={(order) => ({ to: path.bondOrders, search: { id: order.id } })}
        empty={
          <EmptyState
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
function LentAmount({ order: { productId, accountType, money, currency, days, status } }: { order: ProductOrder }) {
  const { t } = useLingui()
  const { data } = useQuery(apiReadQuery(products.product, { id: productId, accountType: accountType === 1 ? 1 : 2 }))
  const isAgreed = status === productOrderStatus.notStarted || status === productOrderStatus.running || status === productOrderStatus.frozen
  return (
    <>
      {data?.debt && isAgreed && (
        <Section title={t`Repayments as agreed`}>
          <Card>
            <RepaymentPlanTable plan={computeDebtRepaymentPlan(money, data.debt, days)} currency={currency} />
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
