import { Trans, useLingui } from '@lingui/react/macro'
import type { Passkey as PasskeyLine } from '#contract/calls/passkeys.ts'
import { formatTime } from '#i18n/date.ts'
import { Button } from '#ui/Button.tsx'
import { Passkey } from '#ui/moreIcons.tsx'
import { useIsOnline } from '#widgets/StatusChips.tsx'
import styles from './Passkeys.module.css'

interface PasskeyRowProps {
  passkey: PasskeyLine
  canChange: boolean
  onRename: () => void
  onRemove: () => void
}

/** One passkey: its name, since when, and when it was used last. */
export function PasskeyRow({ passkey, canChange, onRename, onRemove }: PasskeyRowProps) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const reason = isOnline ? undefined : t`Needs a connection`
  const { name, lastUsed } = passkey
  const since = formatTime(passkey.createTime)
  const used = lastUsed === null ? '' : formatTime(lastUsed)
  return (
    <div className={styles.passkey}>
      <Passkey className={styles.icon} />
      <div className={styles.words}>
        <p className={styles.name}>{name}</p>
        <p className={styles.quiet}>
          <Trans>Added {since}</Trans>
        </p>
        <p className={styles.quiet}>{lastUsed === null ? <Trans>Not used yet</Trans> : <Trans>Last used {used}</Trans>}</p>
      </div>
      <div className={styles.actions}>
        <Button
          kind="secondary"
          size="small"
          disabled={!canChange}
          title={reason}
          aria-label={t`Rename the passkey ${name}`}
          onClick={onRename}
        >
          <Trans>Rename</Trans>
        </Button>
        <Button
          kind="secondary"
          size="small"
          disabled={!canChange}
          title={reason}
          aria-label={t`Remove the passkey ${name}`}
          onClick={onRemove}
        >
          <Trans>Remove</Trans>
        </Button>
      </div>
    </div>
  )
}
