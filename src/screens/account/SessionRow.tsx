import { Trans, useLingui } from '@lingui/react/macro'
import type { Reply } from '#contract/call.ts'
import type { account } from '#contract/calls/account.ts'
import { formatTime } from '#i18n/date.ts'
import { Button } from '#ui/Button.tsx'
import { Chip } from '#ui/Chip.tsx'
import { Device } from '#ui/moreIcons.tsx'
import { useAge } from '#widgets/useAge.ts'
import styles from './Sessions.module.css'

export type SessionLine = Reply<typeof account.sessions>[number]

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
  const since = formatTime(session.createTime)
  const age = useAge(session.lastActive)
  return (
    <div className={styles.session}>
      <Device className={styles.icon} />
      <p className={styles.device}>{device}</p>
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
        <p className={styles.quiet}>
          {session.current || age === undefined ? <Trans>Active now</Trans> : <Trans>Last active: {age}</Trans>}
        </p>
        <p className={styles.quiet}>
          <Trans>From {ipMasked}</Trans>
        </p>
      </div>
    </div>
  )
}
