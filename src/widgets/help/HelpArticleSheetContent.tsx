import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { languageByCode } from '#i18n/languages.ts'
import { path } from '#sitemap'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { ArticleBody } from '../content/ArticleBody.tsx'
import { ButtonLink } from '../ButtonLink.tsx'
import { SavedCopyChip } from '../content/SavedCopyChip.tsx'
import { useArticle } from '../content/useArticle.ts'
import { Text } from '#ui/Text.tsx'
import styles from './Help.module.css'

/** The text of one article, and the way to its own page. Says its title once it is known. */
export function HelpArticleSheetContent({ id, onTitle }: { id: string; onTitle: (title: string) => void }) {
  const { t } = useLingui()
  const loadedArticle = useArticle(id)
  const title = loadedArticle.state === 'ready' ? loadedArticle.article.title : loadedArticle.state === 'loading' ? '' : t`Help`
  useEffect(() => onTitle(title), [title, onTitle])
  if (loadedArticle.state === 'loading') return <Skeleton lines={8} />
  if (loadedArticle.state === 'missing') return <Text tone="muted">{t`This article is not here. It may have been replaced.`}</Text>
  if (loadedArticle.state === 'failed')
    return (
      <ErrorState
        title={t`The article did not load`}
        text={loadedArticle.message}
        onRetry={loadedArticle.retry}
        retryLabel={t`Try again`}
      />
    )
  const { article, savedAt } = loadedArticle
  const lang = languageByCode(article.lang)?.locale
  return (
    <div className={styles.article} lang={lang}>
      <Text tone="muted">{article.summary}</Text>
      {savedAt !== undefined && <SavedCopyChip at={savedAt} version={article.version} />}
      <ArticleBody html={article.html} lang={lang} />
      <ButtonLink to={path.article} search={{ id }} kind="quiet">
        <Trans>Open as a page</Trans>
      </ButtonLink>
    </div>
  )
}
