import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { ApiError } from '#api/apiError.ts'
import { madeAt } from '#api/age.ts'
import { query } from '#api/query.ts'
import { serverNow } from '#api/serverClock.ts'
import { useConnection } from '#api/socket.ts'
import { type LoanOrder, loans } from '#contract/calls/loans.ts'
import { loanKind, loanStatus } from '#contract/states.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { AgeChip } from '#widgets/AgeChip.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { AddCollateralSheet } from './AddCollateralSheet.tsx'
import { EndLoanSheet } from './EndLoanSheet.tsx'
import { LoanPage } from './LoanPage.tsx'
import styles from './Loans.module.css'
import { RepaySheet } from './RepaySheet.tsx'

/** Soon decided, or moving with a price. */
const soonMs = 4_000
const runningMs = 20_000

const isRunning = ({ status }: LoanOrder): boolean => status === loanStatus.paid || status === loanStatus.overdue
const isAsked = ({ status }: LoanOrder): boolean => status >= loanStatus.pendingReview && status <= loanStatus.passed
const canGoBack = ({ status, returnUntil }: LoanOrder): boolean =>
  status === loanStatus.paid && returnUntil !== null && returnUntil > serverNow()

type Wish = 'repay' | 'collateral' | 'end'

/** One loan: where it stands, what is owed and until when, and everything that can be done about it. */
export function LoanDetail({ id }: { id: string }) {
  const { t } = useLingui()
  const [wish, setWish] = useState<Wish>()
  const isOffline = useConnection() === 'offline'
  const { data, error, dataUpdatedAt, refetch, isFetching } = useQuery({
    ...query(loans.loanOrder, { id }),
    refetchInterval: ({ state: { data: seen } }) => (!seen ? false : isAsked(seen) ? soonMs : isRunning(seen) ? runningMs : false),
  })
  const close = () => setWish(undefined)
  return (
    <ScreenLayout
      title={t({ message: 'Loan', context: 'one of them' })}
      back={path.loanOrders}
      chips={<AgeChip at={data && (error || isOffline) ? madeAt(data, dataUpdatedAt) : undefined} />}
      bottom={data && <Ways order={data} isOffline={isOffline} onWish={setWish} />}
    >
      {data ? (
        <LoanPage order={data} />
      ) : error instanceof ApiError && error.key === 'NOT_FOUND' ? (
        <Empty
          text={t`Nothing of yours has this number.`}
          action={
            <ButtonLink to={path.loanOrders} kind="secondary">
              <Trans>My loans</Trans>
            </ButtonLink>
          }
        />
      ) : error ? (
        <FailedRead title={t`This loan could not be read`} error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <>
          <Card>
            <Skeleton lines={3} height={1.5} />
          </Card>
          <Card>
            <Skeleton lines={8} height={1.25} />
          </Card>
        </>
      )}
      {data && wish === 'repay' && <RepaySheet order={data} onClose={close} />}
      {data && wish === 'collateral' && <AddCollateralSheet order={data} onClose={close} />}
      {data && wish === 'end' && <EndLoanSheet order={data} isReturn={isRunning(data)} onClose={close} />}
    </ScreenLayout>
  )
}

function Ways({ order, isOffline, onWish }: { order: LoanOrder; isOffline: boolean; onWish(wish: Wish): void }) {
  const { t } = useLingui()
  const noteId = useId()
  const shared = { disabled: isOffline, 'aria-describedby': isOffline ? noteId : undefined }
  if (isAsked(order)) {
    return (
      <Button
        kind="secondary"
        size="large"
        wide
        disabled={isOffline}
        reason={isOffline ? t`Needs a connection` : undefined}
        onClick={() => onWish('end')}
      >
        <Trans>Cancel this request</Trans>
      </Button>
    )
  }
  if (!isRunning(order)) return null
  const isPledge = order.kind === loanKind.pledge
  return (
    <div className={styles.ways}>
      <div className={styles.choice} data-single={!isPledge && !canGoBack(order)}>
        {isPledge && (
          <Button kind="secondary" size="large" {...shared} onClick={() => onWish('collateral')}>
            <Trans>Add collateral</Trans>
          </Button>
        )}
        {!isPledge && canGoBack(order) && (
          <Button kind="secondary" size="large" {...shared} onClick={() => onWish('end')}>
            <Trans>Give it back</Trans>
          </Button>
        )}
        <Button size="large" {...shared} onClick={() => onWish('repay')}>
          <Trans>Repay</Trans>
        </Button>
      </div>
      {isPledge && canGoBack(order) && (
        <Button kind="quiet" wide {...shared} onClick={() => onWish('end')}>
          <Trans>Give it back free of charge</Trans>
        </Button>
      )}
      {isOffline && (
        <p id={noteId} className={styles.waysNote}>
          <Trans>Needs a connection</Trans>
        </p>
      )}
    </div>
  )
}
