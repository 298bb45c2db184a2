import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { dataAsOf } from '#api/dataAsOf.ts'
import { isUnansweredError } from '#api/apiError.ts'
import { apiReadQuery } from '#api/query.ts'
import { type ArticleSummary, content } from '#contract/calls/content.ts'
import { useLanguage } from '#i18n/i18n.ts'
import { EmptyState } from '#ui/Empty.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { IconImage } from '#ui/icons/IconImage.tsx'
import { Section } from '#ui/Section.tsx'
import { useIsOnline } from '#widgets/ScreenStatusChips.tsx'
import { ArticleRow } from './ArticleRow.tsx'
import styles from './Articles.module.css'
import { articleCategoryNames } from './categoryNames.ts'
import { ListSkeleton } from './ListSkeleton.tsx'
import { filterSavedArticles, useSavedArticleBundle } from '#widgets/content/savedArticles.ts'
import { SavedCopyChip } from '#widgets/content/SavedCopyChip.tsx'

const maxArticles = 100

/** All help, under the names of its parts. */
export function HelpCategories() {
  const { t, i18n } = useLingui()
  const { code } = useLanguage()
  const isOnline = useIsOnline()
  const articlesQuery = useQuery(apiReadQuery(content.articles, { lang: code, kind: 'help', pageNo: 1, pageSize: maxArticles }))
  const isUnanswered = isUnansweredError(articlesQuery.error)
  const saved = useSavedArticleBundle(isUnanswered && !articlesQuery.data)
  const articles =
    articlesQuery.data?.records ?? (isUnanswered && saved.data ? filterSavedArticles(saved.data.articles, { kind: 'help' }) : undefined)

  if (!articles) {
    if (articlesQuery.isPending || saved.isLoading) return <ListSkeleton />
    return (
      <ErrorState
        title={t`The help did not load`}
        text={articlesQuery.error?.message}
        busy={articlesQuery.isFetching}
        onRetry={() => void articlesQuery.refetch()}
        retryLabel={t`Try again`}
      />
    )
  }
  if (articles.length === 0) return <EmptyState text={t`Help articles will be here.`} />
  const savedAt = articlesQuery.data ? dataAsOf(articlesQuery.data, articlesQuery.dataUpdatedAt) : dataAsOf(saved.data, saved.dataUpdatedAt)
  return (
    <>
      {(!isOnline || isUnanswered) && (
        <div className={styles.state}>
          <SavedCopyChip at={savedAt} />
        </div>
      )}
      {groupByCategory(articles).map(([category, members]) => (
        <Section
          key={category}
          title={
            <span className={styles.part}>
              {members[0] && <IconImage src={members[0].cover} />}
              {articleCategoryNames[category] ? i18n._(articleCategoryNames[category]) : category}
            </span>
          }
          className={styles.category}
        >
          <ul className={styles.list}>
            {members.map((article) => (
              <ArticleRow key={article.id} article={article} />
            ))}
          </ul>
        </Section>
      ))}
    </>
  )
}

const rank = Object.keys(articleCategoryNames)
const rankOf = (category: string): number => (rank.includes(category) ? rank.indexOf(category) : rank.length)

/** By category, in the order of their names; inside one as the server gives them. */
function groupByCategory(articles: readonly ArticleSummary[]): [string, ArticleSummary[]][] {
  const groups = new Map<string, ArticleSummary[]>()
  for (const article of articles) groups.set(article.category, [...(groups.get(article.category) ?? []), article])
  return [...groups].sort(([a], [b]) => rankOf(a) - rankOf(b))
}
