import { Trans, useLingui } from '@lingui/react/macro'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { madeAt } from '#api/age.ts'
import { query } from '#api/query.ts'
import { support } from '#contract/calls/support.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Book } from '#ui/moreIcons.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { AgeChip } from '#widgets/AgeChip.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { ConversationRow } from './ConversationRow.tsx'
import { SharedWaiting } from './SharedWaiting.tsx'

const pageSize = 20

/** All conversations of this person, the one where something happened last at the top. */
export function Conversations() {
  const { t } = useLingui()
  const [pages, setPages] = useState(1)
  const reads = useQueries({
    queries: Array.from({ length: pages }, (_, index) => query(support.tickets, { pageNo: index + 1, pageSize })),
  })
  const first = reads[0]
  // One that moves to the top between two reads is on both pages.
  const tickets = [...new Map(reads.flatMap(({ data }) => data?.records ?? []).map((one) => [one.id, one])).values()]
  const failed = reads.find(({ error }) => error)
  return (
    <ScreenLayout
      title={t`Live chat`}
      back={path.me}
      chips={<AgeChip at={failed && first?.data ? madeAt(first.data, first.dataUpdatedAt) : undefined} />}
      bottom={
        <ButtonLink to={path.support} search={{ new: 1 }} size="large" wide>
          <Trans>New message</Trans>
        </ButtonLink>
      }
    >
      <SharedWaiting />
      {first?.data ? (
        tickets.length === 0 ? (
          <Empty text={t`What you ask our staff, and what they answer, will be here.`} />
        ) : (
          <Card flush>
            {tickets.map((ticket) => (
              <ConversationRow key={ticket.id} ticket={ticket} />
            ))}
          </Card>
        )
      ) : first?.error ? (
        <FailedRead title={t`Your conversations could not be read`} error={first.error} onRetry={() => void first.refetch()} />
      ) : (
        <Skeleton lines={6} />
      )}
      {first?.data && pages < first.data.pages && (
        <Button kind="quiet" wide busy={reads.some(({ isPending }) => isPending)} onClick={() => setPages(pages + 1)}>
          <Trans>Show more</Trans>
        </Button>
      )}
      <Card flush>
        <RowLink to={path.articles} leading={<Book />} title={t`Help articles`} />
      </Card>
    </ScreenLayout>
  )
}
