import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { dataAsOf } from '#api/dataAsOf.ts'
import { isUnansweredError } from '#api/apiError.ts'
import { apiReadQuery } from '#api/query.ts'
import type { CallReply } from '#contract/call.ts'
import { content } from '#contract/calls/content.ts'
import { useLanguage } from '#i18n/i18n.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/Empty.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { useIsOnline } from '#widgets/ScreenStatusChips.tsx'
import styles from './lists.module.css'
import { ListSkeleton } from './ListSkeleton.tsx'
import { useSavedArticleBundle } from '#widgets/content/savedArticles.ts'
import { SavedCopyChip } from '#widgets/content/SavedCopyChip.tsx'

const pageSize = 10

type DisclosureCall = typeof content.announcements | typeof content.notices
type DisclosureRecord<C extends DisclosureCall> = CallReply<C>['records'][number]

export interface PagedAccordionListProps<C extends DisclosureCall> {
  call: C
  empty: string
  failed: string
  children: (record: DisclosureRecord<C>) => ReactNode
}

/** A list of folded texts that grows by pages, with its states. */
export function PagedAccordionList<C extends DisclosureCall>(props: PagedAccordionListProps<C>) {
  const [pages, setPages] = useState(1)
  return Array.from({ length: pages }, (_, index) => (
    <Page key={index} {...props} pageNo={index + 1} onMore={index + 1 === pages ? () => setPages(pages + 1) : undefined} />
  ))
}

function Page<C extends DisclosureCall>({
  call,
  empty,
  failed,
  children,
  pageNo,
  onMore,
}: PagedAccordionListProps<C> & { pageNo: number; onMore: (() => void) | undefined }) {
  const { t } = useLingui()
  const { code } = useLanguage()
  const isOnline = useIsOnline()
  const recordsQuery = useQuery(apiReadQuery<DisclosureCall>(call, { lang: code, pageNo, pageSize }))
  const isUnanswered = !recordsQuery.data && isUnansweredError(recordsQuery.error)
  const saved = useSavedArticleBundle(isUnanswered)
  if (recordsQuery.isPending || (isUnanswered && saved.isLoading)) return <ListSkeleton rows={3} />
  if (isUnanswered && saved.data && pageNo === 1) {
    const savedRecords: readonly DisclosureRecord<C>[] = call.path === content.notices.path ? saved.data.notices : saved.data.announcements
    return (
      <>
        <div className={styles.state}>
          <SavedCopyChip at={saved.data.at} />
        </div>
        {savedRecords.length === 0 ? <EmptyState text={empty} /> : <ul className={styles.list}>{savedRecords.map(children)}</ul>}
      </>
    )
  }
  if (!recordsQuery.data) {
    return (
      <ErrorState
        title={failed}
        text={recordsQuery.error?.message}
        busy={recordsQuery.isFetching}
        onRetry={() => void recordsQuery.refetch()}
        retryLabel={t`Try again`}
      />
    )
  }
  const { records, total, pages } = recordsQuery.data as CallReply<C>
  if (total === 0) return <EmptyState text={empty} />
  return (
    <>
      {(!isOnline || isUnansweredError(recordsQuery.error)) && pageNo === 1 && (
        <div className={styles.state}>
          <SavedCopyChip at={dataAsOf(recordsQuery.data, recordsQuery.dataUpdatedAt)} />
        </div>
      )}
      <ul className={styles.list}>{(records as DisclosureRecord<C>[]).map(children)}</ul>
      {onMore && pages > pageNo && (
        <div className={styles.more}>
          <Button kind="secondary" onClick={onMore}>
            <Trans>Show more</Trans>
          </Button>
        </div>
      )}
    </>
  )
}
