import { Trans, useLingui } from '@lingui/react/macro'
import type { RegisteredPasskey as PasskeyLine } from '#contract/calls/passkeys.ts'
import { formatDateTime } from '#i18n/date.ts'
import { Button } from '#ui/Button.tsx'
import { PasskeyIcon } from '#ui/icons/signInIcons.tsx'
import { useIsOnline } from '#widgets/ScreenStatusChips.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Passkeys.module.css'

interface PasskeyListRowProps {
  passkey: PasskeyLine
  canChange: boolean
  onRename: () => void
  onRemove: () => void
}

/** One passkey: its name, since when, and when it was used last. */
export function PasskeyListRow({ passkey, canChange, onRename, onRemove }: PasskeyListRowProps) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const reason = isOnline ? undefined : t`Needs a connection`
  const { name, lastUsed } = passkey
  const since = formatDateTime(passkey.createTime)
  const used = lastUsed === null ? '' : formatDateTime(lastUsed)
  return (
    <div className={styles.passkey}>
      <PasskeyIcon className={styles.icon} />
      <div className={styles.words}>
        <Text size="inherit" weight="strong" className={styles.name}>
          {name}
        </Text>
        <Text tone="quiet">
          <Trans>Added {since}</Trans>
        </Text>
        <Text tone="quiet">{lastUsed === null ? <Trans>Not used yet</Trans> : <Trans>Last used {used}</Trans>}</Text>
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
