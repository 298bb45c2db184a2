import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { isUnanswered } from '#api/apiError.ts'
import { query } from '#api/query.ts'
import { type ArticleSummary, content } from '#contract/calls/content.ts'
import { formatDay } from '#i18n/date.ts'
import { useLanguage } from '#i18n/i18n.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { AgeChip } from '#widgets/AgeChip.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import styles from './Home.module.css'
import { useAtWhileCutOff } from './useAtWhileCutOff.ts'

const FromSaved = lazy(() => import('./FromSaved.tsx').then((module) => ({ default: module.FromSaved })))

const headlines = 3
const staleMs = 300_000

/** The three newest pieces of news; without a signal, of those that this device has saved. */
export function Headlines() {
  const { t } = useLingui()
  const { code } = useLanguage()
  const asked = useQuery({
    ...query(content.articles, { lang: code, kind: 'news', pageSize: headlines }),
    staleTime: staleMs,
  })
  const { data, error, isFetching, refetch } = asked
  const failed = error && !data && (
    <FailedRead title={t`The news did not load`} error={error} onRetry={() => void refetch()} busy={isFetching} />
  )
  return (
    <Section
      title={<Trans>News</Trans>}
      action={
        <span className={styles.sectionEnd}>
          <AgeChip at={useAtWhileCutOff(asked)} />
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
        {data?.records.length === 0 && <Empty text={<Trans>News will be here as soon as there is some.</Trans>} />}
        {!data && !error && <Waiting />}
        {failed && isUnanswered(error) ? (
          <Suspense fallback={<Waiting />}>
            <FromSaved waiting={<Waiting />} none={failed}>
              {({ articles }) =>
                articles
                  .filter(({ kind }) => kind === 'news')
                  .slice(0, headlines)
                  .map((article) => <Headline key={article.id} article={article} />)
              }
            </FromSaved>
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
    <time dateTime={new Date(publishTime).toISOString()}>{formatDay(publishTime)}</time>
  </Link>
)

const Waiting = () =>
  Array.from({ length: headlines }, (_, row) => (
    <span key={row} className={styles.headline}>
      <Skeleton lines={2} />
    </span>
  ))
