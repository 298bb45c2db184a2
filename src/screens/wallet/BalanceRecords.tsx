import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { isUnanswered } from '#api/apiError.ts'
import { useBook, useBookTone } from '#api/book.ts'
import { query } from '#api/query.ts'
import { competitions } from '#contract/calls/competitions.ts'
import type { BalanceRecord } from '#contract/calls/wallet.ts'
import { book } from '#contract/constants.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Chip } from '#ui/Chip.tsx'
import { Empty } from '#ui/Empty.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Logbook } from '#ui/moreDrawings.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { AgeChip } from '#widgets/AgeChip.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { useIsOnline } from '#widgets/StatusChips.tsx'
import styles from './BalanceRecords.module.css'
import { ExportSheet } from './ExportSheet.tsx'
import { FilterRow } from './FilterRow.tsx'
import { isFiltered, readRecordsSearch, type RecordFilter, type RecordsOf } from './recordFilter.ts'
import { RecordRow } from './RecordRow.tsx'
import { RecordSheet } from './RecordSheet.tsx'
import { useNearEnd } from './useNearEnd.ts'
import { useRecordPages } from './useRecordPages.ts'

export const Route = createFileRoute('/_signedIn/zhangbianRecord')({ validateSearch: readRecordsSearch, component: BalanceRecords })

/** The ledger as its owner sees it: every movement with the balance after it (product §4.2 row 15). */
function BalanceRecords() {
  const { comp } = Route.useSearch()
  return comp === undefined ? <OwnRecords /> : <CompetitionRecords key={comp} comp={comp} />
}

function OwnRecords() {
  const { t } = useLingui()
  const filter = Route.useSearch()
  const [isExporting, setExporting] = useState(false)
  return (
    <ScreenLayout
      title={t`Balance records`}
      back={path.me}
      tone={useBookTone()}
      flush
      actions={
        <Button kind="quiet" size="small" onClick={() => setExporting(true)}>
          <Trans>Export</Trans>
        </Button>
      }
    >
      <Records filter={filter} of={{ accountType: useBook() }} />
      <ExportSheet open={isExporting} onClose={() => setExporting(false)} filter={filter} />
    </ScreenLayout>
  )
}

/** Those of one's entry in a competition, which says its name: one may be in several at once (product §2.10). */
function CompetitionRecords({ comp }: { comp: string }) {
  const { t } = useLingui()
  const { comp: _, ...filter } = Route.useSearch()
  const { data } = useQuery(query(competitions.competition, { id: comp }))
  const name = data?.name
  return (
    <ScreenLayout
      title={t`Balance records`}
      back={path.myCompetitions}
      tone="contest"
      flush
      chips={
        <Chip tone="violet">
          <Trans>Competition · virtual fund</Trans>
        </Chip>
      }
    >
      {name !== undefined && (
        <p className={styles.whose}>
          <Trans>Movements of your virtual fund in the competition “{name}”. None of it is money.</Trans>
        </p>
      )}
      <Records filter={filter} of={{ accountType: book.contest, compId: comp }} />
    </ScreenLayout>
  )
}

interface RecordsProps {
  filter: RecordFilter
  of: RecordsOf
}

function Records({ filter, of }: RecordsProps) {
  const navigate = useNavigate({ from: Route.fullPath })
  const show = (next: RecordFilter) =>
    void navigate({ search: { ...next, ...(of.accountType === book.contest && { comp: of.compId }) }, replace: true })
  return (
    <>
      <FilterRow filter={filter} of={of} onChange={show} />
      {/* Another filter or book is another list: it begins at its first page. */}
      <RecordList key={JSON.stringify([of, filter])} filter={filter} of={of} onClear={() => show({})} />
    </>
  )
}

function RecordList({ filter, of, onClear }: RecordsProps & { onClear: () => void }) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const { records, total, hasMore, isReadingMore, error, at, more, retry } = useRecordPages(filter, of)
  const [open, setOpen] = useState<BalanceRecord>()
  const end = useNearEnd(hasMore && !error ? more : undefined)
  if (!records) {
    if (!error) return <RecordSkeleton />
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
  if (records.length === 0) return <NoRecords isFiltered={isFiltered(filter)} onClear={onClear} />
  return (
    <>
      <p className={styles.count}>
        <Plural value={total} one="# record, newest first" other="# records, newest first" />
        {(!isOnline || error) && <AgeChip at={at} />}
      </p>
      <ul className={styles.list}>
        {records.map((record) => (
          <li key={record.id} className={styles.item}>
            <RecordRow record={record} onOpen={() => setOpen(record)} />
          </li>
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
      <RecordSheet record={open} onClose={() => setOpen(undefined)} />
    </>
  )
}

function NoRecords({ isFiltered: hasFilter, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const { t } = useLingui()
  if (hasFilter) {
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
  return (
    <Empty
      drawing={<Logbook />}
      text={t`Every movement of your money will be here, with the balance after it.`}
      action={
        <ButtonLink to={path.contracts} kind="secondary">
          <Trans>Open a position</Trans>
        </ButtonLink>
      }
    />
  )
}

function RecordSkeleton() {
  return (
    <ul className={styles.list}>
      {Array.from({ length: 8 }, (_, row) => (
        <li key={row} className={styles.waiting}>
          <Skeleton lines={2} />
          <Skeleton width={5} lines={1} />
        </li>
      ))}
    </ul>
  )
}
