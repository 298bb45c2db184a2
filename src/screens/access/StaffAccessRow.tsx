import { useLingui } from '@lingui/react/macro'
import type { StaffDataAccessRecord } from '#contract/calls/access.ts'
import { formatDateTime } from '#i18n/date.ts'
import { ListRow } from '#ui/ListRow.tsx'
import styles from './StaffAccess.module.css'

/** One look of staff at something of this person's. */
export function StaffAccessRow({ look }: { look: StaffDataAccessRecord }) {
  const { t } = useLingui()
  const { role, staffNo, kind, files } = look
  const whats: Readonly<Record<string, string>> = {
    deposit: t`A deposit of yours`,
    withdrawal: t`A withdrawal of yours`,
    verification: t`Your identity check`,
    support: t`A conversation of yours with support`,
  }
  const who = role === 'auditor' ? t`Auditor no. ${staffNo}` : t`Reviewer no. ${staffNo}`
  return (
    <ListRow
      title={whats[kind] ?? t`A case of yours`}
      subtitle={
        <>
          <span className={styles.line}>{files > 0 ? `${who} · ${t`Files opened: ${files}`}` : who}</span>
          <time className={styles.line} dateTime={new Date(look.time).toISOString()}>
            {formatDateTime(look.time)}
          </time>
        </>
      }
    />
  )
}
