import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { isUnansweredError } from '#api/apiError.ts'
import { apiReadQuery } from '#api/query.ts'
import { type ArticleSummary, content } from '#contract/calls/content.ts'
import { formatDate } from '#i18n/date.ts'
import { useLanguage } from '#i18n/i18n.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/Empty.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { DataAgeChip } from '#widgets/content/DataAgeChip.tsx'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import styles from './Home.module.css'
import { useOfflineDataTime } from './useOfflineAsOf.ts'

const SavedArticlesFallback = lazy(() =>
  import('./SavedArticlesFallback.tsx').then((module) => ({ default: module.SavedArticlesFallback })),
)

const headlines = 3
const staleMs = 300_000

/** The three newest pieces of news; without a signal, of those that this device has saved. */
export function NewsHeadlines() {
  const { t } = useLingui()
  const { code } = useLanguage()
  const asked = useQuery({
    ...apiReadQuery(content.articles, { lang: code, kind: 'news', pageSize: headlines }),
    staleTime: staleMs,
  })
  const { data, error, isFetching, refetch } = asked
  const failed = error && !data && (
    <LoadErrorState title={t`The news did not load`} error={error} onRetry={() => void refetch()} busy={isFetching} />
  )
  return (
    <Section
      title={<Trans>News</Trans>}
      action={
        <span className={styles.sectionEnd}>
          <DataAgeChip at={useOfflineDataTime(asked)} />
          <Link to={path.news} className={styles.sectionLink}>
            <Trans>All news</Trans>
          </Link>
        </span>
      }
    >
      <Card flush>
        {data?.records.map((article) => (
          <Headline key={article.id} article={article} />
        ))}
        {data?.records.length === 0 && <EmptyState text={<Trans>News will be here as soon as there is some.</Trans>} />}
        {!data && !error && <Waiting />}
        {failed && isUnansweredError(error) ? (
          <Suspense fallback={<Waiting />}>
            <SavedArticlesFallback waiting={<Waiting />} none={failed}>
              {({ articles }) =>
                articles
                  .filter(({ kind }) => kind === 'news')
                  .slice(0, headlines)
                  .map((article) => <Headline key={article.id} article={article} />)
              }
            </SavedArticlesFallback>
          </Suspense>
        ) : (
          failed
        )}
      </Card>
    </Section>
  )
}

const Headline = ({ article: { id, title, publishTime } }: { article: Pick<ArticleSummary, 'id' | 'title' | 'publishTime'> }) => (
  <Link to={path.article} search={{ id }} className={styles.headline}>
    <span className={styles.headlineTitle}>{title}</span>
    <time dateTime={new Date(publishTime).toISOString()}>{formatDate(publishTime)}</time>
  </Link>
)

const Waiting = () =>
  Array.from({ length: headlines }, (_, row) => (
    <span key={row} className={styles.headline}>
      <Skeleton lines={2} />
    </span>
  ))
