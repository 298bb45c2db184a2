import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { account } from '#contract/calls/account.ts'
import { dataAsOf } from '#api/dataAsOf.ts'
import type { ApiError } from '#api/apiError.ts'
import { apiReadQuery } from '#api/query.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { DataAgeChip } from '#widgets/content/DataAgeChip.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { useIsOnline } from '#widgets/ScreenStatusChips.tsx'
import { EndSessionSheet, type EndSessionTarget } from './EndSessionSheet.tsx'
import { SignInHistory } from './SignInHistory.tsx'
import { SessionRow } from './SessionRow.tsx'
import styles from './Sessions.module.css'
import { useApiErrorMessages } from '../signIn/useApiErrorMessages.ts'

export const Route = createFileRoute('/_signedIn/sessions')({ component: Sessions })

/** Where this account is signed in; any of them can be ended. */
function Sessions() {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const words = useApiErrorMessages()
  const { data, error, dataUpdatedAt, refetch, isFetching } = useQuery(apiReadQuery(account.sessions, {}))
  const [ending, setEnding] = useState<EndSessionTarget>()
  const others = data?.filter(({ current }) => !current) ?? []
  const isAlike = data !== undefined && new Set(data.map(({ device }) => device)).size < data.length
  const reason = isOnline ? undefined : t`Needs a connection`
  return (
    <ScreenLayout
      title={t`Devices signed in`}
      back={path.me}
      chips={data && (error || !isOnline) ? <DataAgeChip at={dataAsOf(data, dataUpdatedAt)} /> : undefined}
      bottom={
        others.length > 0 && (
          <Button kind="danger" size="large" wide disabled={!isOnline} reason={reason} onClick={() => setEnding('others')}>
            <Trans>End all other sessions</Trans>
          </Button>
        )
      }
    >
      <p className={styles.intro}>
        <Trans>If you do not know one of these, end it.</Trans>{' '}
        {isAlike && <Trans>Where two look alike, the time of signing in tells them apart.</Trans>}
      </p>
      {data ? (
        <Card flush>
          <ul>
            {data.map((session) => (
              <li key={session.id} className={styles.item}>
                <SessionRow session={session} canEnd={isOnline} reason={reason} onEnd={() => setEnding(session)} />
              </li>
            ))}
          </ul>
        </Card>
      ) : error ? (
        <ErrorState
          title={t`The list of devices did not load`}
          text={words(error as ApiError)}
          onRetry={() => void refetch()}
          retryLabel={t`Try again`}
          busy={isFetching}
          detail={(error as ApiError).traceId}
        />
      ) : (
        <Card>
          <Skeleton lines={6} height={1.25} />
        </Card>
      )}
      {data && others.length === 0 && (
        <p className={styles.intro}>
          <Trans>Only this device is signed in.</Trans>
        </p>
      )}
      <SignInHistory canAct={isOnline} reason={reason} />
      <EndSessionSheet ending={ending} onClose={() => setEnding(undefined)} />
    </ScreenLayout>
  )
}
