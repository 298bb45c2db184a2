import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { isUnansweredError } from '#api/apiError.ts'
import { useAccountType, useAccountScreenTone } from '#api/accountType.ts'
import { apiReadQuery } from '#api/query.ts'
import { competitions } from '#contract/calls/competitions.ts'
import type { BalanceRecord } from '#contract/calls/wallet.ts'
import { accountTypes } from '#contract/constants.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Chip } from '#ui/Chip.tsx'
import { EmptyState } from '#ui/Empty.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { LogbookDrawing } from '#ui/icons/moreDrawings.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { DataAgeChip } from '#widgets/content/DataAgeChip.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { useIsOnline } from '#widgets/ScreenStatusChips.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './BalanceRecords.module.css'
import { ExportBalanceRecordsSheet } from './ExportBalanceRecordsSheet.tsx'
import { BalanceRecordFilterRow } from './BalanceRecordFilterRow.tsx'
import {
  hasBalanceRecordFilter,
  readBalanceRecordsSearchParams,
  type BalanceRecordFilter,
  type BalanceRecordsAccount,
} from './recordFilter.ts'
import { BalanceRecordRow } from './BalanceRecordRow.tsx'
import { BalanceRecordSheet } from './BalanceRecordSheet.tsx'
import { useInfiniteScroll } from './useInfiniteScroll.ts'
import { useBalanceRecordPages } from './useRecordPages.ts'

export const Route = createFileRoute('/_signedIn/zhangbianRecord')({
  validateSearch: readBalanceRecordsSearchParams,
  component: BalanceRecords,
})

/** The ledger as its owner sees it: every movement with the balance after it. */
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
      tone={useAccountScreenTone()}
      flush
      actions={
        <Button kind="quiet" size="small" onClick={() => setExporting(true)}>
          <Trans>Export</Trans>
        </Button>
      }
    >
      <Records filter={filter} of={{ accountType: useAccountType() }} />
      <ExportBalanceRecordsSheet open={isExporting} onClose={() => setExporting(false)} filter={filter} />
    </ScreenLayout>
  )
}

/** Those of one's entry in a competition, which says its name: one may be in several at once (docs/rules/competitions.md). */
function CompetitionRecords({ comp }: { comp: string }) {
  const { t } = useLingui()
  const { comp: _, ...filter } = Route.useSearch()
  const { data } = useQuery(apiReadQuery(competitions.competition, { id: comp }))
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
        <Text tone="muted" className={styles.whose}>
          <Trans>Movements of your virtual fund in the competition “{name}”. None of it is money.</Trans>
        </Text>
      )}
      <Records filter={filter} of={{ accountType: accountTypes.competition, compId: comp }} />
    </ScreenLayout>
  )
}

interface RecordsProps {
  filter: BalanceRecordFilter
  of: BalanceRecordsAccount
}

function Records({ filter, of }: RecordsProps) {
  const navigate = useNavigate({ from: Route.fullPath })
  const setFilter = (next: BalanceRecordFilter) =>
    void navigate({ search: { ...next, ...(of.accountType === accountTypes.competition && { comp: of.compId }) }, replace: true })
  return (
    <>
      <BalanceRecordFilterRow filter={filter} of={of} onChange={setFilter} />
      {/* Another filter or book is another list: it begins at its first page. */}
      <RecordList key={JSON.stringify([of, filter])} filter={filter} of={of} onClear={() => setFilter({})} />
    </>
  )
}

function RecordList({ filter, of, onClear }: RecordsProps & { onClear: () => void }) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const { records, total, hasMore, isReadingMore, error, at, more, retry } = useBalanceRecordPages(filter, of)
  const [open, setOpen] = useState<BalanceRecord>()
  const end = useInfiniteScroll(hasMore && !error ? more : undefined)
  if (!records) {
    if (!error) return <RecordSkeleton />
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
  if (records.length === 0) return <NoRecords isFiltered={hasBalanceRecordFilter(filter)} onClear={onClear} />
  return (
    <>
      <p className={styles.count}>
        <Plural value={total} one="# record, newest first" other="# records, newest first" />
        {(!isOnline || error) && <DataAgeChip at={at} />}
      </p>
      <ul className={styles.list}>
        {records.map((record) => (
          <li key={record.id} className={styles.item}>
            <BalanceRecordRow record={record} onOpen={() => setOpen(record)} />
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
      <BalanceRecordSheet record={open} onClose={() => setOpen(undefined)} />
    </>
  )
}

function NoRecords({ isFiltered: hasFilter, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const { t } = useLingui()
  if (hasFilter) {
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
  return (
    <EmptyState
      drawing={<LogbookDrawing />}
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
