import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import {
  readAllArticleBundles,
  articleBundlesTable,
  type ArticleBundle,
  savedArticleBundleQuery,
  shortArticleBundleVersion,
} from '#api/stored/savedArticles.ts'
import { queryClient } from '#api/queryClient.ts'
import { abortArticleSavingAndMarkRemoved } from '#api/stored/saveArticles.ts'
import { setMeteredDownloadsAllowed, meteredDownloadsAllowedStore } from '#device/metered.ts'
import { useStore } from '#device/store.ts'
import { formatBytes } from '#i18n/bytes.ts'
import { formatHourMinute, formatDate } from '#i18n/date.ts'
import { useLanguage } from '#i18n/i18n.ts'
import { languageByCode } from '#i18n/languages.ts'
import { Card } from '#ui/Card.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { CloseIcon } from '#ui/icons/listIcons.tsx'
import { Section } from '#ui/Section.tsx'
import { Switch } from '#ui/fields/Switch.tsx'
import { OfflineReadingStatus } from '#widgets/content/OfflineReadingStatus.tsx'
import type { UndoableRemoval } from './removed.ts'
import styles from './Saved.module.css'

/** Help, news, agreements and announcements, by language: version, day, size, and the way to have them or be rid of them. */
export function OfflineContentBundles({ onChanged }: { onChanged: (removed: UndoableRemoval | undefined) => void }) {
  const { t } = useLingui()
  const { code } = useLanguage()
  const { data = [] } = useQuery({
    queryKey: ['saved-articles', 'all'],
    queryFn: readAllArticleBundles,
    networkMode: 'always',
    staleTime: 0,
  })
  const isMeteredAllowed = useStore(meteredDownloadsAllowedStore)
  const refetchBundles = () => queryClient.invalidateQueries({ queryKey: savedArticleBundleQuery(code).queryKey.slice(0, 1) })
  const remove = async (bundle: ArticleBundle) => {
    await abortArticleSavingAndMarkRemoved([bundle.lang])
    await articleBundlesTable.remove(bundle.lang)
    await refetchBundles()
    onChanged({ what: nameOf(bundle.lang), undo: () => articleBundlesTable.set(bundle.lang, bundle).then(refetchBundles) })
  }
  return (
    <Section title={t`To read without a connection`}>
      <Card flush>
        {data.map((bundle) => {
          const language = nameOf(bundle.lang)
          const version = shortArticleBundleVersion(bundle.version)
          const count = String(bundle.articles.length)
          return (
            <ListRow
              key={bundle.lang}
              title={<span lang={languageByCode(bundle.lang)?.locale}>{language}</span>}
              subtitle={
                <>
                  <Trans>Articles: {count}</Trans> · <Trans>Version {version}</Trans>
                  <br />
                  {formatDate(bundle.at)} {formatHourMinute(bundle.at)} · {formatBytes(bundle.bytes)}
                </>
              }
              trailing={<IconButton icon={<CloseIcon />} label={t`Remove ${language}`} onClick={() => void remove(bundle)} />}
            />
          )
        })}
        <div className={styles.state}>
          <OfflineReadingStatus always onSaved={() => onChanged(undefined)} />
        </div>
      </Card>
      <Card className={styles.switches}>
        <Switch
          label={t`Also on mobile data`}
          hint={t`Keeps help and news up to date where data may cost`}
          checked={isMeteredAllowed}
          onChange={setMeteredDownloadsAllowed}
        />
      </Card>
    </Section>
  )
}

const nameOf = (lang: ArticleBundle['lang']): string => languageByCode(lang)?.label ?? lang
