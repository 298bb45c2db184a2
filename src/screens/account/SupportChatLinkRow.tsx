import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { apiReadQuery } from '#api/query.ts'
import { support } from '#contract/calls/support.ts'
import { path } from '#sitemap'
import { Chip } from '#ui/Chip.tsx'
import { ChatIcon } from '#ui/icons/homeIcons.tsx'
import { RowLink } from '#widgets/RowLink.tsx'

/** The way to our staff, with what they answered and nobody has read. */
export function SupportChatLinkRow() {
  const { t } = useLingui()
  const { data } = useQuery(apiReadQuery(support.tickets, { pageNo: 1, pageSize: 20 }))
  const unread = data?.records.reduce((sum, ticket) => sum + ticket.unread, 0) ?? 0
  return (
    <RowLink
      to={path.support}
      leading={<ChatIcon />}
      title={t`Live chat`}
      subtitle={t`Write to our staff`}
      trailing={unread > 0 && <Chip tone="brass">{t`${unread} unread`}</Chip>}
    />
  )
}
