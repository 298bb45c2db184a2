import { Trans, useLingui } from '@lingui/react/macro'
import { saveArticlesOffline, articleSavingStore } from '#api/stored/saveArticles.ts'
import { offlineSavingRequestedStore } from '#device/metered.ts'
import { useStore } from '#device/store.ts'
import { useLanguage } from '#i18n/i18n.ts'
import { Button } from '#ui/Button.tsx'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './OfflineReadingStatus.module.css'
import { useIsOnline } from '../ScreenStatusChips.tsx'

/**
 * How the saving of help and news stands, and the way to start it. Silent where there is nothing to say, unless it is shown `always`.
 */
export function OfflineReadingStatus({ always = false, onSaved }: { always?: boolean; onSaved?: () => void }) {
  const { t } = useLingui()
  const language = useLanguage()
  const isOnline = useIsOnline()
  const now = useStore(articleSavingStore)
  if (!always && (now.state === 'idle' || !isOnline)) return null
  const save = async () => {
    // The screens it is read on come along (storing.ts).
    offlineSavingRequestedStore.set(true)
    if (await saveArticlesOffline(language.code)) onSaved?.()
  }
  const isSaving = now.state === 'saving'
  const name = language.label
  return (
    <div className={styles.saving}>
      <Text as="output" tone="muted" className={styles.words}>
        {isSaving && <Trans>Saving help and news…</Trans>}
        {now.state === 'asking' && <Trans>This connection may cost by the megabyte. Save help and news for later?</Trans>}
        {now.state === 'failed' && now.why === 'full' && <Trans>There is no room on this device for help and news.</Trans>}
        {now.state === 'failed' && now.why === 'unanswered' && <Trans>Help and news could not be saved.</Trans>}
      </Text>
      {isSaving ? (
        <ProgressBar label={t`Saving help and news…`} {...(now.part !== undefined && { value: now.part })} />
      ) : (
        <Button
          kind="secondary"
          wide
          disabled={!isOnline}
          reason={isOnline ? undefined : t`Needs a connection`}
          onClick={() => void save()}
        >
          {now.state === 'idle' ? <Trans>Bring up to date: {name}</Trans> : <Trans>Save now</Trans>}
        </Button>
      )}
    </div>
  )
}
