import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import type { Notice } from '#contract/calls/inbox.ts'
import { formatTime } from '#i18n/date.ts'
import { classes } from '#ui/classes.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { Check, ChevronRight } from '#ui/icons.tsx'
import styles from './Messages.module.css'
import { useSwipe } from './useSwipe.ts'

/** An address of the app and of nowhere else. */
const isOwn = (link: string): boolean => /^\/(?!\/)/.test(link)

/** One notice; pressed, it is read, and what it tells of opens. Drawn aside, or by its button, it is read and nothing opens. */
export function NoticeRow({ notice, onRead }: { notice: Notice; onRead: () => void }) {
  const { t } = useLingui()
  const router = useRouter()
  const isUnread = notice.read === 0
  const { title } = notice
  const swipe = useSwipe(isUnread ? onRead : undefined)
  const open = () => {
    if (isUnread) onRead()
    if (isOwn(notice.link)) router.history.push(notice.link)
  }
  return (
    <li className={classes(styles.notice, isUnread && styles.unread)} {...swipe}>
      <button type="button" className={styles.body} onClick={open}>
        <span className={styles.dot}>
          {isUnread && (
            <span className="visuallyHidden">
              <Trans>Unread:</Trans>{' '}
            </span>
          )}
        </span>
        <span className={styles.words}>
          <span className={styles.title}>{title}</span>
          {notice.content && <span className={styles.text}>{notice.content}</span>}
          <span className={styles.time}>{formatTime(notice.createTime)}</span>
        </span>
        {!isUnread && isOwn(notice.link) && <ChevronRight />}
      </button>
      {isUnread && <IconButton icon={<Check />} label={t`Mark as read: ${title}`} className={styles.mark} onClick={onRead} />}
    </li>
  )
}
