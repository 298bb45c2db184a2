import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { apiReadQuery } from '#api/query.ts'
import { sendApiCall } from '#api/send.ts'
import { inbox, type AnnouncementOrSystemNotice } from '#contract/calls/inbox.ts'
import { formatDateTime } from '#i18n/date.ts'
import { path } from '#sitemap'
import { NewsIcon } from '#ui/icons/moreIcons.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { ArticleBody } from '#widgets/content/ArticleBody.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Messages.module.css'

const maxPinned = 2

/** What is announced to everybody: what stands first, and what this person has not read; then the way to all of it. */
export function InboxAnnouncements() {
  const { t } = useLingui()
  const { data } = useQuery(apiReadQuery(inbox.messages, { pageNo: 1, pageSize: 20 }))
  const client = useQueryClient()
  const [open, setOpen] = useState<AnnouncementOrSystemNotice>()
  const [isOpen, setIsOpen] = useState(false)
  const pinned = (data?.anntMsgList ?? []).filter(({ readFlag }, index) => index === 0 || readFlag === 0).slice(0, maxPinned)
  const show = (one: AnnouncementOrSystemNotice) => {
    setOpen(one)
    setIsOpen(true)
    if (one.readFlag === 1) return
    // Reading is not held up by it; what could not be marked stays unread.
    sendApiCall(inbox.markAnnouncementsRead, { ids: [one.id] }).then(
      () => void client.invalidateQueries({ queryKey: [inbox.messages.path] }),
      () => undefined,
    )
  }
  return (
    <>
      {/* Before the rows, which know each other by standing side by side. */}
      <BottomSheet open={isOpen} onClose={() => setIsOpen(false)} title={open?.title}>
        {open && (
          <>
            <Text size="micro" tone="quiet" className={styles.announced}>
              {formatDateTime(open.sendTime)}
            </Text>
            <ArticleBody html={open.msgContent} />
          </>
        )}
      </BottomSheet>
      {pinned.map((one) => (
        <ListRow
          key={one.id}
          leading={<NewsIcon />}
          title={
            <span className={one.readFlag === 0 ? styles.fresh : undefined}>
              {one.readFlag === 0 && (
                <span className="visuallyHidden">
                  <Trans>Unread:</Trans>{' '}
                </span>
              )}
              {one.title}
            </span>
          }
          subtitle={one.msgAbstract}
          trailing={one.readFlag === 0 && <span className={styles.freshDot} />}
          onClick={() => show(one)}
        />
      ))}
      <RowLink to={path.announcements} leading={<NewsIcon />} title={t`All announcements`} />
    </>
  )
}
