import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { madeAt } from '#api/age.ts'
import { query } from '#api/query.ts'
import { useConnection } from '#api/socket.ts'
import { alerts, mostAlerts, type PriceAlert } from '#contract/calls/alerts.ts'
import { market } from '#contract/calls/market.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { AgeChip } from '#widgets/AgeChip.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { AlertRow } from './AlertRow.tsx'
import styles from './Alerts.module.css'
import { AlertSheet } from './AlertSheet.tsx'
import { readAlertsSearch } from './alertsSearch.ts'
import { RemovedRow } from './RemovedRow.tsx'

export const Route = createFileRoute('/_signedIn/alerts')({ component: Alerts, validateSearch: readAlertsSearch })

/** Prices to be told of: what waits, what was told, and one more (product §1.5 call 100). */
function Alerts() {
  const { t } = useLingui()
  const { symbol } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data, error, dataUpdatedAt, refetch, isFetching } = useQuery(query(alerts.list, {}))
  const symbols = useQuery(query(market.symbols, {})).data
  const [sheet, setSheet] = useState<PriceAlert | 'new' | undefined>(symbol === undefined ? undefined : 'new')
  const [removed, setRemoved] = useState<PriceAlert>()
  const isOffline = useConnection() === 'offline'
  const shown = data?.filter(({ id }) => id !== removed?.id)
  const isFull = (data?.length ?? 0) >= mostAlerts
  const close = () => {
    setSheet(undefined)
    // Coming back to this address should not open it again.
    if (symbol !== undefined) void navigate({ search: {}, replace: true })
  }
  return (
    <ScreenLayout
      title={t`Price alerts`}
      back={path.me}
      chips={<AgeChip at={error && data ? madeAt(data, dataUpdatedAt) : undefined} />}
      bottom={
        <Button
          size="large"
          wide
          disabled={isOffline || isFull || !symbols}
          reason={isOffline ? t`Needs a connection` : isFull ? t`You can keep at most ${mostAlerts} alerts` : undefined}
          onClick={() => setSheet('new')}
        >
          <Trans>New alert</Trans>
        </Button>
      }
    >
      {removed && <RemovedRow key={removed.id} removed={removed} symbols={symbols} onDone={() => setRemoved(undefined)} />}
      {shown ? (
        shown.length === 0 ? (
          !removed && <Empty text={t`Choose a market and a price. You are told in the app once a second’s price reaches it.`} />
        ) : (
          <Card flush>
            {shown.map((alert) => (
              <AlertRow
                key={alert.id}
                alert={alert}
                listed={symbols?.find((one) => one.symbol === alert.symbol)}
                isOffline={isOffline}
                onChange={() => setSheet(alert)}
                onRemoved={() => setRemoved(alert)}
              />
            ))}
          </Card>
        )
      ) : error ? (
        <FailedRead title={t`Your alerts could not be read`} error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <Skeleton lines={6} />
      )}
      <Card flush>
        <RowLink to={path.messages} title={t`Messages`} subtitle={t`Every alert that was told is kept there`} />
      </Card>
      <p className={styles.note}>
        <Trans>
          Alerts look at the recorded price of every second, also while the app is closed. They tell; they never trade. While a market is
          closed it has no price, and nothing is told.
        </Trans>
      </p>
      {sheet !== undefined && symbols && (
        <AlertSheet
          key={sheet === 'new' ? 'new' : sheet.id}
          symbols={symbols}
          alert={sheet === 'new' ? undefined : sheet}
          symbol={sheet === 'new' ? symbol : sheet.symbol}
          onClose={close}
        />
      )}
    </ScreenLayout>
  )
}
