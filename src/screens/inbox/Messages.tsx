import { Trans, useLingui } from '@lingui/react/macro'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { madeAt } from '#api/age.ts'
import { useWrite } from '#api/mutation.ts'
import { query } from '#api/query.ts'
import { send } from '#api/send.ts'
import { useConnection } from '#api/socket.ts'
import { inbox } from '#contract/calls/inbox.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Empty } from '#ui/Empty.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Bell, Check, News } from '#ui/icons.tsx'
import { Segments } from '#ui/Segments.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { AgeChip } from '#widgets/AgeChip.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { type NoticeTab, noticeTabs, readMessagesSearch } from './messagesSearch.ts'
import styles from './Messages.module.css'
import { NoticeRow } from './NoticeRow.tsx'

export const Route = createFileRoute('/_signedIn/messages')({ component: Messages, validateSearch: readMessagesSearch })

const pageSize = 100
/** So many pages are read at once, and so kept for reading without a signal: 200 notices (product §4.2). */
const firstPages = 2

/** What the house has told this person, by kind, with what is unread (product §4.2 Notifications). */
function Messages() {
  const { t } = useLingui()
  const { type = 'all' } = Route.useSearch()
  const navigate = Route.useNavigate()
  const [more, setMore] = useState(0)
  const isOffline = useConnection() === 'offline'
  const client = useQueryClient()
  const mark = useWrite(inbox.markRead, { errors: 'inline' })
  // Reading is not held up by it; what could not be marked stays unread.
  const markOne = (id: string) =>
    send(inbox.markRead, { ids: [id] }).then(
      () => void client.invalidateQueries({ queryKey: [inbox.notices.path] }),
      () => undefined,
    )
  const first = useQueries({ queries: [query(inbox.notices, { type, pageNo: 1, pageSize })] })[0]
  const pages = Math.min(first.data?.pages ?? 1, firstPages + more)
  const others = useQueries({
    queries: Array.from({ length: Math.max(0, pages - 1) }, (_, index) => query(inbox.notices, { type, pageNo: index + 2, pageSize })),
  })
  const results = [first, ...others]
  const read = results.flatMap(({ data }) => (data ? [data] : []))
  // One written between two reads pushes the last of a page onto the next.
  const notices = [...new Map(read.flatMap(({ records }) => records).map((one) => [one.id, one])).values()]
  const failed = results.find(({ error }) => error)
  const unread = first.data?.unread
  const names: Record<NoticeTab, string> = {
    all: t`All`,
    system: t`System`,
    task: t({ message: 'Task', context: 'kind of notice' }),
    transaction: t`Transaction`,
  }
  const count = unread?.[type] ?? 0
  return (
    <ScreenLayout
      title={t`Messages`}
      back={path.me}
      chips={<AgeChip at={failed && first.data ? madeAt(first.data, first.dataUpdatedAt) : undefined} />}
      actions={
        <IconButton
          icon={<Check />}
          label={t`Mark all as read`}
          disabled={count === 0 || isOffline || mark.isPending}
          onClick={() => mark.mutate({ body: { ids: 'all', ...(type !== 'all' && { type }) } })}
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
      {type === 'all' && (
        <Card flush>
          <RowLink to={path.announcements} leading={<News />} title={t`Announcements`} subtitle={t`For everybody, the newest first`} />
          <RowLink to={path.alerts} leading={<Bell />} title={t`Price alerts`} subtitle={t`Prices you want to be told of`} />
        </Card>
      )}
      {mark.error && (
        <p role="alert" className={styles.failure}>
          {mark.error.message}
        </p>
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
          {notices.map((notice) => (
            <NoticeRow key={notice.id} notice={notice} onRead={() => notice.read === 0 && void markOne(notice.id)} />
          ))}
        </Card>
      )}
      {first.data && pages < first.data.pages && (
        <Button kind="quiet" wide busy={results.some(({ isPending }) => isPending)} onClick={() => setMore(more + 1)}>
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
