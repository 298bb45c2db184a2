import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { isUnanswered } from '#api/apiError.ts'
import { query } from '#api/query.ts'
import { type Pages, usePages } from '#api/usePages.ts'
import { deposits } from '#contract/calls/deposits.ts'
import { withdrawals } from '#contract/calls/withdrawals.ts'
import { Button } from '#ui/Button.tsx'
import { Empty } from '#ui/Empty.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Logbook } from '#ui/moreDrawings.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { AgeChip } from '#widgets/AgeChip.tsx'
import { useIsOnline } from '#widgets/StatusChips.tsx'
import styles from './BalanceRecords.module.css'
import { DepositRow, WithdrawalRow } from './TransferRow.tsx'
import type { TransferSearch } from './transferSearch.ts'
import { useNearEnd } from './useNearEnd.ts'

const pageSize = 20

interface TransferListProps {
  filter: Omit<TransferSearch, 'tab'>
  onClear: () => void
}

/** Money in, newest first. */
export function DepositList({ filter, onClear }: TransferListProps) {
  const pages = usePages((pageNo) => query(deposits.deposits, { ...filter, pageNo, pageSize }))
  return (
    <Listed
      pages={pages}
      onClear={isFiltered(filter) ? onClear : undefined}
      empty={<Trans>Money that comes in will be here, from the first sight of it on.</Trans>}
    >
      {(one) => <DepositRow deposit={one} />}
    </Listed>
  )
}

/** Money out, newest first. */
export function WithdrawalList({ filter: { status, currency }, onClear }: TransferListProps) {
  const filter = { ...(status !== undefined && { status: String(status) }), ...(currency && { currency }) }
  const pages = usePages((pageNo) => query(withdrawals.withdrawals, { ...filter, pageNo, pageSize }))
  return (
    <Listed
      pages={pages}
      onClear={isFiltered(filter) ? onClear : undefined}
      empty={<Trans>Money that you send out will be here, with every step on its way.</Trans>}
    >
      {(one) => <WithdrawalRow withdrawal={one} />}
    </Listed>
  )
}

const isFiltered = (filter: object): boolean => Object.keys(filter).length > 0

interface ListedProps<One> {
  pages: Pages<One>
  /** Given while a filter is set. */
  onClear: (() => void) | undefined
  empty: ReactNode
  children: (one: One) => ReactNode
}

function Listed<One extends { id: string }>({ pages, onClear, empty, children }: ListedProps<One>) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const { records, total, hasMore, isReadingMore, error, at, more, retry } = pages
  const end = useNearEnd(hasMore && !error ? more : undefined)
  if (!records) {
    if (!error) return <ListSkeleton />
    return (
      <ErrorState
        title={t`Your records did not load`}
        text={isUnanswered(error) ? t`No answer came. Your balances are not affected.` : error.message}
        onRetry={retry}
        retryLabel={t`Try again`}
        busy={isReadingMore}
        detail={error.traceId}
      />
    )
  }
  if (records.length === 0) return <Nothing onClear={onClear}>{empty}</Nothing>
  return (
    <>
      <p className={styles.count}>
        <Plural value={total} one="# record, newest first" other="# records, newest first" />
        {(!isOnline || error) && <AgeChip at={at} />}
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

function Nothing({ onClear, children }: { onClear: (() => void) | undefined; children: ReactNode }) {
  const { t } = useLingui()
  if (!onClear) return <Empty drawing={<Logbook />} text={children} />
  return (
    <Empty
      drawing={<Logbook />}
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
