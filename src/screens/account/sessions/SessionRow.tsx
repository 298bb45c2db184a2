import { Trans, useLingui } from '@lingui/react/macro'
import { toDeviceTime } from '#api/serverClock.ts'
import type { CallReply } from '#contract/call.ts'
import type { account } from '#contract/calls/account.ts'
import { formatDateTime } from '#i18n/date.ts'
import { Button } from '#ui/Button.tsx'
import { Chip } from '#ui/Chip.tsx'
import { DeviceIcon } from '#ui/icons/moreIcons.tsx'
import { useDataAgeText } from '#widgets/content/useAge.ts'
import { Text } from '#ui/Text.tsx'
import styles from './Sessions.module.css'

export type SessionLine = CallReply<typeof account.sessions>[number]

interface SessionRowProps {
  session: SessionLine
  canEnd: boolean
  reason: string | undefined
  onEnd: () => void
}

/** One device: what it is, roughly where from, since when and how lately used. */
export function SessionRow({ session, canEnd, reason, onEnd }: SessionRowProps) {
  const { t } = useLingui()
  const { device, ipMasked } = session
  const since = formatDateTime(session.createTime)
  const age = useDataAgeText(toDeviceTime(session.lastActive))
  return (
    <div className={styles.session}>
      <DeviceIcon className={styles.icon} />
      <Text size="inherit" weight="strong" className={styles.device}>
        {device}
      </Text>
      {session.current ? (
        <Chip tone="info">
          <Trans>This device</Trans>
        </Chip>
      ) : (
        <Button
          kind="secondary"
          size="small"
          disabled={!canEnd}
          title={reason}
          aria-label={t`End the session of ${device}, signed in ${since}`}
          onClick={onEnd}
        >
          <Trans>End</Trans>
        </Button>
      )}
      <div className={styles.facts}>
        <p className={styles.since}>
          <Trans>Signed in {since}</Trans>
        </p>
        <Text tone="quiet">{session.current || age === undefined ? <Trans>Active now</Trans> : <Trans>Last active: {age}</Trans>}</Text>
        <Text tone="quiet">
          <Trans>From {ipMasked}</Trans>
        </Text>
      </div>
    </div>
  )
}
