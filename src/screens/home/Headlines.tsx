import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { query } from '#api/query.ts'
import { content } from '#contract/calls/content.ts'
import { formatDay } from '#i18n/date.ts'
import { useLanguage } from '#i18n/i18n.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import styles from './Home.module.css'

const headlines = 3
const staleMs = 300_000

/** The three newest pieces of news. */
export function Headlines() {
  const { t } = useLingui()
  const { code } = useLanguage()
  const { data, error, isFetching, refetch } = useQuery({
    ...query(content.articles, { lang: code, kind: 'news', pageSize: headlines }),
    staleTime: staleMs,
  })
  return (
    <Section
      title={<Trans>News</Trans>}
      action={
        <Link to={path.news} className={styles.sectionLink}>
          <Trans>All news</Trans>
        </Link>
      }
    >
      <Card flush>
        {data?.records.map((article) => (
          <Link key={article.id} to={path.article} search={{ id: article.id }} className={styles.headline}>
            <span className={styles.headlineTitle}>{article.title}</span>
            <time dateTime={new Date(article.publishTime).toISOString()}>{formatDay(article.publishTime)}</time>
          </Link>
        ))}
        {data?.records.length === 0 && <Empty text={<Trans>News will be here as soon as there is some.</Trans>} />}
        {!data &&
          !error &&
          Array.from({ length: headlines }, (_, row) => (
            <span key={row} className={styles.headline}>
              <Skeleton lines={2} />
            </span>
          ))}
        {!data && error && <FailedRead title={t`The news did not load`} error={error} onRetry={() => void refetch()} busy={isFetching} />}
      </Card>
    </Section>
  )
}
