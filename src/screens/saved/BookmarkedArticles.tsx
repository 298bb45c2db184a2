import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { removeBookmark, type BookmarkedArticle, bookmarksQuery, bookmarkArticle } from '#api/stored/bookmarks.ts'
import { formatDate } from '#i18n/date.ts'
import { languageByCode } from '#i18n/languages.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { CloseIcon } from '#ui/icons/listIcons.tsx'
import { Section } from '#ui/Section.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import type { UndoableRemoval } from './removed.ts'
import styles from './Saved.module.css'

/** Articles that somebody put aside, as they read then. */
export function BookmarkedArticles({ onRemoved }: { onRemoved: (removed: UndoableRemoval) => void }) {
  const { t } = useLingui()
  const { data = [] } = useQuery(bookmarksQuery)
  const remove = async ({ article }: BookmarkedArticle) => {
    await removeBookmark(article)
    onRemoved({ what: article.title, undo: () => bookmarkArticle(article) })
  }
  return (
    <Section title={t`Saved by you`}>
      {data.length === 0 ? (
        <p className={styles.note}>
          <Trans>Tap the star above an article to keep it here.</Trans>{' '}
          <ButtonLink to={path.articles} kind="quiet" size="small">
            <Trans>Help articles</Trans>
          </ButtonLink>
        </p>
      ) : (
        <Card flush>
          {data.map((each) => {
            const { id, title, lang, version } = each.article
            const day = formatDate(each.at)
            return (
              <div key={`${lang}/${id}`} className={styles.article} lang={languageByCode(lang)?.locale}>
                <RowLink to={path.article} search={{ id }} title={title} subtitle={t`Saved ${day}, version ${version}`} />
                <IconButton icon={<CloseIcon />} label={t`Remove ${title}`} onClick={() => void remove(each)} />
              </div>
            )
          })}
        </Card>
      )}
    </Section>
  )
}
