import { Trans } from '@lingui/react/macro'
import type { Article } from '#contract/calls/content.ts'
import { formatDay } from '#i18n/date.ts'
import { languageOf } from '#i18n/languages.ts'
import { ArticleBody } from '#widgets/ArticleBody.tsx'
import styles from './Article.module.css'
import { ArticleFacts } from './ArticleRow.tsx'
import { SavedChip } from '#widgets/SavedChip.tsx'
import { TableOfContents } from './TableOfContents.tsx'
import { useTextSize } from './textSize.ts'

/** The reading itself: title, facts, contents, text. */
export function ArticleReader({ article, savedAt }: { article: Article; savedAt: number | undefined }) {
  const scale = Number(useTextSize())
  const lang = languageOf(article.lang)?.locale
  return (
    <article className={styles.reader} lang={lang}>
      <h1 className={styles.title}>{article.title}</h1>
      <p className={styles.summary}>{article.summary}</p>
      <div className={styles.facts}>
        <ArticleFacts article={article} />
        {savedAt !== undefined && <SavedChip at={savedAt} version={article.version} />}
      </div>
      <TableOfContents toc={article.toc} lang={lang} />
      <ArticleBody html={article.html} scale={scale} lang={lang} />
      <p className={styles.version}>
        <Trans>
          Version {article.version}, updated {formatDay(article.updateTime)}
        </Trans>
      </p>
    </article>
  )
}
