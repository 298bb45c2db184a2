import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { madeAt } from '#api/age.ts'
import { markRead } from '#api/left.ts'
import { usePushHere } from '#api/pushHere.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Empty } from '#ui/Empty.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Bell, Check } from '#ui/icons.tsx'
import { Settings } from '#ui/moreIcons.tsx'
import { Segments } from '#ui/Segments.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { AgeChip } from '#widgets/AgeChip.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { type NoticeTab, noticeTabs, readMessagesSearch } from './messagesSearch.ts'
import styles from './Messages.module.css'
import { allOf } from './marked.ts'
import { NoticeRow } from './NoticeRow.tsx'
import { PinnedAnnouncements } from './PinnedAnnouncements.tsx'
import { useMarkAll } from './useMarkAll.ts'
import { useNotices } from './useNotices.ts'

export const Route = createFileRoute('/_signedIn/messages')({ component: Messages, validateSearch: readMessagesSearch })

/** What the house has told this person, by kind, with what is unread (product §4.2 Notifications). */
function Messages() {
  const { t } = useLingui()
  const { type = 'all' } = Route.useSearch()
  const navigate = Route.useNavigate()
  const [more, setMore] = useState(0)
  const { marked, markAll, undo } = useMarkAll()
  const { first, failed, isPending, hasMore, unread, notices } = useNotices(type, more, marked)
  const push = usePushHere()
  const names: Record<NoticeTab, string> = {
    all: t`All`,
    system: t`System`,
    task: t({ message: 'Task', context: 'kind of notice' }),
    transaction: t`Transaction`,
  }
  const unreadInAll = unread?.[type] ?? 0
  const count = marked?.count
  return (
    <ScreenLayout
      title={t`Messages`}
      back={path.me}
      chips={<AgeChip at={failed && first.data ? madeAt(first.data, first.dataUpdatedAt) : undefined} />}
      actions={
        <IconButton
          icon={<Check />}
          label={t`Mark all as read`}
          disabled={unreadInAll === 0}
          onClick={() => markAll(allOf(type, notices, unreadInAll))}
        />
      }
    >
      <Segments
        label={t`Kind`}
        look="line"
        value={type}
        onChange={(next) => {
          setMore(0)
          void navigate({ search: { type: next }, replace: true })
        }}
        options={noticeTabs.map((value) => ({ value, label: <TabName name={names[value]} unread={unread?.[value] ?? 0} /> }))}
      />
      {count !== undefined && (
        <output className={styles.marked}>
          <Plural value={count} one="# message marked as read" other="# messages marked as read" />
          <Button kind="quiet" size="small" onClick={undo}>
            <Trans>Undo</Trans>
          </Button>
        </output>
      )}
      {type === 'all' && (
        <Card flush>
          <PinnedAnnouncements />
          <RowLink to={path.alerts} leading={<Bell />} title={t`Price alerts`} subtitle={t`Prices you want to be told of`} />
          <RowLink
            to={path.notifications}
            leading={<Settings />}
            title={t`Notifications`}
            subtitle={push === undefined || push === 'unknown' ? t`Off on this device` : t`On, on this device`}
          />
        </Card>
      )}
      {first.data === undefined ? (
        first.error ? (
          <FailedRead title={t`Your messages could not be read`} error={first.error} onRetry={() => void first.refetch()} />
        ) : (
          <Skeleton lines={8} />
        )
      ) : notices.length === 0 ? (
        <Empty text={t`Nothing here. Alerts, margin warnings and news of your account will be.`} />
      ) : (
        <Card flush>
          <ul className={styles.list}>
            {notices.map((notice) => (
              <NoticeRow key={notice.id} notice={notice} onRead={() => markRead([notice.id])} />
            ))}
          </ul>
        </Card>
      )}
      {hasMore && (
        <Button kind="quiet" wide busy={isPending} onClick={() => setMore(more + 1)}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </ScreenLayout>
  )
}

function TabName({ name, unread }: { name: string; unread: number }) {
  if (unread === 0) return name
  return (
    <>
      {name} <span className={styles.count}>{unread > 99 ? '99+' : unread}</span>
      <span className="visuallyHidden">
        {' '}
        <Trans>unread</Trans>
      </span>
    </>
  )
}
