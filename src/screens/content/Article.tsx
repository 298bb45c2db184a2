import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useEffect } from 'react'
import { forgetByHand, handSaved, saveByHand } from '#api/handSaved.ts'
import type { Article as ArticleText } from '#contract/calls/content.ts'
import { share } from '#device/share.ts'
import { path } from '#sitemap'
import { Empty } from '#ui/Empty.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Star, StarFilled } from '#ui/icons.tsx'
import { Share } from '#ui/moreIcons.tsx'
import { Section } from '#ui/Section.tsx'
import { toast } from '#ui/toast.ts'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import styles from './Article.module.css'
import { asId } from './articleId.ts'
import { ArticleReader } from './ArticleReader.tsx'
import { ArticleRow } from './ArticleRow.tsx'
import { ArticleSkeleton } from './ArticleSkeleton.tsx'
import { TextSizePicker } from './TextSizePicker.tsx'
import { useArticle } from '#widgets/useArticle.ts'

export const Route = createFileRoute('/articleDetail')({
  component: Article,
  validateSearch: (search: Record<string, unknown>): { id: string } => ({ id: asId(search['id']) }),
})

/** The reader view (product §4.2 row 30). */
function Article() {
  const { t } = useLingui()
  const { id } = Route.useSearch()
  const read = useArticle(id)
  const article = read.state === 'ready' ? read.article : undefined
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
        article && (
          <>
            <SaveButton article={article} />
            <ShareButton article={article} />
          </>
        )
      }
    >
      {read.state === 'loading' && <ArticleSkeleton />}
      {read.state === 'missing' && <Missing />}
      {read.state === 'failed' && (
        <ErrorState title={t`The article did not load`} text={read.message} onRetry={read.retry} retryLabel={t`Try again`} />
      )}
      {read.state === 'ready' && (
        // A new article starts with its own folded contents.
        <div key={read.article.id} className={styles.page}>
          <ArticleReader article={read.article} savedAt={read.savedAt} />
          <TextSizePicker />
          <Related article={read.article} />
        </div>
      )}
    </ScreenLayout>
  )
}

function SaveButton({ article }: { article: ArticleText }) {
  const { t } = useLingui()
  const { data = [] } = useQuery(handSaved)
  const isSaved = data.some((each) => each.article.id === article.id && each.article.lang === article.lang)
  const toggle = async () => {
    if (isSaved) return forgetByHand(article)
    if (await saveByHand(article)) toast(t`Saved on this device`, { tone: 'good' })
    else toast(t`No room on this device. Not everything is kept.`, { tone: 'bad' })
  }
  return (
    <IconButton
      icon={isSaved ? <StarFilled /> : <Star />}
      label={t`Keep this article on the device`}
      aria-pressed={isSaved}
      onClick={() => void toggle()}
    />
  )
}

function ShareButton({ article }: { article: ArticleText }) {
  const { t } = useLingui()
  const send = async () => {
    const url = new URL(path.sharedArticle, location.origin)
    url.search = new URLSearchParams({ id: article.id, lang: article.lang }).toString()
    const outcome = await share({ title: article.title, url: url.href })
    // Requirements §8: copying says Success or Fail. The device's own sheet speaks for itself.
    if (outcome === 'copied') toast(t`Success`, { tone: 'good' })
    if (outcome === 'failed') toast(t`Fail`, { tone: 'bad' })
  }
  return <IconButton icon={<Share />} label={t`Share`} onClick={() => void send()} />
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

function Missing() {
  const { t } = useLingui()
  return (
    <Empty
      text={t`This article is not here. It may have been replaced.`}
      action={
        <ButtonLink to={path.articles} kind="secondary">
          <Trans>See all help</Trans>
        </ButtonLink>
      }
    />
  )
}
