import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useDeferredValue, useEffect } from 'react'
import { removeBookmark, bookmarksQuery, bookmarkArticle } from '#api/stored/bookmarks.ts'
import { hasEmbeddedReply } from '#api/embeddedReply.ts'
import type { Article as ArticleText } from '#contract/calls/content.ts'
import { shareLink } from '#device/share.ts'
import { path } from '#sitemap'
import { EmptyState } from '#ui/Empty.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { StarIcon, StarFilledIcon } from '#ui/icons/listIcons.tsx'
import { ShareIcon } from '#ui/icons/moreIcons.tsx'
import { Section } from '#ui/Section.tsx'
import { showToast } from '#ui/toast.ts'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import styles from './Article.module.css'
import { parseArticleIdOrEmpty } from './articleId.ts'
import { ArticleReaderView } from './ArticleReaderView.tsx'
import { ArticleRow } from './ArticleRow.tsx'
import { ArticleSkeleton } from './ArticleSkeleton.tsx'
import { ArticleTextSizePicker } from './ArticleTextSizePicker.tsx'
import { useArticle } from '#widgets/content/useArticle.ts'

export const Route = createFileRoute('/articleDetail')({
  component: Article,
  validateSearch: (search: Record<string, unknown>): { id: string } => ({ id: parseArticleIdOrEmpty(search['id']) }),
  // A page that has the text already keeps it until this screen has it too. Fetched only then: the table of screens stays small.
  loader: async ({ location: { search } }) => {
    if (!hasEmbeddedReply()) return
    const { id } = search as { id?: unknown }
    await import('./prepareEmbeddedArticle.ts')
      .then(({ prepareEmbeddedArticle }) => prepareEmbeddedArticle(parseArticleIdOrEmpty(id)))
      .catch(() => undefined)
  },
})

/** The reader view. */
function Article() {
  const { t } = useLingui()
  const { id } = Route.useSearch()
  const loaded = useArticle(id)
  // A long text draws the whole screen: a piece at a time.
  const article = useDeferredValue(loaded.state === 'ready' ? loaded.article : undefined)
  const title = article?.title
  // After the frame has named its own: a bookmark should carry the article's name.
  useEffect(() => {
    if (title) document.title = `${title} · Fairlead`
  }, [title])
  const kindNames = { help: t`Help`, news: t`News`, agreement: t`Agreement` }
  return (
    <ScreenLayout
      title={article ? kindNames[article.kind] : t`Article`}
      back={path.articles}
      actions={
        article ? (
          <>
            <SaveButton article={article} />
            <ShareButton article={article} />
          </>
        ) : (
          // Their place is kept, or the title would move over when they come.
          <span className={styles.awaited} />
        )
      }
    >
      {(loaded.state === 'loading' || (loaded.state === 'ready' && !article)) && <ArticleSkeleton />}
      {loaded.state === 'missing' && <ArticleNotFound />}
      {loaded.state === 'failed' && (
        <ErrorState title={t`The article did not load`} text={loaded.message} onRetry={loaded.retry} retryLabel={t`Try again`} />
      )}
      {loaded.state === 'ready' && article && (
        // A new article starts with its own folded contents.
        <div key={article.id} className={styles.page}>
          <ArticleReaderView article={article} savedAt={loaded.savedAt} />
          <ArticleTextSizePicker />
          <Related article={article} />
        </div>
      )}
    </ScreenLayout>
  )
}

function SaveButton({ article }: { article: ArticleText }) {
  const { t } = useLingui()
  const { data = [] } = useQuery(bookmarksQuery)
  const isSaved = data.some((each) => each.article.id === article.id && each.article.lang === article.lang)
  const toggleBookmark = async () => {
    if (isSaved) return removeBookmark(article)
    if (await bookmarkArticle(article)) showToast(t`Saved on this device`, { tone: 'good' })
    else showToast(t`No room on this device. Not everything is kept.`, { tone: 'bad' })
  }
  return (
    <IconButton
      icon={isSaved ? <StarFilledIcon /> : <StarIcon />}
      label={t`Keep this article on the device`}
      aria-pressed={isSaved}
      onClick={() => void toggleBookmark()}
    />
  )
}

function ShareButton({ article }: { article: ArticleText }) {
  const { t } = useLingui()
  const share = async () => {
    const url = new URL(path.sharedArticle, location.origin)
    url.search = new URLSearchParams({ id: article.id, lang: article.lang }).toString()
    const outcome = await shareLink({ title: article.title, url: url.href })
    // docs/rules/interface.md: copying says Success or Fail. The device's own sheet speaks for itself.
    if (outcome === 'copied') showToast(t`Success`, { tone: 'good' })
    if (outcome === 'failed') showToast(t`Fail`, { tone: 'bad' })
  }
  return <IconButton icon={<ShareIcon />} label={t`Share`} onClick={() => void share()} />
}

function Related({ article }: { article: ArticleText }) {
  const { t } = useLingui()
  if (article.related.length === 0) return null
  return (
    <Section title={t`Read on`}>
      <ul className={styles.related}>
        {article.related.map((other) => (
          <ArticleRow key={other.id} article={other} />
        ))}
      </ul>
    </Section>
  )
}

function ArticleNotFound() {
  const { t } = useLingui()
  return (
    <EmptyState
      text={t`This article is not here. It may have been replaced.`}
      action={
        <ButtonLink to={path.articles} kind="secondary">
          <Trans>See all help</Trans>
        </ButtonLink>
      }
    />
  )
}
