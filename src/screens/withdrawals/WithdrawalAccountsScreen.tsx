import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { dataAsOf } from '#api/dataAsOf.ts'
import { useUser } from '#api/person.ts'
import { apiReadQuery } from '#api/query.ts'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import { maxWithdrawalAccounts, type WithdrawalAccount, withdrawals } from '#contract/calls/withdrawals.ts'
import { formatDateTime } from '#i18n/date.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/Empty.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { DataAgeChip } from '#widgets/content/DataAgeChip.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { EditableWithdrawalAccountRow } from './EditableWithdrawalAccountRow.tsx'
import { RemoveWithdrawalAccountSheet } from './RemoveWithdrawalAccountSheet.tsx'
import { Stack } from '#ui/Stack.tsx'

export interface WithdrawalAccountSheetProps {
  /** The one that is changed; undefined saves a new one. */
  account: WithdrawalAccount | undefined
  currency: string | undefined
  onClose(): void
}

interface SavedPlacesProps {
  type: 1 | 2
  title: string
  back: string
  empty: string
  addLabel: ReactNode
  /** A currency to save a place for at once. */
  initialCurrency: string | undefined
  onInitialCurrencyDone(): void
  sheet(props: WithdrawalAccountSheetProps): ReactNode
  children?: ReactNode
}

type Open = { kind: 'edit'; account: WithdrawalAccount | undefined } | { kind: 'remove'; account: WithdrawalAccount } | undefined

/** What is saved of one kind, and one more; both screens of the book are this. */
export function WithdrawalAccountsScreen({
  type,
  title,
  back,
  empty,
  addLabel,
  initialCurrency,
  onInitialCurrencyDone,
  sheet,
  children,
}: SavedPlacesProps) {
  const { t } = useLingui()
  const user = useUser()
  const { data, error, dataUpdatedAt, refetch, isFetching } = useQuery(apiReadQuery(withdrawals.accounts, {}))
  const { data: allowance } = useQuery(apiReadQuery(withdrawals.allowance, {}))
  const [open, setOpen] = useState<Open>(initialCurrency === undefined ? undefined : { kind: 'edit', account: undefined })
  const isOffline = useStreamConnectionState() === 'offline'
  const isVerified = user === undefined || user.kycStatus > 0
  const isFull = (data?.length ?? 0) >= maxWithdrawalAccounts
  const accountsOfType = data?.filter((account) => account.type === type)
  const close = () => {
    setOpen(undefined)
    if (initialCurrency !== undefined) onInitialCurrencyDone()
  }
  const why = isOffline ? t`Needs a connection` : isFull ? t`You can keep at most ${maxWithdrawalAccounts}` : undefined
  const until = allowance?.hold && formatDateTime(allowance.hold.until)
  return (
    <ScreenLayout
      title={title}
      back={back}
      chips={<DataAgeChip at={data && (error || isOffline) ? dataAsOf(data, dataUpdatedAt) : undefined} />}
      bottom={
        isVerified && (
          <Button size="large" wide disabled={why !== undefined} reason={why} onClick={() => setOpen({ kind: 'edit', account: undefined })}>
            {addLabel}
          </Button>
        )
      }
    >
      {until && (
        <Card tone="warn">
          <p>{t`Your sign-in details changed: new places wait until ${until}. Known ones stay open.`}</p>
        </Card>
      )}
      {accountsOfType ? (
        accountsOfType.length === 0 ? (
          <NoSavedAddresses text={empty} isVerified={isVerified} />
        ) : (
          <Card flush>
            {accountsOfType.map((account) => (
              <EditableWithdrawalAccountRow
                key={account.id}
                account={account}
                isOffline={isOffline}
                isHeld={allowance?.whitelistOnly === 1 || allowance?.hold != null}
                onEdit={() => setOpen({ kind: 'edit', account })}
                onRemove={() => setOpen({ kind: 'remove', account })}
              />
            ))}
          </Card>
        )
      ) : error ? (
        <LoadErrorState title={t`What you saved could not be read`} error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <Skeleton lines={6} />
      )}
      {children && <Stack gap={4}>{children}</Stack>}
      {open?.kind === 'edit' && sheet({ account: open.account, currency: initialCurrency, onClose: close })}
      {open?.kind === 'remove' && <RemoveWithdrawalAccountSheet account={open.account} onClose={close} />}
    </ScreenLayout>
  )
}

function NoSavedAddresses({ text, isVerified }: { text: string; isVerified: boolean }) {
  return (
    <EmptyState
      text={text}
      action={
        !isVerified && (
          <ButtonLink to={path.verification} size="large">
            <Trans>Verify your identity</Trans>
          </ButtonLink>
        )
      }
    />
  )
}
