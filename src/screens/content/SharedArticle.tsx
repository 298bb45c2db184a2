import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { type LanguageCode, languageCodes } from '#contract/calls/account.ts'
import { path } from '#sitemap'
import { Empty } from '#ui/Empty.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { Wordmark } from '#widgets/Wordmark.tsx'
import styles from './Article.module.css'
import { asId } from './articleId.ts'
import { ArticleReader } from './ArticleReader.tsx'
import { ArticleSkeleton } from './ArticleSkeleton.tsx'
import { useArticle } from '#widgets/useArticle.ts'

export const Route = createFileRoute('/articleShare')({
  component: SharedArticle,
  validateSearch: (search: Record<string, unknown>): { id: string; lang?: LanguageCode } => {
    const lang = languageCodes.find((code) => code === search['lang'])
    return { id: asId(search['id']), ...(lang && { lang }) }
  },
})

/** What someone sees who was sent a link: the text in the sender's language, nothing counted, a way into the app. */
function SharedArticle() {
  const { t } = useLingui()
  const { id, lang } = Route.useSearch()
  const read = useArticle(id, lang)
  const title = read.state === 'ready' ? read.article.title : t`Article`
  useEffect(() => {
    document.title = `${title} · Fairlead`
  }, [title])
  return (
    <main className={styles.shared}>
      <Link to={path.home} className={styles.brand} aria-label="Fairlead">
        <Wordmark />
      </Link>
      {read.state !== 'ready' && <h1 className="visuallyHidden">{title}</h1>}
      {read.state === 'loading' && <ArticleSkeleton />}
      {read.state === 'missing' && <Empty text={t`This article is not here. It may have been replaced.`} />}
      {read.state === 'failed' && (
        <ErrorState title={t`The article did not load`} text={read.message} onRetry={read.retry} retryLabel={t`Try again`} />
      )}
      {read.state === 'ready' && <ArticleReader key={read.article.id} article={read.article} savedAt={read.savedAt} />}
      {read.state === 'ready' ? (
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
