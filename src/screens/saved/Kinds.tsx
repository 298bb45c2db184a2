import { Trans, useLingui } from '@lingui/react/macro'
import { clearKept, type KeptHere, type KeptKind, loadedKinds, typedKinds } from '#api/keptHere.ts'
import { useHasToken } from '#api/session.ts'
import { formatBytes } from '#i18n/bytes.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { Section } from '#ui/Section.tsx'
import type { Removed } from './removed.ts'
import styles from './Saved.module.css'
import { useKindNames } from './useKindNames.ts'

/** The room that is taken, as a bar by kind, and each kind with the way to clear it. */
export function Kinds({ kept, onRemoved }: { kept: KeptHere; onRemoved: (removed: Removed) => void }) {
  const { t } = useLingui()
  const names = useKindNames()
  const isSignedIn = useHasToken()
  const shown = [
    // A visitor has neither of the others.
    ...loadedKinds.filter((kind) => isSignedIn || kind === 'reading' || kind === 'markets'),
    ...typedKinds.filter((kind) => kept.kinds[kind].entries > 0),
  ]
  const named = shown.reduce((sum, kind) => sum + kept.kinds[kind].bytes, 0)
  const used = Math.max(kept.usedBytes ?? 0, named + (kept.appBytes ?? 0))
  const app = kept.appBytes ?? Math.max(0, used - named)
  const other = Math.max(0, used - named - app)
  const parts: { name: KeptKind | 'app' | 'other'; bytes: number }[] = [
    { name: 'app', bytes: app },
    ...shown.map((kind) => ({ name: kind, bytes: kept.kinds[kind].bytes })),
    { name: 'other', bytes: other },
  ]
  const clear = async (kind: KeptKind) => onRemoved({ what: names[kind], undo: await clearKept(kind) })
  return (
    <Section title={t`Room it takes`} action={<span className={styles.total}>{formatBytes(used)}</span>}>
      <div className={styles.bar} aria-hidden="true">
        {parts.map(({ name, bytes }) => bytes > 0 && <span key={name} data-kind={name} style={{ flexGrow: bytes }} />)}
      </div>
      <Card flush>
        <ListRow leading={<Mark kind="app" />} title={t`The app itself`} trailing={formatBytes(app)} />
        {shown.map((kind) => {
          const { entries, bytes } = kept.kinds[kind]
          const count = String(entries)
          const name = names[kind]
          return (
            <ListRow
              key={kind}
              leading={<Mark kind={kind} />}
              title={name}
              subtitle={
                entries === 0
                  ? t`Nothing kept`
                  : uncounted.includes(kind)
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
        {other > 0 && <ListRow leading={<Mark kind="other" />} title={t`Other`} trailing={formatBytes(other)} />}
      </Card>
    </Section>
  )
}

// Files on the device are not what somebody counts of these.
const uncounted: readonly KeptKind[] = ['reading', ...typedKinds]

const Mark = ({ kind }: { kind: string }) => <span className={styles.mark} data-kind={kind} aria-hidden="true" />
