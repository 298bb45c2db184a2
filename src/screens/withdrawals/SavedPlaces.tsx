import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { madeAt } from '#api/age.ts'
import { useUser } from '#api/person.ts'
import { query } from '#api/query.ts'
import { useConnection } from '#api/socket.ts'
import { mostAccounts, type WithdrawalAccount, withdrawals } from '#contract/calls/withdrawals.ts'
import { formatTime } from '#i18n/date.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { AgeChip } from '#widgets/AgeChip.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { PlaceRow } from './PlaceRow.tsx'
import { RemoveSheet } from './RemoveSheet.tsx'
import styles from './Withdrawals.module.css'

export interface PlaceSheetProps {
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
  wished: string | undefined
  onWishDone(): void
  sheet(props: PlaceSheetProps): ReactNode
  children?: ReactNode
}

type Open = { kind: 'edit'; account: WithdrawalAccount | undefined } | { kind: 'remove'; account: WithdrawalAccount } | undefined

/** What is saved of one kind, and one more; both screens of the book are this. */
export function SavedPlaces({ type, title, back, empty, addLabel, wished, onWishDone, sheet, children }: SavedPlacesProps) {
  const { t } = useLingui()
  const user = useUser()
  const { data, error, dataUpdatedAt, refetch, isFetching } = useQuery(query(withdrawals.accounts, {}))
  const { data: allowance } = useQuery(query(withdrawals.allowance, {}))
  const [open, setOpen] = useState<Open>(wished === undefined ? undefined : { kind: 'edit', account: undefined })
  const isOffline = useConnection() === 'offline'
  const isVerified = user === undefined || user.kycStatus > 0
  const isFull = (data?.length ?? 0) >= mostAccounts
  const shown = data?.filter((account) => account.type === type)
  const close = () => {
    setOpen(undefined)
    if (wished !== undefined) onWishDone()
  }
  const why = isOffline ? t`Needs a connection` : isFull ? t`You can keep at most ${mostAccounts}` : undefined
  const until = allowance?.hold && formatTime(allowance.hold.until)
  return (
    <ScreenLayout
      title={title}
      back={back}
      chips={<AgeChip at={data && (error || isOffline) ? madeAt(data, dataUpdatedAt) : undefined} />}
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
      {shown ? (
        shown.length === 0 ? (
          <Empty
            text={empty}
            action={
              !isVerified && (
                <ButtonLink to={path.verification} size="large">
                  <Trans>Verify your identity</Trans>
                </ButtonLink>
              )
            }
          />
        ) : (
          <Card flush>
            {shown.map((account) => (
              <PlaceRow
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
        <FailedRead title={t`What you saved could not be read`} error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <Skeleton lines={6} />
      )}
      {children && <div className={styles.form}>{children}</div>}
      {open?.kind === 'edit' && sheet({ account: open.account, currency: wished, onClose: close })}
      {open?.kind === 'remove' && <RemoveSheet account={open.account} onClose={close} />}
    </ScreenLayout>
  )
}
