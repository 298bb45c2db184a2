import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { apiReadQuery } from '#api/query.ts'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import { usePagedList } from '#api/usePages.ts'
import { type LoanOrder, loans } from '#contract/calls/loans.ts'
import { loanStatus } from '#contract/states.ts'
import { formatDateTime } from '#i18n/date.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { Chip } from '#ui/Chip.tsx'
import { EmptyState } from '#ui/Empty.tsx'
import { SegmentedControl } from '#ui/fields/Segments.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { DataAgeChip } from '#widgets/content/DataAgeChip.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { RecordList } from '#widgets/RecordList.tsx'
import { formatLoanAmount } from './amounts.ts'
import styles from './Loans.module.css'
import { useLoanTexts } from './useLoanWords.ts'

const pageSize = 20
const ended = [loanStatus.settled, loanStatus.rejected, loanStatus.cancelled, loanStatus.liquidated]
const open = [loanStatus.pendingReview, loanStatus.underReview, loanStatus.passed, loanStatus.paid, loanStatus.overdue]

/** What is open, or what has ended, newest first. */
export function LoanListScreen({ hasEnded }: { hasEnded: boolean }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const isOffline = useStreamConnectionState() === 'offline'
  const status = (hasEnded ? ended : open).join(',')
  const pages = usePagedList((pageNo) => apiReadQuery(loans.loanOrders, { status, pageNo, pageSize }))
  const { error, at } = pages
  const show = (next: string) => {
    void navigate({ to: path.loanOrders, search: next === 'ended' ? { show: 'ended' } : {}, replace: true, resetScroll: false })
  }
  return (
    <ScreenLayout title={t`My loans`} back={path.borrow} chips={<DataAgeChip at={error || isOffline ? at : undefined} />}>
      <SegmentedControl
        label={t`Which loans`}
        value={hasEnded ? 'ended' : 'open'}
        onChange={show}
        options={[
          { value: 'open', label: t({ message: 'Open', context: 'loans that run' }) },
          { value: 'ended', label: t({ message: 'Ended', context: 'loans' }) },
        ]}
      />
      <RecordList
        pages={pages}
        failed={t`Your loans could not be read`}
        waiting={
          <Card>
            <Skeleton lines={6} height={1.25} />
          </Card>
        }
        empty={
          <EmptyState
            text={
              hasEnded
                ? t`Loans that were repaid, cancelled or not granted will be here.`
                : t`You owe nothing. A loan that you ask for will be here.`
            }
            action={
              !hasEnded && (
                <ButtonLink to={path.borrow} kind="secondary">
                  <Trans>See what a loan costs</Trans>
                </ButtonLink>
              )
            }
          />
        }
      >
        {(order) => <LoanRow order={order} />}
      </RecordList>
    </ScreenLayout>
  )
}

function LoanRow({ order }: { order: LoanOrder }) {
  const { t } = useLingui()
  const words = useLoanTexts()
  const { id, currency, amount, outstanding, status, endTime, createTime } = order
  const isRunning = status === loanStatus.paid || status === loanStatus.overdue
  const due = endTime === null ? '' : formatDateTime(endTime)
  return (
    <RowLink
      to={path.loanOrders}
      search={{ id }}
      title={`${formatLoanAmount(amount)} ${currency}`}
      subtitle={
        <>
          {words.kindOf(order)}
          <br />
          {isRunning ? t`Due ${due}` : formatDateTime(createTime)}
          <span className={styles.rowState}>
            <Chip tone={order.collateral?.isCalled ? 'warn' : words.tone(order)}>
              {order.collateral?.isCalled ? t`Margin call` : words.standing(order)}
            </Chip>
          </span>
        </>
      }
      trailing={isRunning && <strong className={styles.rowEnd}>{formatLoanAmount(outstanding)}</strong>}
    />
  )
}
