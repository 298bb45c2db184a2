import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { madeAt } from '#api/age.ts'
import { isUnanswered } from '#api/apiError.ts'
import { query } from '#api/query.ts'
import { type ArticleSummary, content } from '#contract/calls/content.ts'
import { useLanguage } from '#i18n/i18n.ts'
import { Empty } from '#ui/Empty.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Mark } from '#ui/Mark.tsx'
import { Section } from '#ui/Section.tsx'
import { useIsOnline } from '#widgets/StatusChips.tsx'
import { ArticleRow } from './ArticleRow.tsx'
import styles from './Articles.module.css'
import { categoryNames } from './categoryNames.ts'
import { ListSkeleton } from './ListSkeleton.tsx'
import { chooseSaved, useSavedArticles } from '#widgets/savedArticles.ts'
import { SavedChip } from '#widgets/SavedChip.tsx'

const everything = 100

/** All help, under the names of its parts. */
export function HelpCategories() {
  const { t, i18n } = useLingui()
  const { code } = useLanguage()
  const isOnline = useIsOnline()
  const asked = useQuery(query(content.articles, { lang: code, kind: 'help', pageNo: 1, pageSize: everything }))
  const isSilent = isUnanswered(asked.error)
  const saved = useSavedArticles(isSilent && !asked.data)
  const articles = asked.data?.records ?? (isSilent && saved.data ? chooseSaved(saved.data.articles, { kind: 'help' }) : undefined)

  if (!articles) {
    if (asked.isPending || saved.isLoading) return <ListSkeleton />
    return (
      <ErrorState
        title={t`The help did not load`}
        text={asked.error?.message}
        busy={asked.isFetching}
        onRetry={() => void asked.refetch()}
        retryLabel={t`Try again`}
      />
    )
  }
  if (articles.length === 0) return <Empty text={t`Help articles will be here.`} />
  const savedAt = asked.data ? madeAt(asked.data, asked.dataUpdatedAt) : madeAt(saved.data, saved.dataUpdatedAt)
  return (
    <>
      {(!isOnline || isSilent) && (
        <div className={styles.state}>
          <SavedChip at={savedAt} />
        </div>
      )}
      {grouped(articles).map(([category, members]) => (
        <Section
          key={category}
          title={
            <span className={styles.part}>
              {members[0] && <Mark src={members[0].cover} />}
              {categoryNames[category] ? i18n._(categoryNames[category]) : category}
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

const rank = Object.keys(categoryNames)
const rankOf = (category: string): number => (rank.includes(category) ? rank.indexOf(category) : rank.length)

/** By category, in the order of their names; inside one as the server gives them. */
function grouped(articles: readonly ArticleSummary[]): [string, ArticleSummary[]][] {
  const groups = new Map<string, ArticleSummary[]>()
  for (const article of articles) groups.set(article.category, [...(groups.get(article.category) ?? []), article])
  return [...groups].sort(([a], [b]) => rankOf(a) - rankOf(b))
}
