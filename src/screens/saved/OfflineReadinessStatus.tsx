import { Trans, useLingui } from '@lingui/react/macro'
import type { StorageUsage } from '#api/stored/storageUsage.ts'
import { useHasToken } from '#api/session.ts'
import { isRunningStandalone } from '#device/installation.ts'
import { requestStoragePersistence, type StoragePersistence } from '#device/lastingStorage.ts'
import { formatBytes } from '#i18n/bytes.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { Section } from '#ui/Section.tsx'
import { showToast } from '#ui/toast.ts'

/** Whether the app starts without a connection, and whether the browser promised to keep what is here. */
export function OfflineReadinessStatus({ usage, onChanged }: { usage: StorageUsage; onChanged: () => void }) {
  const { t } = useLingui()
  const isSignedIn = useHasToken()
  const canRequestPersistence = isSignedIn || isRunningStandalone()
  const answers: Record<StoragePersistence, string> = {
    granted: t`The browser keeps it until you clear it`,
    refused: t`The browser did not agree: it may clear it when room is short`,
    unknown: t`The browser has not answered: it may clear it when room is short`,
  }
  const askForPersistence = async () => {
    showToast(
      (await requestStoragePersistence()) === 'granted'
        ? t`The browser will keep it`
        : t`The browser did not agree. It decides by how often you use the app.`,
    )
    onChanged()
  }
  const room = usage.quotaBytes === undefined ? undefined : formatBytes(usage.quotaBytes)
  return (
    <>
      <Section title={t`How long it stays`}>
        <Card flush>
          <ListRow
            title={t`The app itself`}
            subtitle={usage.isAppStored ? t`Starts without a connection` : t`Not kept: it needs a connection to start`}
          />
          <ListRow title={t`What is kept`} subtitle={answers[usage.persistence]} />
          {room !== undefined && <ListRow title={t`Room the browser gives`} trailing={room} />}
        </Card>
      </Section>
      {usage.persistence !== 'granted' &&
        (canRequestPersistence ? (
          <Button kind="secondary" wide onClick={() => void askForPersistence()}>
            <Trans>Ask the browser to keep it</Trans>
          </Button>
        ) : (
          <p>
            <Trans>Once you sign in or install the app, it asks the browser to keep it.</Trans>
          </p>
        ))}
    </>
  )
}
