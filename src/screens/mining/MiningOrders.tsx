import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useAccountScreenTone } from '#api/accountType.ts'
import { earnProductType } from '#contract/states.ts'
import { path } from '#sitemap'
import { EmptyState } from '#ui/Empty.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { ProductOrderList } from '#widgets/products/ProductOrderList.tsx'
import { ProductOrderScreen } from '#widgets/products/ProductOrderScreen.tsx'
import { ProductHoldingsSummary } from '#widgets/products/ProductHoldingsSummary.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { Text } from '#ui/Text.tsx'
import { readMiningOrderSearchParams } from './miningSearch.ts'

export const Route = createFileRoute('/_signedIn/mining-orders')({ component: MiningOrders, validateSearch: readMiningOrderSearchParams })

const types = [earnProductType.miner]

/** One's own machines, or with an id one order of them. */
function MiningOrders() {
  const { t } = useLingui()
  const { id } = Route.useSearch()
  const tone = useAccountScreenTone()
  if (id !== undefined) {
    return (
      <ProductOrderScreen key={id} id={id} back={path.miningOrders}>
        {() => (
          <Text tone="muted">
            <Trans>The price of a machine does not come back. A day on which power costs more than the output brings nothing.</Trans>
          </Text>
        )}
      </ProductOrderScreen>
    )
  }
  return (
    <ScreenLayout title={t`Mining orders`} back={path.mining} tone={tone}>
      <ProductHoldingsSummary types={types} />
      <ProductOrderList
        types={types}
        addressOf={(order) => ({ to: path.miningOrders, search: { id: order.id } })}
        empty={
          <EmptyState
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
