import { Trans, useLingui } from '@lingui/react/macro'
import type { LinkedSignInMethod } from '#contract/calls/signInMethods.ts'
import { formatDateTime } from '#i18n/date.ts'
import { Button } from '#ui/Button.tsx'
import { ExternalLinkIcon } from '#ui/icons/moreIcons.tsx'
import { WalletIcon } from '#ui/icons/signInIcons.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Passkeys.module.css'

interface LinkedSignInRowProps {
  linked: LinkedSignInMethod
  canRemove: boolean
  onRemove: () => void
}

/** A wallet by its short address, or a service by its name, and since when. */
export function LinkedSignInRow({ linked, canRemove, onRemove }: LinkedSignInRowProps) {
  const { t } = useLingui()
  const { account, kind } = linked
  const since = formatDateTime(linked.createTime)
  const Icon = kind === 'wallet' ? WalletIcon : ExternalLinkIcon
  return (
    <div className={styles.passkey}>
      <Icon className={styles.icon} />
      <div className={styles.words}>
        <Text size="inherit" weight="strong" className={styles.name}>
          {account}
        </Text>
        <Text tone="quiet">
          <Trans>Added {since}</Trans>
        </Text>
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
