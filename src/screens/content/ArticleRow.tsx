import { Plural, Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ArticleSummary } from '#contract/calls/content.ts'
import { formatDay } from '#i18n/date.ts'
import { languageOf } from '#i18n/languages.ts'
import { path } from '#sitemap'
import { Chip } from '#ui/Chip.tsx'
import { ChevronRight } from '#ui/icons.tsx'
import { rowClasses } from '#ui/ListRow.tsx'
import { Mark } from '#ui/Mark.tsx'
import styles from './ArticleRow.module.css'

/** One article of a list, a link to it. `dated` adds its drawing, the day, the reading time and whether it is a sample. */
export function ArticleRow({ article, dated = false }: { article: ArticleSummary; dated?: boolean }) {
  return (
    <li>
      <Link to={path.article} search={{ id: article.id }} className={rowClasses}>
        {dated && <Mark src={article.cover} large />}
        <span className={styles.words} lang={languageOf(article.lang)?.locale}>
          <span className={styles.title}>{article.title}</span>
          <span className={styles.summary}>{article.summary}</span>
          {dated && <ArticleFacts article={article} />}
        </span>
        <ChevronRight className={styles.arrow} />
      </Link>
    </li>
  )
}

/** Day, reading time, sample mark: one quiet line. */
export function ArticleFacts({ article }: { article: ArticleSummary }) {
  return (
    <span className={styles.facts}>
      <time dateTime={new Date(article.publishTime).toISOString()}>{formatDay(article.publishTime)}</time>
      <span>
        <Plural value={article.minutes} one="# min read" other="# min read" />
      </span>
      {article.sample && (
        <Chip>
          <Trans>Sample</Trans>
        </Chip>
      )}
    </span>
  )
}
