import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { madeAt } from '#api/age.ts'
import { isUnanswered } from '#api/apiError.ts'
import { query } from '#api/query.ts'
import type { Reply } from '#contract/call.ts'
import { content } from '#contract/calls/content.ts'
import { useLanguage } from '#i18n/i18n.ts'
import { Button } from '#ui/Button.tsx'
import { Empty } from '#ui/Empty.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { useIsOnline } from '#widgets/StatusChips.tsx'
import styles from './lists.module.css'
import { ListSkeleton } from './ListSkeleton.tsx'
import { useSavedArticles } from '#widgets/savedArticles.ts'
import { SavedChip } from '#widgets/SavedChip.tsx'

const pageSize = 10

type Folded = typeof content.announcements | typeof content.notices
type Record_<C extends Folded> = Reply<C>['records'][number]

export interface FoldedListProps<C extends Folded> {
  call: C
  empty: string
  failed: string
  children: (record: Record_<C>) => ReactNode
}

/** A list of folded texts that grows by pages, with its states. */
export function FoldedList<C extends Folded>(props: FoldedListProps<C>) {
  const [pages, setPages] = useState(1)
  return Array.from({ length: pages }, (_, index) => (
    <Page key={index} {...props} pageNo={index + 1} onMore={index + 1 === pages ? () => setPages(pages + 1) : undefined} />
  ))
}

function Page<C extends Folded>({
  call,
  empty,
  failed,
  children,
  pageNo,
  onMore,
}: FoldedListProps<C> & { pageNo: number; onMore: (() => void) | undefined }) {
  const { t } = useLingui()
  const { code } = useLanguage()
  const isOnline = useIsOnline()
  const asked = useQuery(query<Folded>(call, { lang: code, pageNo, pageSize }))
  const isSilent = !asked.data && isUnanswered(asked.error)
  const saved = useSavedArticles(isSilent)
  if (asked.isPending || (isSilent && saved.isLoading)) return <ListSkeleton rows={3} />
  if (isSilent && saved.data && pageNo === 1) {
    const kept: readonly Record_<C>[] = call.path === content.notices.path ? saved.data.notices : saved.data.announcements
    return (
      <>
        <div className={styles.state}>
          <SavedChip at={saved.data.at} />
        </div>
        {kept.length === 0 ? <Empty text={empty} /> : <ul className={styles.list}>{kept.map(children)}</ul>}
      </>
    )
  }
  if (!asked.data) {
    return (
      <ErrorState
        title={failed}
        text={asked.error?.message}
        busy={asked.isFetching}
        onRetry={() => void asked.refetch()}
        retryLabel={t`Try again`}
      />
    )
  }
  const { records, total, pages } = asked.data as Reply<C>
  if (total === 0) return <Empty text={empty} />
  return (
    <>
      {(!isOnline || isUnanswered(asked.error)) && pageNo === 1 && (
        <div className={styles.state}>
          <SavedChip at={madeAt(asked.data, asked.dataUpdatedAt)} />
        </div>
      )}
      <ul className={styles.list}>{(records as Record_<C>[]).map(children)}</ul>
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
