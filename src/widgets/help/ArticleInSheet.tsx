import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { languageOf } from '#i18n/languages.ts'
import { path } from '#sitemap'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { ArticleBody } from '../ArticleBody.tsx'
import { ButtonLink } from '../ButtonLink.tsx'
import { SavedChip } from '../SavedChip.tsx'
import { useArticle } from '../useArticle.ts'
import styles from './Help.module.css'

/** The text of one article, and the way to its own page. Says its title once it is known. */
export function ArticleInSheet({ id, onTitle }: { id: string; onTitle: (title: string) => void }) {
  const { t } = useLingui()
  const read = useArticle(id)
  const title = read.state === 'ready' ? read.article.title : read.state === 'loading' ? '' : t`Help`
  useEffect(() => onTitle(title), [title, onTitle])
  if (read.state === 'loading') return <Skeleton lines={8} />
  if (read.state === 'missing') return <p className={styles.quiet}>{t`This article is not here. It may have been replaced.`}</p>
  if (read.state === 'failed')
    return <ErrorState title={t`The article did not load`} text={read.message} onRetry={read.retry} retryLabel={t`Try again`} />
  const { article, savedAt } = read
  const lang = languageOf(article.lang)?.locale
  return (
    <div className={styles.article} lang={lang}>
      <p className={styles.quiet}>{article.summary}</p>
      {savedAt !== undefined && <SavedChip at={savedAt} version={article.version} />}
      <ArticleBody html={article.html} lang={lang} />
      <ButtonLink to={path.article} search={{ id }} kind="quiet">
        <Trans>Open as a page</Trans>
      </ButtonLink>
    </div>
  )
}
