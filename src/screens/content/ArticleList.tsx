import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { madeAt } from '#api/age.ts'
import { isUnanswered } from '#api/apiError.ts'
import { query } from '#api/query.ts'
import { content } from '#contract/calls/content.ts'
import { useLanguage } from '#i18n/i18n.ts'
import { Button } from '#ui/Button.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { useIsOnline } from '#widgets/StatusChips.tsx'
import { ArticleRow } from './ArticleRow.tsx'
import styles from './lists.module.css'
import { ListSkeleton } from './ListSkeleton.tsx'
import { type ArticlesWanted, chooseSaved, useSavedArticles } from '#widgets/savedArticles.ts'
import { SavedChip } from '#widgets/SavedChip.tsx'

const pageSize = 20

export interface ArticleListProps {
  wanted: ArticlesWanted
  /** With day and reading time, as news are. */
  dated?: boolean
  /** What stands here when nothing fits. */
  empty: ReactNode
}

/** A list that grows by pages; without a signal, what is saved on this device. Give it a key that changes with `wanted`. */
export function ArticleList({ wanted, dated = false, empty }: ArticleListProps) {
  const [pages, setPages] = useState(1)
  return Array.from({ length: pages }, (_, index) => (
    <Page
      key={index}
      pageNo={index + 1}
      wanted={wanted}
      dated={dated}
      empty={empty}
      onMore={index + 1 === pages ? () => setPages(pages + 1) : undefined}
    />
  ))
}

function Page({ wanted, dated = false, empty, pageNo, onMore }: ArticleListProps & { pageNo: number; onMore: (() => void) | undefined }) {
  const { t } = useLingui()
  const { code } = useLanguage()
  const isOnline = useIsOnline()
  const asked = useQuery(query(content.articles, { lang: code, pageNo, pageSize, ...defined(wanted) }))
  const isSilent = !asked.data && isUnanswered(asked.error)
  const saved = useSavedArticles(isSilent)

  if (asked.data) {
    const isSaved = !isOnline || isUnanswered(asked.error)
    return (
      <>
        {isSaved && pageNo === 1 && (
          <div className={styles.state}>
            <SavedChip at={madeAt(asked.data, asked.dataUpdatedAt)} />
          </div>
        )}
        {asked.data.total === 0 && empty}
        {asked.data.records.length > 0 && (
          <ul className={styles.list}>
            {asked.data.records.map((article) => (
              <ArticleRow key={article.id} article={article} dated={dated} />
            ))}
          </ul>
        )}
        {onMore && asked.data.pages > pageNo && (
          <div className={styles.more}>
            <Button kind="secondary" onClick={onMore}>
              <Trans>Show more</Trans>
            </Button>
          </div>
        )}
      </>
    )
  }
  if (asked.isPending || (isSilent && saved.isLoading)) return <ListSkeleton />
  if (isSilent && saved.data && pageNo === 1) {
    const found = chooseSaved(saved.data.articles, wanted)
    return (
      <>
        <div className={styles.state}>
          <SavedChip at={madeAt(saved.data, saved.dataUpdatedAt)} />
        </div>
        {found.length === 0 ? (
          empty
        ) : (
          <ul className={styles.list}>
            {found.map((article) => (
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
      text={asked.error?.message}
      busy={asked.isFetching}
      onRetry={() => void asked.refetch()}
      retryLabel={t`Try again`}
    />
  )
}

/** Undefined members would become part of the key and differ from absent ones. */
const defined = (wanted: ArticlesWanted) => ({
  ...(wanted.kind && { kind: wanted.kind }),
  ...(wanted.category && { category: wanted.category }),
  ...(wanted.keyword && { keyword: wanted.keyword }),
})
