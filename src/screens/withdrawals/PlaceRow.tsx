import { Trans, useLingui } from '@lingui/react/macro'
import { serverNow } from '#api/serverClock.ts'
import { type WithdrawalAccount, withdrawals } from '#contract/calls/withdrawals.ts'
import { formatTime } from '#i18n/date.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { Close } from '#ui/moreIcons.tsx'
import { networkName } from '#widgets/networkNames.ts'
import { SandboxSkip } from '#widgets/SandboxSkip.tsx'
import { placeOf } from './places.ts'
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
export function PlaceRow({ account, isOffline, isHeld, onEdit, onRemove }: PlaceRowProps) {
  const { t } = useLingui()
  const { label, currency, chainType, memo, coolUntil, isVouched } = account
  const name = label || placeOf(account)
  const until = coolUntil !== undefined && coolUntil > serverNow() ? formatTime(coolUntil) : undefined
  return (
    <div className={styles.entry}>
      <div className={styles.row}>
        <button type="button" className={styles.body} disabled={isOffline} onClick={onEdit}>
          <span className={styles.words}>
            <strong>{name}</strong>
            {label && <span className={styles.address}>{placeOf(account)}</span>}
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
        <IconButton icon={<Close />} label={`${t`Remove this place`}: ${name}`} disabled={isOffline} onClick={onRemove} />
      </div>
      {until && (!isVouched || isHeld) && (
        <div className={styles.skip}>
          <SandboxSkip call={withdrawals.skipWait} body={{ id: account.id }} what={name} />
        </div>
      )}
    </div>
  )
}
