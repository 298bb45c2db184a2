import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useLocallyReadNoticeIds } from '#api/stored/outbox.ts'
import { apiReadQuery } from '#api/query.ts'
import { inbox } from '#contract/calls/inbox.ts'
import { path } from '#sitemap'
import { Chip } from '#ui/Chip.tsx'
import { NewsIcon } from '#ui/icons/moreIcons.tsx'
import { RowLink } from '#widgets/RowLink.tsx'

/** The way to the inbox, with what is unread; heard live, so that it is right while one looks. */
export function InboxLinkRow() {
  const { t } = useLingui()
  const { data } = useQuery(apiReadQuery(inbox.notices, { type: 'all', pageNo: 1, pageSize: 100 }))
  const noticesReadHere = useLocallyReadNoticeIds()
  const unread = data ? data.unread.all - data.records.filter(({ id, read }) => read === 0 && noticesReadHere.has(id)).length : 0
  return (
    <RowLink
      to={path.messages}
      leading={<NewsIcon />}
      title={t`Messages`}
      subtitle={t`Alerts, warnings, news of your account`}
      trailing={unread > 0 && <Chip tone="brass">{t`${unread} unread`}</Chip>}
    />
  )
}
