import { Trans, useLingui } from '@lingui/react/macro'
import type { LinkedSignIn } from '#contract/calls/signInMethods.ts'
import { formatTime } from '#i18n/date.ts'
import { Button } from '#ui/Button.tsx'
import { Wallet } from '#ui/icons.tsx'
import { External } from '#ui/moreIcons.tsx'
import styles from './Passkeys.module.css'

interface LinkedRowProps {
  linked: LinkedSignIn
  canRemove: boolean
  onRemove: () => void
}

/** A wallet by its short address, or a service by its name, and since when. */
export function LinkedRow({ linked, canRemove, onRemove }: LinkedRowProps) {
  const { t } = useLingui()
  const { account, kind } = linked
  const since = formatTime(linked.createTime)
  const Icon = kind === 'wallet' ? Wallet : External
  return (
    <div className={styles.passkey}>
      <Icon className={styles.icon} />
      <div className={styles.words}>
        <p className={styles.name}>{account}</p>
        <p className={styles.quiet}>
          <Trans>Added {since}</Trans>
        </p>
      </div>
      <div className={styles.actions}>
        <Button
          kind="secondary"
          size="small"
          disabled={!canRemove}
          title={canRemove ? undefined : t`Needs a connection`}
          aria-label={t`Remove ${account}`}
          onClick={onRemove}
        >
          <Trans>Remove</Trans>
        </Button>
      </div>
    </div>
  )
}
