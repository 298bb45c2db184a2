import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { dataAsOf } from '#api/dataAsOf.ts'
import { apiReadQuery } from '#api/query.ts'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import { alerts, maxPriceAlerts, type PriceAlert } from '#contract/calls/alerts.ts'
import { market, type MarketWithPrice } from '#contract/calls/market.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/Empty.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { DataAgeChip } from '#widgets/content/DataAgeChip.tsx'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { withoutDelistedMarkets } from '#widgets/market/tradingEnd.ts'
import { PriceAlertRow } from './PriceAlertRow.tsx'
import { Text } from '#ui/Text.tsx'
import { PriceAlertSheet } from './PriceAlertSheet.tsx'
import { readPriceAlertsSearchParams } from './alertsSearch.ts'
import { RemovedPriceAlertRow } from './RemovedPriceAlertRow.tsx'

export const Route = createFileRoute('/_signedIn/alerts')({ component: Alerts, validateSearch: readPriceAlertsSearchParams })

/** Prices to be told of: what waits, what was told, and one more (docs/rules/prices.md). */
function Alerts() {
  const { t } = useLingui()
  const { symbol } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data, error, dataUpdatedAt, refetch, isFetching } = useQuery(apiReadQuery(alerts.list, {}))
  const symbols = useQuery(apiReadQuery(market.symbols, {})).data
  const [sheet, setSheet] = useState<PriceAlert | 'new' | undefined>(symbol === undefined ? undefined : 'new')
  const [removed, setRemoved] = useState<PriceAlert>()
  const isOffline = useStreamConnectionState() === 'offline'
  const visibleAlerts = data?.filter(({ id }) => id !== removed?.id)
  const isFull = (data?.length ?? 0) >= maxPriceAlerts
  const close = () => {
    setSheet(undefined)
    // Coming back to this address should not open it again.
    if (symbol !== undefined) void navigate({ search: {}, replace: true })
  }
  return (
    <ScreenLayout
      title={t`Price alerts`}
      back={path.me}
      chips={<DataAgeChip at={error && data ? dataAsOf(data, dataUpdatedAt) : undefined} />}
      bottom={
        <Button
          size="large"
          wide
          disabled={isOffline || isFull || !symbols}
          reason={isOffline ? t`Needs a connection` : isFull ? t`You can keep at most ${maxPriceAlerts} alerts` : undefined}
          onClick={() => setSheet('new')}
        >
          <Trans>New alert</Trans>
        </Button>
      }
    >
      {removed && <RemovedPriceAlertRow key={removed.id} removed={removed} symbols={symbols} onDone={() => setRemoved(undefined)} />}
      {visibleAlerts ? (
        visibleAlerts.length > 0 ? (
          <AlertRows alerts={visibleAlerts} symbols={symbols} isOffline={isOffline} onChange={setSheet} onRemoved={setRemoved} />
        ) : (
          !removed && <EmptyState text={t`Choose a market and a price. You are told in the app once a second’s price reaches it.`} />
        )
      ) : error ? (
        <LoadErrorState title={t`Your alerts could not be read`} error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <Skeleton lines={6} />
      )}
      <Card flush>
        <RowLink to={path.messages} title={t`Messages`} subtitle={t`Every alert that was told is kept there`} />
      </Card>
      <Text tone="quiet">
        <Trans>
          Alerts look at the recorded price of every second, also while the app is closed. They tell; they never trade. While a market is
          closed it has no price, and nothing is told.
        </Trans>
      </Text>
      {sheet !== undefined && symbols && (
        <PriceAlertSheet
          key={sheet === 'new' ? 'new' : sheet.id}
          symbols={withoutDelistedMarkets(symbols)}
          alert={sheet === 'new' ? undefined : sheet}
          symbol={sheet === 'new' ? symbol : sheet.symbol}
          onClose={close}
        />
      )}
    </ScreenLayout>
  )
}

interface AlertRowsProps {
  alerts: readonly PriceAlert[]
  symbols: readonly MarketWithPrice[] | undefined
  isOffline: boolean
  onChange: (alert: PriceAlert) => void
  onRemoved: (alert: PriceAlert) => void
}

function AlertRows({ alerts: visibleAlerts, symbols, isOffline, onChange, onRemoved }: AlertRowsProps) {
  return (
    <Card flush>
      {visibleAlerts.map((alert) => (
        <PriceAlertRow
          key={alert.id}
          alert={alert}
          market={symbols?.find((one) => one.symbol === alert.symbol)}
          isOffline={isOffline}
          onChange={() => onChange(alert)}
          onRemoved={() => onRemoved(alert)}
        />
      ))}
    </Card>
  )
}
