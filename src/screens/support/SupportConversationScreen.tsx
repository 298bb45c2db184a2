import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError } from '#api/apiError.ts'
import { restoreOrFetchUserReadPages } from '#api/stored/persistQuery.ts'
import { sendApiCall } from '#api/send.ts'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import { support } from '#contract/calls/support.ts'
import { path } from '#sitemap'
import { EmptyState } from '#ui/Empty.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { DataAgeChip } from '#widgets/content/DataAgeChip.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { SupportMessageList } from './SupportMessageList.tsx'
import { ReplyBox } from './ReplyBox.tsx'
import { SupportTicketStatusPanel } from './SupportTicketStatusPanel.tsx'
import { ticketTitleFromTopicAndOrderNo } from './ticketState.ts'
import { useMessageDraft } from './messageDraft.ts'
import { useSendMessage } from './useSendMessage.ts'
import { useSupportTopicLabels } from './useTopicWords.ts'

/** One conversation, oldest first; what comes while one looks is there at once. */
export function SupportConversationScreen({ id }: { id: string }) {
  const { t } = useLingui()
  const topics = useSupportTopicLabels()
  const client = useQueryClient()
  const { data, error, dataUpdatedAt, isFetching, refetch, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } =
    useInfiniteQuery({
      queryKey: [support.ticket.path, { id }, 'pages'],
      queryFn: ({ pageParam: before, signal }) => sendApiCall(support.ticket, { id, ...(before && { before }) }, { signal }),
      initialPageParam: undefined as string | undefined,
      // What comes moves the pages along: each is read again from where the newer one begins, so that nothing falls between them.
      getNextPageParam: ({ hasEarlier, messages }) => (hasEarlier ? messages[0]?.id : undefined),
      persister: restoreOrFetchUserReadPages,
      meta: { errors: 'inline' },
    })
  const connection = useStreamConnectionState()
  const [unsent, change] = useMessageDraft(id)
  const sending = useSendMessage({
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
    return (
      <ScreenLayout title={t`Live chat`} back={path.support}>
        <NoConversation error={error} isFetching={isFetching} onRetry={() => void refetch()} />
      </ScreenLayout>
    )
  }
  return (
    <ScreenLayout
      title={ticketTitleFromTopicAndOrderNo(topics[newest.topic], newest.orderNo)}
      back={path.support}
      chips={<DataAgeChip at={error ? dataUpdatedAt : undefined} />}
      bottom={unsent && <ReplyBox unsent={unsent} change={change} sending={sending} isOffline={connection === 'offline'} />}
    >
      <SupportMessageList
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
      <SupportTicketStatusPanel ticket={newest} isOffline={connection === 'offline'} />
    </ScreenLayout>
  )
}

/** It is on its way, is not there, or could not be read. */
function NoConversation({ error, isFetching, onRetry }: { error: Error | null; isFetching: boolean; onRetry(): void }) {
  const { t } = useLingui()
  const isMissing = error instanceof ApiError && error.key === 'NOT_FOUND'
  return isMissing ? (
    <EmptyState
      text={t`This conversation is not here. Perhaps it belongs to another account.`}
      action={
        <ButtonLink to={path.support} kind="secondary">
          <Trans>All conversations</Trans>
        </ButtonLink>
      }
    />
  ) : error ? (
    <LoadErrorState title={t`The conversation could not be read`} error={error} onRetry={onRetry} busy={isFetching} />
  ) : (
    <Skeleton lines={8} />
  )
}
