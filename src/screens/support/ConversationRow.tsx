import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Ticket } from '#contract/calls/support.ts'
import { path } from '#sitemap'
import { Chip } from '#ui/Chip.tsx'
import { classes } from '#ui/classes.ts'
import { rowClasses } from '#ui/ListRow.tsx'
import styles from './Support.module.css'
import { moment, ticketStatus, usePromiseWords, useStateWords } from './ticketState.ts'
import { useTopicWords } from './useTopicWords.ts'

/** One conversation: what it is about, what was said last and by whom, how it stands. */
export function ConversationRow({ ticket }: { ticket: Ticket }) {
  const { t } = useLingui()
  const topics = useTopicWords()
  const states = useStateWords()
  const promise = usePromiseWords()(ticket)
  const { id, topic, title, status, unread, last, updateTime } = ticket
  const isUnread = unread > 0
  const lastWords = {
    me: last.text === title ? '' : t`You: ${last.text}`,
    staff: t`Fairlead: ${last.text}`,
    program: t`A program named help articles`,
  }[last.by]
  return (
    <Link to={path.support} search={{ id }} className={classes(rowClasses, styles.row, isUnread && styles.unread)}>
      <span className={styles.words}>
        <span className={styles.facts}>
          <span>{topics[topic]}</span>
          <span>{moment(updateTime)}</span>
        </span>
        <span className={styles.title}>{title}</span>
        {lastWords && <span className={styles.last}>{lastWords}</span>}
        {promise && <span className={styles.quiet}>{promise}</span>}
        <span className={styles.chips}>
          {isUnread && <Chip tone="brass">{t`${unread} unread`}</Chip>}
          <Chip tone={status === ticketStatus.answered ? 'info' : 'plain'}>{states(ticket)}</Chip>
        </span>
      </span>
    </Link>
  )
}
