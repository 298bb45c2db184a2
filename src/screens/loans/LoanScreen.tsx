import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { ApiError } from '#api/apiError.ts'
import { dataAsOf } from '#api/dataAsOf.ts'
import { apiReadQuery } from '#api/query.ts'
import { serverNow } from '#api/serverClock.ts'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import { type LoanOrder, loans } from '#contract/calls/loans.ts'
import { loanKind, loanStatus } from '#contract/states.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/Empty.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { DataAgeChip } from '#widgets/content/DataAgeChip.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { AddCollateralSheet } from './AddCollateralSheet.tsx'
import { CancelOrReturnLoanSheet } from './CancelOrReturnLoanSheet.tsx'
import { LoanPageContent } from './LoanPageContent.tsx'
import { Grid } from '#ui/Grid.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Loans.module.css'
import { RepaySheet } from './RepaySheet.tsx'

/** Soon decided, or moving with a price. */
const reviewPollMs = 4_000
const runningPollMs = 20_000

const isRunning = ({ status }: LoanOrder): boolean => status === loanStatus.paid || status === loanStatus.overdue
const isUnderReview = ({ status }: LoanOrder): boolean => status >= loanStatus.pendingReview && status <= loanStatus.passed
const canReturn = ({ status, returnUntil }: LoanOrder): boolean =>
  status === loanStatus.paid && returnUntil !== null && returnUntil > serverNow()

type LoanSheet = 'repay' | 'collateral' | 'end'

/** One loan: where it stands, what is owed and until when, and everything that can be done about it. */
export function LoanScreen({ id }: { id: string }) {
  const { t } = useLingui()
  const [openSheet, setOpenSheet] = useState<LoanSheet>()
  const isOffline = useStreamConnectionState() === 'offline'
  const { data, error, dataUpdatedAt, refetch, isFetching } = useQuery({
    ...apiReadQuery(loans.loanOrder, { id }),
    refetchInterval: ({ state: { data: loadedLoan } }) =>
      !loadedLoan ? false : isUnderReview(loadedLoan) ? reviewPollMs : isRunning(loadedLoan) ? runningPollMs : false,
  })
  const close = () => setOpenSheet(undefined)
  return (
    <ScreenLayout
      title={t({ message: 'Loan', context: 'one of them' })}
      back={path.loanOrders}
      chips={<DataAgeChip at={data && (error || isOffline) ? dataAsOf(data, dataUpdatedAt) : undefined} />}
      bottom={data && <LoanActions order={data} isOffline={isOffline} onOpenSheet={setOpenSheet} />}
    >
      {data ? (
        <LoanPageContent order={data} />
      ) : error instanceof ApiError && error.key === 'NOT_FOUND' ? (
        <EmptyState
          text={t`Nothing of yours has this number.`}
          action={
            <ButtonLink to={path.loanOrders} kind="secondary">
              <Trans>My loans</Trans>
            </ButtonLink>
          }
        />
      ) : error ? (
        <LoadErrorState title={t`This loan could not be read`} error={error} busy={isFetching} onRetry={() => void refetch()} />
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
      {data && openSheet === 'repay' && <RepaySheet order={data} onClose={close} />}
      {data && openSheet === 'collateral' && <AddCollateralSheet order={data} onClose={close} />}
      {data && openSheet === 'end' && <CancelOrReturnLoanSheet order={data} isReturn={isRunning(data)} onClose={close} />}
    </ScreenLayout>
  )
}

function LoanActions({ order, isOffline, onOpenSheet }: { order: LoanOrder; isOffline: boolean; onOpenSheet(sheet: LoanSheet): void }) {
  const { t } = useLingui()
  const noteId = useId()
  const shared = { disabled: isOffline, 'aria-describedby': isOffline ? noteId : undefined }
  if (isUnderReview(order)) {
    return (
      <Button
        kind="secondary"
        size="large"
        wide
        disabled={isOffline}
        reason={isOffline ? t`Needs a connection` : undefined}
        onClick={() => onOpenSheet('end')}
      >
        <Trans>Cancel this request</Trans>
      </Button>
    )
  }
  if (!isRunning(order)) return null
  const isPledge = order.kind === loanKind.pledge
  return (
    <Grid gap={2}>
      <Grid columns={2} gap={3} className={styles.choice} data-single={!isPledge && !canReturn(order)}>
        {isPledge && (
          <Button kind="secondary" size="large" {...shared} onClick={() => onOpenSheet('collateral')}>
            <Trans>Add collateral</Trans>
          </Button>
        )}
        {!isPledge && canReturn(order) && (
          <Button kind="secondary" size="large" {...shared} onClick={() => onOpenSheet('end')}>
            <Trans>Give it back</Trans>
          </Button>
        )}
        <Button size="large" {...shared} onClick={() => onOpenSheet('repay')}>
          <Trans>Repay</Trans>
        </Button>
      </Grid>
      {isPledge && canReturn(order) && (
        <Button kind="quiet" wide {...shared} onClick={() => onOpenSheet('end')}>
          <Trans>Give it back free of charge</Trans>
        </Button>
      )}
      {isOffline && (
        <Text id={noteId} tone="muted" className={styles.waysNote}>
          <Trans>Needs a connection</Trans>
        </Text>
      )}
    </Grid>
  )
}
