import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '#api/query.ts'
import { send } from '#api/send.ts'
import { inbox, type Message } from '#contract/calls/inbox.ts'
import { formatTime } from '#i18n/date.ts'
import { path } from '#sitemap'
import { classes } from '#ui/classes.ts'
import { News } from '#ui/icons.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { ArticleBody } from '#widgets/ArticleBody.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import styles from './Messages.module.css'

const most = 2

/** What is announced to everybody: what stands first, and what this person has not read; then the way to all of it. */
export function PinnedAnnouncements() {
  const { t } = useLingui()
  const { data } = useQuery(query(inbox.messages, { pageNo: 1, pageSize: 20 }))
  const client = useQueryClient()
  const [open, setOpen] = useState<Message>()
  const [isOpen, setIsOpen] = useState(false)
  const pinned = (data?.anntMsgList ?? []).filter(({ readFlag }, index) => index === 0 || readFlag === 0).slice(0, most)
  const show = (one: Message) => {
    setOpen(one)
    setIsOpen(true)
    if (one.readFlag === 1) return
    // Reading is not held up by it; what could not be marked stays unread.
    send(inbox.markAnnouncementsRead, { ids: [one.id] }).then(
      () => void client.invalidateQueries({ queryKey: [inbox.messages.path] }),
      () => undefined,
    )
  }
  return (
    <>
      {/* Before the rows, which know each other by standing side by side. */}
      <Sheet open={isOpen} onClose={() => setIsOpen(false)} title={open?.title}>
        {open && (
          <>
            <p className={classes(styles.time, styles.announced)}>{formatTime(open.sendTime)}</p>
            <ArticleBody html={open.msgContent} />
          </>
        )}
      </Sheet>
      {pinned.map((one) => (
        <ListRow
          key={one.id}
          leading={<News />}
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
      <RowLink to={path.announcements} leading={<News />} title={t`All announcements`} />
    </>
  )
}
