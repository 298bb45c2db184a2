import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { allBundles, bundleShelf, type SavedArticles, savedArticles, shownVersion } from '#api/savedArticles.ts'
import { queryClient } from '#api/queryClient.ts'
import { stopSaving } from '#api/saveArticles.ts'
import { allowMetered, mayUseMetered } from '#device/metered.ts'
import { useStore } from '#device/store.ts'
import { formatBytes } from '#i18n/bytes.ts'
import { formatClock, formatDay } from '#i18n/date.ts'
import { useLanguage } from '#i18n/i18n.ts'
import { languageOf } from '#i18n/languages.ts'
import { Card } from '#ui/Card.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { Close } from '#ui/moreIcons.tsx'
import { Section } from '#ui/Section.tsx'
import { Switch } from '#ui/Switch.tsx'
import { SaveReading } from '#widgets/SaveReading.tsx'
import type { Removed } from './removed.ts'
import styles from './Saved.module.css'

/** Help, news, agreements and announcements, by language: version, day, size, and the way to have them or be rid of them. */
export function Bundles({ onChanged }: { onChanged: (removed: Removed | undefined) => void }) {
  const { t } = useLingui()
  const { code } = useLanguage()
  const { data = [] } = useQuery({ queryKey: ['saved-articles', 'all'], queryFn: allBundles, networkMode: 'always', staleTime: 0 })
  const isMeteredAllowed = useStore(mayUseMetered)
  const tell = () => queryClient.invalidateQueries({ queryKey: savedArticles(code).queryKey.slice(0, 1) })
  const remove = async (bundle: SavedArticles) => {
    await stopSaving()
    await bundleShelf.remove(bundle.lang)
    await tell()
    onChanged({ what: nameOf(bundle.lang), undo: () => bundleShelf.set(bundle.lang, bundle).then(tell) })
  }
  return (
    <Section title={t`To read without a connection`}>
      <Card flush>
        {data.map((bundle) => {
          const language = nameOf(bundle.lang)
          const version = shownVersion(bundle.version)
          const count = String(bundle.articles.length)
          return (
            <ListRow
              key={bundle.lang}
              title={<span lang={languageOf(bundle.lang)?.locale}>{language}</span>}
              subtitle={
                <>
                  <Trans>Articles: {count}</Trans> · <Trans>Version {version}</Trans>
                  <br />
                  {formatDay(bundle.at)} {formatClock(bundle.at)} · {formatBytes(bundle.bytes)}
                </>
              }
              trailing={<IconButton icon={<Close />} label={t`Remove ${language}`} onClick={() => void remove(bundle)} />}
            />
          )
        })}
        <div className={styles.state}>
          <SaveReading always onSaved={() => onChanged(undefined)} />
        </div>
      </Card>
      <Card className={styles.switches}>
        <Switch
          label={t`Also on mobile data`}
          hint={t`Keeps help and news up to date where data may cost`}
          checked={isMeteredAllowed}
          onChange={allowMetered}
        />
      </Card>
    </Section>
  )
}

const nameOf = (lang: SavedArticles['lang']): string => languageOf(lang)?.label ?? lang
