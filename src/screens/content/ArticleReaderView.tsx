import { Trans } from '@lingui/react/macro'
import type { Article } from '#contract/calls/content.ts'
import { formatDate } from '#i18n/date.ts'
import { languageByCode } from '#i18n/languages.ts'
import { ArticleBody } from '#widgets/content/ArticleBody.tsx'
import styles from './Article.module.css'
import { ArticleFacts } from './ArticleRow.tsx'
import { SavedCopyChip } from '#widgets/content/SavedCopyChip.tsx'
import { TableOfContents } from './TableOfContents.tsx'
import { useArticleTextSize } from './textSize.ts'

/** The reading itself: title, facts, contents, text. */
export function ArticleReaderView({ article, savedAt }: { article: Article; savedAt: number | undefined }) {
  const scale = Number(useArticleTextSize())
  const lang = languageByCode(article.lang)?.locale
  return (
    <article className={styles.reader} lang={lang}>
      <h1 className={styles.title}>{article.title}</h1>
      <p className={styles.summary}>{article.summary}</p>
      <div className={styles.facts}>
        <ArticleFacts article={article} />
        {savedAt !== undefined && <SavedCopyChip at={savedAt} version={article.version} />}
      </div>
      <TableOfContents toc={article.toc} lang={lang} />
      <ArticleBody html={article.html} scale={scale} lang={lang} />
      <p className={styles.version}>
        <Trans>
          Version {article.version}, updated {formatDate(article.updateTime)}
        </Trans>
      </p>
    </article>
  )
}
