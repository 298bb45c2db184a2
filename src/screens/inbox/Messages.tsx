import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { markNoticesReadOrQueue } from '#api/stored/outbox.ts'
import { usePushPreferences } from '#api/push/pushDevice.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/Empty.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { BellIcon, CheckIcon } from '#ui/icons/icons.tsx'
import { SettingsIcon } from '#ui/icons/moreIcons.tsx'
import { SegmentedControl } from '#ui/fields/Segments.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { DataAgeChip } from '#widgets/content/DataAgeChip.tsx'
import { RecordList } from '#widgets/RecordList.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { type NoticeTab, noticeTabs, readInboxSearchParams } from './messagesSearch.ts'
import styles from './Messages.module.css'
import { buildPendingMarkAllRead } from './pendingMarkRead.ts'
import { InboxNoticeRow } from './InboxNoticeRow.tsx'
import { InboxAnnouncements } from './InboxAnnouncements.tsx'
import { useUndoableMarkAllNoticesRead } from './useMarkAll.ts'
import { useInboxTabNotices } from './useInboxTabNotices.ts'

export const Route = createFileRoute('/_signedIn/messages')({ component: Messages, validateSearch: readInboxSearchParams })

/** What the house has told this person, by kind, with what is unread (docs/rules/interface.md Notifications). */
function Messages() {
  const { t } = useLingui()
  const { type = 'all' } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { marked, markAll, undo } = useUndoableMarkAllNoticesRead()
  const { pages, unread } = useInboxTabNotices(type, marked)
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
      chips={<DataAgeChip at={pages.error ? pages.at : undefined} />}
      actions={
        <IconButton
          icon={<CheckIcon />}
          label={t`Mark all as read`}
          disabled={unreadInAll === 0}
          onClick={() => markAll(buildPendingMarkAllRead(type, pages.records ?? [], unreadInAll))}
        />
      }
    >
      <SegmentedControl
        label={t`Kind`}
        look="line"
        value={type}
        onChange={(next) => void navigate({ search: { type: next }, replace: true })}
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
          <InboxAnnouncements />
          <RowLink to={path.alerts} leading={<BellIcon />} title={t`Price alerts`} subtitle={t`Prices you want to be told of`} />
          <PushSettingsRow />
        </Card>
      )}
      <RecordList
        pages={pages}
        failed={t`Your messages could not be read`}
        waiting={<Skeleton lines={8} />}
        empty={<EmptyState text={t`Nothing here. Alerts, margin warnings and news of your account will be.`} />}
        frame={(rows) => (
          <Card flush>
            <ul className={styles.list}>{rows}</ul>
          </Card>
        )}
      >
        {(notice) => <InboxNoticeRow notice={notice} onRead={() => markNoticesReadOrQueue([notice.id])} />}
      </RecordList>
    </ScreenLayout>
  )
}

function PushSettingsRow() {
  const { t } = useLingui()
  const push = usePushPreferences()
  return (
    <RowLink
      to={path.notifications}
      leading={<SettingsIcon />}
      title={t`Notifications`}
      subtitle={push === undefined || push === 'unknown' ? t`Off on this device` : t`On, on this device`}
    />
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
