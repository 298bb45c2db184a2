import { Trans, useLingui } from '@lingui/react/macro'
import { serverNow } from '#api/serverClock.ts'
import { type WithdrawalAccount, withdrawals } from '#contract/calls/withdrawals.ts'
import { formatDateTime } from '#i18n/date.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { CloseIcon } from '#ui/icons/listIcons.tsx'
import { networkName } from '#widgets/money/networkNames.ts'
import { SandboxSkipWaitButton } from '#widgets/money/SandboxSkipWaitButton.tsx'
import { formatWithdrawalAccountDestination } from './destinations.ts'
import { Row } from '#ui/Row.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Withdrawals.module.css'

interface PlaceRowProps {
  account: WithdrawalAccount
  isOffline: boolean
  /** Nothing goes to a new one, whoever vouched for it. */
  isHeld: boolean
  onEdit(): void
  onRemove(): void
}

/** One saved place: its name, where it leads, and how long it waits. Pressed, it can be changed. */
export function EditableWithdrawalAccountRow({ account, isOffline, isHeld, onEdit, onRemove }: PlaceRowProps) {
  const { t } = useLingui()
  const { label, currency, chainType, memo, coolUntil, isVouched } = account
  const name = label || formatWithdrawalAccountDestination(account)
  const until = coolUntil !== undefined && coolUntil > serverNow() ? formatDateTime(coolUntil) : undefined
  return (
    <div className={styles.entry}>
      <Row align="center" gap={1} className={styles.row}>
        <button type="button" className={styles.body} disabled={isOffline} onClick={onEdit}>
          <span className={styles.words}>
            <strong>{name}</strong>
            {label && (
              <Text as="span" tone="muted" tabular>
                {formatWithdrawalAccountDestination(account)}
              </Text>
            )}
            <span className={styles.quiet}>{[currency, chainType && networkName(chainType), memo].filter(Boolean).join(' · ')}</span>
            {until && (
              <span className={styles.brass}>
                {isVouched && !isHeld ? (
                  <Trans>New: below 1,000 USDT a day until {until}</Trans>
                ) : (
                  <Trans>New: can be used from {until}</Trans>
                )}
              </span>
            )}
          </span>
        </button>
        <IconButton icon={<CloseIcon />} label={`${t`Remove this place`}: ${name}`} disabled={isOffline} onClick={onRemove} />
      </Row>
      {until && (!isVouched || isHeld) && (
        <div className={styles.skip}>
          <SandboxSkipWaitButton call={withdrawals.skipWait} body={{ id: account.id }} what={name} />
        </div>
      )}
    </div>
  )
}
