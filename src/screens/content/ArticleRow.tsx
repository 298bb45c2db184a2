import { Plural, Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ArticleSummary } from '#contract/calls/content.ts'
import { formatDate } from '#i18n/date.ts'
import { languageByCode } from '#i18n/languages.ts'
import { path } from '#sitemap'
import { Chip } from '#ui/Chip.tsx'
import { ChevronRightIcon } from '#ui/icons/icons.tsx'
import { pressableListRowClassNames } from '#ui/ListRow.tsx'
import { IconImage } from '#ui/icons/IconImage.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './ArticleRow.module.css'

/** One article of a list, a link to it. `dated` adds its drawing, the day, the reading time and whether it is a sample. */
export function ArticleRow({ article, dated = false }: { article: ArticleSummary; dated?: boolean }) {
  return (
    <li>
      <Link to={path.article} search={{ id: article.id }} className={pressableListRowClassNames}>
        {dated && <IconImage src={article.cover} large />}
        <span className={styles.words} lang={languageByCode(article.lang)?.locale}>
          <Text as="span" size="inherit" weight="medium" className={styles.title}>
            {article.title}
          </Text>
          <Text as="span" tone="muted">
            {article.summary}
          </Text>
          {dated && <ArticleFacts article={article} />}
        </span>
        <ChevronRightIcon className={styles.arrow} />
      </Link>
    </li>
  )
}

/** Day, reading time, sample mark: one quiet line. */
export function ArticleFacts({ article }: { article: ArticleSummary }) {
  return (
    <span className={styles.facts}>
      <time dateTime={new Date(article.publishTime).toISOString()}>{formatDate(article.publishTime)}</time>
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
