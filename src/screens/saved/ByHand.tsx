import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { forgetByHand, type HandSaved, handSaved, saveByHand } from '#api/handSaved.ts'
import { formatDay } from '#i18n/date.ts'
import { languageOf } from '#i18n/languages.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Close } from '#ui/moreIcons.tsx'
import { Section } from '#ui/Section.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import type { Removed } from './removed.ts'
import styles from './Saved.module.css'

/** Articles that somebody put aside, as they read then. */
export function ByHand({ onRemoved }: { onRemoved: (removed: Removed) => void }) {
  const { t } = useLingui()
  const { data = [] } = useQuery(handSaved)
  const remove = async ({ article }: HandSaved) => {
    await forgetByHand(article)
    onRemoved({ what: article.title, undo: () => saveByHand(article) })
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
            const day = formatDay(each.at)
            return (
              <div key={`${lang}/${id}`} className={styles.article} lang={languageOf(lang)?.locale}>
                <RowLink to={path.article} search={{ id }} title={title} subtitle={t`Saved ${day}, version ${version}`} />
                <IconButton icon={<Close />} label={t`Remove ${title}`} onClick={() => void remove(each)} />
              </div>
            )
          })}
        </Card>
      )}
    </Section>
  )
}
