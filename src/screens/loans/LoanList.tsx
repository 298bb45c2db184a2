import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { query } from '#api/query.ts'
import { useConnection } from '#api/socket.ts'
import { usePages } from '#api/usePages.ts'
import { type LoanOrder, loans } from '#contract/calls/loans.ts'
import { loanStatus } from '#contract/states.ts'
import { formatTime } from '#i18n/date.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { Chip } from '#ui/Chip.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Segments } from '#ui/Segments.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { AgeChip } from '#widgets/AgeChip.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { ShowMore } from '#widgets/ShowMore.tsx'
import { money } from './amounts.ts'
import styles from './Loans.module.css'
import { useLoanWords } from './useLoanWords.ts'

const pageSize = 20
const ended = [loanStatus.settled, loanStatus.rejected, loanStatus.cancelled, loanStatus.liquidated]
const open = [loanStatus.pendingReview, loanStatus.underReview, loanStatus.passed, loanStatus.paid, loanStatus.overdue]

/** What is open, or what has ended, newest first. */
export function LoanList({ hasEnded }: { hasEnded: boolean }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const isOffline = useConnection() === 'offline'
  const status = (hasEnded ? ended : open).join(',')
  const pages = usePages((pageNo) => query(loans.loanOrders, { status, pageNo, pageSize }))
  const { records: orders, error, at, isReadingMore, retry } = pages
  const show = (next: string) => {
    void navigate({ to: path.loanOrders, search: next === 'ended' ? { show: 'ended' } : {}, replace: true, resetScroll: false })
  }
  return (
    <ScreenLayout title={t`My loans`} back={path.borrow} chips={<AgeChip at={error || isOffline ? at : undefined} />}>
      <Segments
        label={t`Which loans`}
        value={hasEnded ? 'ended' : 'open'}
        onChange={show}
        options={[
          { value: 'open', label: t({ message: 'Open', context: 'loans that run' }) },
          { value: 'ended', label: t({ message: 'Ended', context: 'loans' }) },
        ]}
      />
      {!orders ? (
        error ? (
          <FailedRead title={t`Your loans could not be read`} error={error} busy={isReadingMore} onRetry={retry} />
        ) : (
          <Card>
            <Skeleton lines={6} height={1.25} />
          </Card>
        )
      ) : orders.length === 0 ? (
        <Empty
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
      ) : (
        <Card flush>
          {orders.map((order) => (
            <LoanRow key={order.id} order={order} />
          ))}
        </Card>
      )}
      <ShowMore pages={pages} />
    </ScreenLayout>
  )
}

function LoanRow({ order }: { order: LoanOrder }) {
  const { t } = useLingui()
  const words = useLoanWords()
  const { id, currency, amount, outstanding, status, endTime, createTime } = order
  const isRunning = status === loanStatus.paid || status === loanStatus.overdue
  const due = endTime === null ? '' : formatTime(endTime)
  return (
    <RowLink
      to={path.loanOrders}
      search={{ id }}
      title={`${money(amount)} ${currency}`}
      subtitle={
        <>
          {words.kindOf(order)}
          <br />
          {isRunning ? t`Due ${due}` : formatTime(createTime)}
          <span className={styles.rowState}>
            <Chip tone={order.collateral?.isCalled ? 'warn' : words.tone(order)}>
              {order.collateral?.isCalled ? t`Margin call` : words.standing(order)}
            </Chip>
          </span>
        </>
      }
      trailing={isRunning && <strong className={styles.rowEnd}>{money(outstanding)}</strong>}
    />
  )
}
