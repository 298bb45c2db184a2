import { Trans } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import type { Notice } from '#contract/calls/inbox.ts'
import { formatTime } from '#i18n/date.ts'
import { classes } from '#ui/classes.ts'
import { ChevronRight } from '#ui/icons.tsx'
import styles from './Messages.module.css'

/** An address of the app and of nowhere else. */
const isOwn = (link: string): boolean => /^\/(?!\/)/.test(link)

/** One notice; pressed, it is read, and what it tells of opens. */
export function NoticeRow({ notice, onRead }: { notice: Notice; onRead: () => void }) {
  const router = useRouter()
  const isUnread = notice.read === 0
  const open = () => {
    onRead()
    if (isOwn(notice.link)) router.history.push(notice.link)
  }
  return (
    <button type="button" className={classes(styles.notice, isUnread && styles.unread)} onClick={open}>
      <span className={styles.dot}>
        {isUnread && (
          <span className="visuallyHidden">
            <Trans>Unread:</Trans>{' '}
          </span>
        )}
      </span>
      <span className={styles.words}>
        <span className={styles.title}>{notice.title}</span>
        {notice.content && <span className={styles.text}>{notice.content}</span>}
        <span className={styles.time}>{formatTime(notice.createTime)}</span>
      </span>
      {isOwn(notice.link) && <ChevronRight />}
    </button>
  )
}
