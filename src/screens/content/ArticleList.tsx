import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { dataAsOf } from '#api/dataAsOf.ts'
import { isUnansweredError } from '#api/apiError.ts'
import { apiReadQuery } from '#api/query.ts'
import { content } from '#contract/calls/content.ts'
import { useLanguage } from '#i18n/i18n.ts'
import { Button } from '#ui/Button.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { useIsOnline } from '#widgets/ScreenStatusChips.tsx'
import { ArticleRow } from './ArticleRow.tsx'
import styles from './lists.module.css'
import { ListSkeleton } from './ListSkeleton.tsx'
import { type ArticleFilter, filterSavedArticles, useSavedArticleBundle } from '#widgets/content/savedArticles.ts'
import { SavedCopyChip } from '#widgets/content/SavedCopyChip.tsx'

const pageSize = 20

export interface ArticleListProps {
  filter: ArticleFilter
  /** With day and reading time, as news are. */
  dated?: boolean
  /** What stands here when nothing fits. */
  empty: ReactNode
}

/** A list that grows by pages; without a signal, what is saved on this device. Give it a key that changes with `filter`. */
export function ArticleList({ filter, dated = false, empty }: ArticleListProps) {
  const [pages, setPages] = useState(1)
  return Array.from({ length: pages }, (_, index) => (
    <Page
      key={index}
      pageNo={index + 1}
      filter={filter}
      dated={dated}
      empty={empty}
      onMore={index + 1 === pages ? () => setPages(pages + 1) : undefined}
    />
  ))
}

function Page({ filter, dated = false, empty, pageNo, onMore }: ArticleListProps & { pageNo: number; onMore: (() => void) | undefined }) {
  const { t } = useLingui()
  const { code } = useLanguage()
  const isOnline = useIsOnline()
  const articlesQuery = useQuery(apiReadQuery(content.articles, { lang: code, pageNo, pageSize, ...definedFilter(filter) }))
  const isUnanswered = !articlesQuery.data && isUnansweredError(articlesQuery.error)
  const saved = useSavedArticleBundle(isUnanswered)

  if (articlesQuery.data) {
    const isSavedCopyNeeded = !isOnline || isUnansweredError(articlesQuery.error)
    return (
      <>
        {isSavedCopyNeeded && pageNo === 1 && (
          <div className={styles.state}>
            <SavedCopyChip at={dataAsOf(articlesQuery.data, articlesQuery.dataUpdatedAt)} />
          </div>
        )}
        {articlesQuery.data.total === 0 && empty}
        {articlesQuery.data.records.length > 0 && (
          <ul className={styles.list}>
            {articlesQuery.data.records.map((article) => (
              <ArticleRow key={article.id} article={article} dated={dated} />
            ))}
          </ul>
        )}
        {onMore && articlesQuery.data.pages > pageNo && (
          <div className={styles.more}>
            <Button kind="secondary" onClick={onMore}>
              <Trans>Show more</Trans>
            </Button>
          </div>
        )}
      </>
    )
  }
  if (articlesQuery.isPending || (isUnanswered && saved.isLoading)) return <ListSkeleton />
  if (isUnanswered && saved.data && pageNo === 1) {
    const matches = filterSavedArticles(saved.data.articles, filter)
    return (
      <>
        <div className={styles.state}>
          <SavedCopyChip at={dataAsOf(saved.data, saved.dataUpdatedAt)} />
        </div>
        {matches.length === 0 ? (
          empty
        ) : (
          <ul className={styles.list}>
            {matches.map((article) => (
              <ArticleRow key={article.id} article={article} dated={dated} />
            ))}
          </ul>
        )}
      </>
    )
  }
  return (
    <ErrorState
      title={t`The articles did not load`}
      text={articlesQuery.error?.message}
      busy={articlesQuery.isFetching}
      onRetry={() => void articlesQuery.refetch()}
      retryLabel={t`Try again`}
    />
  )
}

/** Undefined members would become part of the key and differ from absent ones. */
const definedFilter = (filter: ArticleFilter) => ({
  ...(filter.kind && { kind: filter.kind }),
  ...(filter.category && { category: filter.category }),
  ...(filter.keyword && { keyword: filter.keyword }),
})
