import { Trans, useLingui } from '@lingui/react/macro'
import { apiReadQuery } from '#api/query.ts'
import { usePagedList } from '#api/usePages.ts'
import { support } from '#contract/calls/support.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/Empty.tsx'
import { BookIcon } from '#ui/icons/moreIcons.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { DataAgeChip } from '#widgets/content/DataAgeChip.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { RecordList } from '#widgets/RecordList.tsx'
import { SupportConversationRow } from './SupportConversationRow.tsx'
import { PendingSharedItems } from './PendingSharedItems.tsx'

const pageSize = 20

/** All conversations of this person, the one where something happened last at the top. */
export function SupportConversationListScreen() {
  const { t } = useLingui()
  const pages = usePagedList((pageNo) => apiReadQuery(support.tickets, { pageNo, pageSize }))
  const { error, at } = pages
  return (
    <ScreenLayout
      title={t`Live chat`}
      back={path.me}
      chips={<DataAgeChip at={error ? at : undefined} />}
      bottom={
        <ButtonLink to={path.support} search={{ new: 1 }} size="large" wide>
          <Trans>New message</Trans>
        </ButtonLink>
      }
    >
      <PendingSharedItems />
      <RecordList
        pages={pages}
        failed={t`Your conversations could not be read`}
        waiting={<Skeleton lines={6} />}
        empty={<EmptyState text={t`What you ask our staff, and what they answer, will be here.`} />}
      >
        {(ticket) => <SupportConversationRow ticket={ticket} />}
      </RecordList>
      <Card flush>
        <RowLink to={path.articles} leading={<BookIcon />} title={t`Help articles`} />
      </Card>
    </ScreenLayout>
  )
}
