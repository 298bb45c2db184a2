import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useBookTone } from '#api/book.ts'
import { productType } from '#contract/states.ts'
import { path } from '#sitemap'
import { Empty } from '#ui/Empty.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { OrderList } from '#widgets/products/OrderList.tsx'
import { OrderScreen } from '#widgets/products/OrderScreen.tsx'
import { OrderStat } from '#widgets/products/OrderStat.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import styles from './Mining.module.css'
import { readMiningOrderSearch } from './miningSearch.ts'

export const Route = createFileRoute('/_signedIn/mining-orders')({ component: MiningOrders, validateSearch: readMiningOrderSearch })

const types = [productType.miner]

/** One's own machines, or with an id one order of them (product §4.2 row 26). */
function MiningOrders() {
  const { t } = useLingui()
  const { id } = Route.useSearch()
  const tone = useBookTone()
  if (id !== undefined) {
    return (
      <OrderScreen key={id} id={id} back={path.miningOrders}>
        {() => (
          <p className={styles.quiet}>
            <Trans>The price of a machine does not come back. A day on which power costs more than the output brings nothing.</Trans>
          </p>
        )}
      </OrderScreen>
    )
  }
  return (
    <ScreenLayout title={t`Mining orders`} back={path.mining} tone={tone}>
      <OrderStat types={types} />
      <OrderList
        types={types}
        addressOf={(order) => ({ to: path.miningOrders, search: { id: order.id } })}
        empty={
          <Empty
            text={t`Machines that you buy will be here, with what each day brings.`}
            action={
              <ButtonLink to={path.mining} kind="secondary">
                <Trans>See the machines</Trans>
              </ButtonLink>
            }
          />
        }
      />
    </ScreenLayout>
  )
}
