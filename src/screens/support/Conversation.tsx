import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError } from '#api/apiError.ts'
import { keep } from '#api/keep.ts'
import { send } from '#api/send.ts'
import { useConnection } from '#api/socket.ts'
import { support } from '#contract/calls/support.ts'
import { path } from '#sitemap'
import { Empty } from '#ui/Empty.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { AgeChip } from '#widgets/AgeChip.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { Messages } from './Messages.tsx'
import { ReplyBox } from './ReplyBox.tsx'
import { Standing } from './Standing.tsx'
import { ticketTitleOf } from './ticketState.ts'
import { useUnsent } from './unsent.ts'
import { useSending } from './useSending.ts'
import { useTopicWords } from './useTopicWords.ts'

/** One conversation, oldest first; what comes while one looks is there at once. */
export function Conversation({ id }: { id: string }) {
  const { t } = useLingui()
  const topics = useTopicWords()
  const client = useQueryClient()
  const { data, error, dataUpdatedAt, isFetching, refetch, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } =
    useInfiniteQuery({
      queryKey: [support.ticket.path, { id }, 'pages'],
      queryFn: ({ pageParam: before, signal }) => send(support.ticket, { id, ...(before && { before }) }, { signal }),
      initialPageParam: undefined as string | undefined,
      // What comes moves the pages along: each is read again from where the newer one begins, so that nothing falls between them.
      getNextPageParam: ({ hasEarlier, messages }) => (hasEarlier ? messages[0]?.id : undefined),
      persister: keep as never,
      meta: { errors: 'inline' },
    })
  const connection = useConnection()
  const [unsent, change] = useUnsent(id)
  const sending = useSending({
    call: support.replyToTicket,
    unsent,
    change,
    body: ({ text, fileIds }) => ({ id, text, fileIds: [...fileIds] }),
    onSent: () => undefined,
  })
  // Reading it marked it as read on the server: lists that were read before say otherwise.
  useEffect(() => {
    if (dataUpdatedAt > 0) void client.invalidateQueries({ queryKey: [support.tickets.path] })
  }, [client, dataUpdatedAt])
  // What was said while there was no connection was told to nobody.
  useEffect(() => {
    if (connection === 'live') void client.invalidateQueries({ queryKey: [support.ticket.path] })
  }, [client, connection])
  const newest = data?.pages[0]
  if (!newest) {
    const isMissing = error instanceof ApiError && error.key === 'NOT_FOUND'
    return (
      <ScreenLayout title={t`Live chat`} back={path.support}>
        {isMissing ? (
          <Empty
            text={t`This conversation is not here. Perhaps it belongs to another account.`}
            action={
              <ButtonLink to={path.support} kind="secondary">
                <Trans>All conversations</Trans>
              </ButtonLink>
            }
          />
        ) : error ? (
          <FailedRead title={t`The conversation could not be read`} error={error} onRetry={() => void refetch()} busy={isFetching} />
        ) : (
          <Skeleton lines={8} />
        )}
      </ScreenLayout>
    )
  }
  return (
    <ScreenLayout
      title={ticketTitleOf(topics[newest.topic], newest.orderNo)}
      back={path.support}
      chips={<AgeChip at={error ? dataUpdatedAt : undefined} />}
      bottom={unsent && <ReplyBox unsent={unsent} change={change} sending={sending} isOffline={connection === 'offline'} />}
    >
      <Messages
        earlier={data.pages
          .slice(1)
          .toReversed()
          .flatMap(({ messages }) => messages)}
        messages={newest.messages}
        showEarlier={hasNextPage ? () => void fetchNextPage() : undefined}
        isReading={isFetchingNextPage}
        hasFailed={isFetchNextPageError}
        outgoing={unsent && (sending.isSending || sending.isUnsure) ? unsent : undefined}
        isSending={sending.isSending}
      />
      <Standing ticket={newest} isOffline={connection === 'offline'} />
    </ScreenLayout>
  )
}
