import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import type { InboxNotice } from '#contract/calls/inbox.ts'
import { formatDateTime } from '#i18n/date.ts'
import { joinClassNames } from '#ui/classes.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { CheckIcon, ChevronRightIcon } from '#ui/icons/icons.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Messages.module.css'
import { useSwipe } from './useSwipe.ts'

/** An address of the app and of nowhere else. */
const isInternalLink = (link: string): boolean => /^\/(?!\/)/.test(link)

/** One notice; pressed, it is read, and what it tells of opens. Drawn aside, or by its button, it is read and nothing opens. */
export function InboxNoticeRow({ notice, onRead }: { notice: InboxNotice; onRead: () => void }) {
  const { t } = useLingui()
  const router = useRouter()
  const isUnread = notice.read === 0
  const { title } = notice
  const swipe = useSwipe(isUnread ? onRead : undefined)
  const open = () => {
    if (isUnread) onRead()
    if (isInternalLink(notice.link)) router.history.push(notice.link)
  }
  return (
    <li className={joinClassNames(styles.notice, isUnread && styles.unread)} {...swipe}>
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
          {notice.content && (
            <Text as="span" tone="muted">
              {notice.content}
            </Text>
          )}
          <Text as="span" size="micro" tone="quiet">
            {formatDateTime(notice.createTime)}
          </Text>
        </span>
        {!isUnread && isInternalLink(notice.link) && <ChevronRightIcon />}
      </button>
      {isUnread && <IconButton icon={<CheckIcon />} label={t`Mark as read: ${title}`} className={styles.mark} onClick={onRead} />}
    </li>
  )
}
