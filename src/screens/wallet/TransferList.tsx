import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { isUnansweredError } from '#api/apiError.ts'
import { apiReadQuery } from '#api/query.ts'
import { type PagedList, usePagedList } from '#api/usePages.ts'
import { deposits } from '#contract/calls/deposits.ts'
import { withdrawals } from '#contract/calls/withdrawals.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/Empty.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { LogbookDrawing } from '#ui/icons/moreDrawings.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { DataAgeChip } from '#widgets/content/DataAgeChip.tsx'
import { useIsOnline } from '#widgets/ScreenStatusChips.tsx'
import styles from './BalanceRecords.module.css'
import { DepositListRow, WithdrawalListRow } from './TransferRow.tsx'
import type { DepositWithdrawalSearchParams } from './depositWithdrawalSearch.ts'
import { useInfiniteScroll } from './useInfiniteScroll.ts'

const pageSize = 20

interface TransferListProps {
  filter: Omit<DepositWithdrawalSearchParams, 'tab'>
  onClear: () => void
}

/** Money in, newest first. */
export function DepositList({ filter, onClear }: TransferListProps) {
  const pages = usePagedList((pageNo) => apiReadQuery(deposits.deposits, { ...filter, pageNo, pageSize }))
  return (
    <TransferRows
      pages={pages}
      onClear={isFiltered(filter) ? onClear : undefined}
      empty={<Trans>Money that comes in will be here, from the first sight of it on.</Trans>}
    >
      {(one) => <DepositListRow deposit={one} />}
    </TransferRows>
  )
}

/** Money out, newest first. */
export function WithdrawalList({ filter: { status, currency }, onClear }: TransferListProps) {
  const filter = { ...(status !== undefined && { status: String(status) }), ...(currency && { currency }) }
  const pages = usePagedList((pageNo) => apiReadQuery(withdrawals.withdrawals, { ...filter, pageNo, pageSize }))
  return (
    <TransferRows
      pages={pages}
      onClear={isFiltered(filter) ? onClear : undefined}
      empty={<Trans>Money that you send out will be here, with every step on its way.</Trans>}
    >
      {(one) => <WithdrawalListRow withdrawal={one} />}
    </TransferRows>
  )
}

const isFiltered = (filter: object): boolean => Object.keys(filter).length > 0

interface ListedProps<One> {
  pages: PagedList<One>
  /** Given while a filter is set. */
  onClear: (() => void) | undefined
  empty: ReactNode
  children: (one: One) => ReactNode
}

function TransferRows<One extends { id: string }>({ pages, onClear, empty, children }: ListedProps<One>) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const { records, total, hasMore, isReadingMore, error, at, more, retry } = pages
  const end = useInfiniteScroll(hasMore && !error ? more : undefined)
  if (!records) {
    if (!error) return <ListSkeleton />
    return (
      <ErrorState
        title={t`Your records did not load`}
        text={isUnansweredError(error) ? t`No answer came. Your balances are not affected.` : error.message}
        onRetry={retry}
        retryLabel={t`Try again`}
        busy={isReadingMore}
        detail={error.traceId}
      />
    )
  }
  if (records.length === 0) return <NoTransfers onClear={onClear}>{empty}</NoTransfers>
  return (
    <>
      <p className={styles.count}>
        <Plural value={total} one="# record, newest first" other="# records, newest first" />
        {(!isOnline || error) && <DataAgeChip at={at} />}
      </p>
      <ul className={styles.list}>
        {records.map((one) => (
          <li key={one.id}>{children(one)}</li>
        ))}
      </ul>
      <div ref={end} className={styles.end}>
        {hasMore ? (
          <Button
            kind="secondary"
            wide
            busy={isReadingMore}
            disabled={!isOnline}
            reason={isOnline ? undefined : t`Needs a connection`}
            onClick={error ? retry : more}
          >
            {error ? <Trans>Try again</Trans> : <Trans>Show older records</Trans>}
          </Button>
        ) : (
          <Trans>That is everything.</Trans>
        )}
      </div>
    </>
  )
}

function NoTransfers({ onClear, children }: { onClear: (() => void) | undefined; children: ReactNode }) {
  const { t } = useLingui()
  if (!onClear) return <EmptyState drawing={<LogbookDrawing />} text={children} />
  return (
    <EmptyState
      drawing={<LogbookDrawing />}
      text={t`No record fits this filter.`}
      action={
        <Button kind="secondary" onClick={onClear}>
          <Trans>Show all records</Trans>
        </Button>
      }
    />
  )
}

function ListSkeleton() {
  return (
    <ul className={styles.list}>
      {Array.from({ length: 6 }, (_, row) => (
        <li key={row} className={styles.waiting}>
          <Skeleton lines={2} />
          <Skeleton width={5} lines={1} />
        </li>
      ))}
    </ul>
  )
}
