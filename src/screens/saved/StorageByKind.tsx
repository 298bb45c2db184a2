import { Trans, useLingui } from '@lingui/react/macro'
import {
  clearOfflineStorageKind,
  type StorageUsage,
  type OfflineStorageKind,
  reloadableStorageKinds,
  unsentStorageKinds,
} from '#api/stored/storageUsage.ts'
import { useHasToken } from '#api/session.ts'
import { formatBytes } from '#i18n/bytes.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { Section } from '#ui/Section.tsx'
import type { UndoableRemoval } from './removed.ts'
import styles from './Saved.module.css'
import { useOfflineStorageKindNames } from './useKindNames.ts'

/** The room that is taken, as a bar by kind, and each kind with the way to clear it. */
export function StorageByKind({ usage, onRemoved }: { usage: StorageUsage; onRemoved: (removed: UndoableRemoval) => void }) {
  const { t } = useLingui()
  const names = useOfflineStorageKindNames()
  const isSignedIn = useHasToken()
  const shown = [
    // A visitor has neither of the others.
    ...reloadableStorageKinds.filter((kind) => isSignedIn || kind === 'reading' || kind === 'markets'),
    ...unsentStorageKinds.filter((kind) => usage.kinds[kind].entries > 0),
  ]
  const sumOfKinds = shown.reduce((sum, kind) => sum + usage.kinds[kind].bytes, 0)
  const used = Math.max(usage.usedBytes ?? 0, sumOfKinds + (usage.appBytes ?? 0))
  const app = usage.appBytes ?? Math.max(0, used - sumOfKinds)
  const other = Math.max(0, used - sumOfKinds - app)
  const parts: { name: OfflineStorageKind | 'app' | 'other'; bytes: number }[] = [
    { name: 'app', bytes: app },
    ...shown.map((kind) => ({ name: kind, bytes: usage.kinds[kind].bytes })),
    { name: 'other', bytes: other },
  ]
  const clear = async (kind: OfflineStorageKind) => onRemoved({ what: names[kind], undo: await clearOfflineStorageKind(kind) })
  return (
    <Section title={t`Room it takes`} action={<span className={styles.total}>{formatBytes(used)}</span>}>
      <div className={styles.bar} aria-hidden="true">
        {parts.map(({ name, bytes }) => bytes > 0 && <span key={name} data-kind={name} style={{ flexGrow: bytes }} />)}
      </div>
      <Card flush>
        <ListRow leading={<KindMark kind="app" />} title={t`The app itself`} trailing={formatBytes(app)} />
        {shown.map((kind) => {
          const { entries, bytes } = usage.kinds[kind]
          const count = String(entries)
          const name = names[kind]
          return (
            <ListRow
              key={kind}
              leading={<KindMark kind={kind} />}
              title={name}
              subtitle={
                entries === 0
                  ? t`Nothing kept`
                  : countlessKinds.includes(kind)
                    ? formatBytes(bytes)
                    : `${formatBytes(bytes)} · ${t`Answers kept: ${count}`}`
              }
              trailing={
                entries > 0 && (
                  <Button kind="quiet" size="small" aria-label={t`Clear: ${name}`} onClick={() => void clear(kind)}>
                    <Trans>Clear</Trans>
                  </Button>
                )
              }
            />
          )
        })}
        {other > 0 && <ListRow leading={<KindMark kind="other" />} title={t`Other`} trailing={formatBytes(other)} />}
      </Card>
    </Section>
  )
}

// Files on the device are not what somebody counts of these.
const countlessKinds: readonly OfflineStorageKind[] = ['reading', ...unsentStorageKinds]

const KindMark = ({ kind }: { kind: string }) => <span className={styles.mark} data-kind={kind} aria-hidden="true" />
