import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { SupportTicket } from '#contract/calls/support.ts'
import { path } from '#sitemap'
import { Chip } from '#ui/Chip.tsx'
import { joinClassNames } from '#ui/classes.ts'
import { pressableListRowClassNames } from '#ui/ListRow.tsx'
import styles from './Support.module.css'
import { formatDayAndClock, supportTicketStatus, useAnswerDeadlineFormatter, useSupportTicketStatusFormatter } from './ticketState.ts'
import { useSupportTopicLabels } from './useTopicWords.ts'

/** One conversation: what it is about, what was said last and by whom, how it stands. */
export function SupportConversationRow({ ticket }: { ticket: SupportTicket }) {
  const { t } = useLingui()
  const topics = useSupportTopicLabels()
  const states = useSupportTicketStatusFormatter()
  const promise = useAnswerDeadlineFormatter()(ticket)
  const { id, topic, title, status, unread, last, updateTime } = ticket
  const isUnread = unread > 0
  const lastWords = {
    me: last.text === title ? '' : t`You: ${last.text}`,
    staff: t`Fairlead: ${last.text}`,
    program: t`A program named help articles`,
  }[last.by]
  return (
    <Link to={path.support} search={{ id }} className={joinClassNames(pressableListRowClassNames, styles.row, isUnread && styles.unread)}>
      <span className={styles.words}>
        <span className={styles.facts}>
          <span>{topics[topic]}</span>
          <span>{formatDayAndClock(updateTime)}</span>
        </span>
        <span className={styles.title}>{title}</span>
        {lastWords && <span className={styles.last}>{lastWords}</span>}
        {promise && <span className={styles.quiet}>{promise}</span>}
        <span className={styles.chips}>
          {isUnread && <Chip tone="brass">{t`${unread} unread`}</Chip>}
          <Chip tone={status === supportTicketStatus.answered ? 'info' : 'plain'}>{states(ticket)}</Chip>
        </span>
      </span>
    </Link>
  )
}
