import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dataAsOf } from '#api/dataAsOf.ts'
import { useAccountType } from '#api/accountType.ts'
import { apiReadQuery } from '#api/query.ts'
import { trading } from '#contract/calls/trading.ts'
import type { FastTradeOrder } from '#contract/orders/fast.ts'
import { createOrderKindGuard } from '#contract/orders/kind.ts'
import { posType } from '#contract/states.ts'
import { path } from '#sitemap'
import { formatDateTime } from '#i18n/date.ts'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/Empty.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { DataAgeChip } from '#widgets/content/DataAgeChip.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { SwapAmounts, SwapReceiptSheet } from './SwapReceiptSheet.tsx'

const shownCount = 5

/** The newest fast trades, each with its receipt; all of them stand among the swaps. */
export function RecentFastTradesSection() {
  const { t } = useLingui()
  const [open, setOpen] = useState<FastTradeOrder>()
  const listParams = { accountType: useAccountType(), posType: posType.fastTrade, pageSize: shownCount }
  const { data, dataUpdatedAt, error, refetch } = useQuery(apiReadQuery(trading.positions, listParams))
  const fastTrades = data?.records.filter(createOrderKindGuard(5))
  return (
    <Section title={t`Fast trades`} action={<DataAgeChip at={error && data ? dataAsOf(data, dataUpdatedAt) : undefined} />}>
      {!fastTrades ? (
        error ? (
          <LoadErrorState title={t`Your swaps could not be read`} error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton lines={3} />
        )
      ) : fastTrades.length === 0 ? (
        <EmptyState text={t`Every fast trade will be here, with its receipt.`} />
      ) : (
        <>
          <Card flush>
            {fastTrades.map((one) => (
              <ListRow
                key={one.id}
                title={`${one.fromCurrency} → ${one.toCurrency}`}
                subtitle={formatDateTime(one.createTime)}
                trailing={<SwapAmounts made={one} />}
                onClick={() => setOpen(one)}
              />
            ))}
          </Card>
          <ButtonLink to={path.swapOrders} kind="quiet" wide>
            <Trans>All swaps</Trans>
          </ButtonLink>
        </>
      )}
      <SwapReceiptSheet made={open} onClose={() => setOpen(undefined)} />
    </Section>
  )
}
