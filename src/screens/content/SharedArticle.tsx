import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { type LanguageCode, languageCodes } from '#contract/calls/account.ts'
import { path } from '#sitemap'
import { EmptyState } from '#ui/Empty.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { Wordmark } from '#widgets/Wordmark.tsx'
import styles from './Article.module.css'
import { parseArticleIdOrEmpty } from './articleId.ts'
import { ArticleReaderView } from './ArticleReaderView.tsx'
import { ArticleSkeleton } from './ArticleSkeleton.tsx'
import { useArticle } from '#widgets/content/useArticle.ts'

export const Route = createFileRoute('/articleShare')({
  component: SharedArticle,
  validateSearch: (search: Record<string, unknown>): { id: string; lang?: LanguageCode } => {
    const lang = languageCodes.find((code) => code === search['lang'])
    return { id: parseArticleIdOrEmpty(search['id']), ...(lang && { lang }) }
  },
})

/** What someone sees who was sent a link: the text in the sender's language, nothing counted, a way into the app. */
function SharedArticle() {
  const { t } = useLingui()
  const { id, lang } = Route.useSearch()
  const loaded = useArticle(id, lang)
  const title = loaded.state === 'ready' ? loaded.article.title : t`Article`
  useEffect(() => {
    document.title = `${title} · Fairlead`
  }, [title])
  return (
    <main className={styles.shared}>
      <Link to={path.home} className={styles.brand} aria-label="Fairlead">
        <Wordmark />
      </Link>
      {loaded.state !== 'ready' && <h1 className="visuallyHidden">{title}</h1>}
      {loaded.state === 'loading' && <ArticleSkeleton />}
      {loaded.state === 'missing' && <EmptyState text={t`This article is not here. It may have been replaced.`} />}
      {loaded.state === 'failed' && (
        <ErrorState title={t`The article did not load`} text={loaded.message} onRetry={loaded.retry} retryLabel={t`Try again`} />
      )}
      {loaded.state === 'ready' && <ArticleReaderView key={loaded.article.id} article={loaded.article} savedAt={loaded.savedAt} />}
      {loaded.state === 'ready' ? (
        <ButtonLink to={path.article} search={{ id }} kind="secondary" wide>
          <Trans>Open in Fairlead</Trans>
        </ButtonLink>
      ) : (
        <ButtonLink to={path.home} kind="secondary" wide>
          <Trans>Go to Home</Trans>
        </ButtonLink>
      )}
    </main>
  )
}
