import { Trans, useLingui } from '@lingui/react/macro'
import { query } from '#api/query.ts'
import { usePages } from '#api/usePages.ts'
import { support } from '#contract/calls/support.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Book } from '#ui/moreIcons.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { AgeChip } from '#widgets/AgeChip.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { ShowMore } from '#widgets/ShowMore.tsx'
import { ConversationRow } from './ConversationRow.tsx'
import { SharedWaiting } from './SharedWaiting.tsx'

const pageSize = 20

/** All conversations of this person, the one where something happened last at the top. */
export function Conversations() {
  const { t } = useLingui()
  const pages = usePages((pageNo) => query(support.tickets, { pageNo, pageSize }))
  const { records: tickets, error, at, isReadingMore, retry } = pages
  return (
    <ScreenLayout
      title={t`Live chat`}
      back={path.me}
      chips={<AgeChip at={error ? at : undefined} />}
      bottom={
        <ButtonLink to={path.support} search={{ new: 1 }} size="large" wide>
          <Trans>New message</Trans>
        </ButtonLink>
      }
    >
      <SharedWaiting />
      {tickets ? (
        tickets.length === 0 ? (
          <Empty text={t`What you ask our staff, and what they answer, will be here.`} />
        ) : (
          <Card flush>
            {tickets.map((ticket) => (
              <ConversationRow key={ticket.id} ticket={ticket} />
            ))}
          </Card>
        )
      ) : error ? (
        <FailedRead title={t`Your conversations could not be read`} error={error} busy={isReadingMore} onRetry={retry} />
      ) : (
        <Skeleton lines={6} />
      )}
      <ShowMore pages={pages} />
      <Card flush>
        <RowLink to={path.articles} leading={<Book />} title={t`Help articles`} />
      </Card>
    </ScreenLayout>
  )
}
