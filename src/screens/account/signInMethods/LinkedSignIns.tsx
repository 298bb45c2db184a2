import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { type LinkedSignInMethod, signInMethods } from '#contract/calls/signInMethods.ts'
import { dataAsOf } from '#api/dataAsOf.ts'
import { useSystemSettings, useUser } from '#api/person.ts'
import { apiReadQuery } from '#api/query.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/Empty.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { DataAgeChip } from '#widgets/content/DataAgeChip.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { useIsOnline } from '#widgets/ScreenStatusChips.tsx'
import { AddSignInServiceSheet } from './AddSignInServiceSheet.tsx'
import { AddSignInWalletSheet } from './AddSignInWalletSheet.tsx'
import { LinkedSignInRow } from './LinkedSignInRow.tsx'
import styles from './Passkeys.module.css'
import { UnlinkSignInSheet } from './UnlinkSignInSheet.tsx'

export const Route = createFileRoute('/_signedIn/linked-sign-ins')({ component: LinkedSignIns })

type Service = { provider: string; name: string }

/** The wallets and other services that sign in to this account: see them, add one, remove any. */
function LinkedSignIns() {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const { data, error, dataUpdatedAt, refetch, isFetching } = useQuery(apiReadQuery(signInMethods.linked, {}))
  const [adding, setAdding] = useState<'wallet' | Service>()
  const [removing, setRemoving] = useState<LinkedSignInMethod>()
  return (
    <ScreenLayout
      title={t`Wallets and services`}
      back={path.security}
      chips={data && (error || !isOnline) ? <DataAgeChip at={dataAsOf(data, dataUpdatedAt)} /> : undefined}
      bottom={data && <AddSignInServiceRows linked={data} onAdd={setAdding} />}
    >
      <p className={styles.intro}>
        <Trans>What you add here signs you in without a password. Whoever has it can sign in to your account.</Trans>
      </p>
      {data ? (
        data.length === 0 ? (
          <EmptyState text={<Trans>No wallet and no other service signs in to your account.</Trans>} />
        ) : (
          <Card flush>
            <ul>
              {data.map((linked) => (
                <li key={linked.kind + linked.id} className={styles.item}>
                  <LinkedSignInRow linked={linked} canRemove={isOnline} onRemove={() => setRemoving(linked)} />
                </li>
              ))}
            </ul>
          </Card>
        )
      ) : error ? (
        <LoadErrorState title={t`Your wallets and services did not load`} error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Card>
          <Skeleton lines={4} height={1.25} />
        </Card>
      )}
      {adding === 'wallet' && <AddSignInWalletSheet onClose={() => setAdding(undefined)} />}
      {adding && adding !== 'wallet' && <AddSignInServiceSheet {...adding} onClose={() => setAdding(undefined)} />}
      {removing && <UnlinkSignInSheet linked={removing} onClose={() => setRemoving(undefined)} />}
    </ScreenLayout>
  )
}

/** What this server admits and this person does not have yet; a guest is shown the way to a full account. */
function AddSignInServiceRows({ linked, onAdd }: { linked: readonly LinkedSignInMethod[]; onAdd: (what: 'wallet' | Service) => void }) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const user = useUser()
  const settings = useSystemSettings()
  if (user?.isGuest === 1) {
    return (
      <ButtonLink to={path.addSignIn} size="large" wide>
        <Trans>Keep this account</Trans>
      </ButtonLink>
    )
  }
  const services = (settings?.providers ?? []).filter(({ provider }) => !linked.some((each) => each.provider === provider))
  const reason = isOnline ? undefined : t`Needs a connection`
  return (
    <>
      {settings?.loginMethods.includes('wallet') && (
        <Button size="large" wide disabled={!isOnline} reason={reason} onClick={() => onAdd('wallet')}>
          <Trans>Add a wallet</Trans>
        </Button>
      )}
      {services.map(({ provider, name }) => (
        <Button
          key={provider}
          kind="secondary"
          size="large"
          wide
          disabled={!isOnline}
          reason={reason}
          onClick={() => onAdd({ provider, name })}
        >
          <Trans>Add {name}</Trans>
        </Button>
      ))}
    </>
  )
}
