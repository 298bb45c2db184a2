import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import { support, maxSupportMessageLength, type SupportTicketTopic } from '#contract/calls/support.ts'
import { removeIncomingSharedFile, clearIncomingSharedText } from '#device/sharedItems.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { SelectField } from '#ui/fields/SelectField.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { TextArea } from '#ui/fields/TextArea.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { ErrorMessage } from '#widgets/form/ErrorMessage.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { SupportAnswerTime } from './SupportAnswerTime.tsx'
import { SuggestedHelpArticles } from './SuggestedHelpArticles.tsx'
import { MissingSharedItems } from './MissingSharedItems.tsx'
import styles from './Support.module.css'
import type { SupportSearchParams } from './supportSearch.ts'
import { SupportPhotosField } from './SupportPhotosField.tsx'
import { type MessageDraft, useMessageDraft } from './messageDraft.ts'
import { useSendMessage } from './useSendMessage.ts'
import { useIncomingSharedItems } from './useShared.ts'
import { useSupportTopicLabels } from './useTopicWords.ts'

/** A new conversation: what it is about, articles that may answer it, the words, pictures. Kept on the device until it is sent. */
export function NewSupportConversationScreen({ params }: { params: SupportSearchParams }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const topics = useSupportTopicLabels()
  const shared = useIncomingSharedItems()
  const [unsent, change] = useMessageDraft('new')
  const [unsentPhotos, setUnsentPhotos] = useState(0)
  const isOffline = useStreamConnectionState() === 'offline'
  const topic = unsent?.topic ?? params.topic
  const about = params.about ?? ''
  const sending = useSendMessage({
    call: support.createTicket,
    unsent,
    change,
    body: ({ text, fileIds }) => ({ topic: topic ?? 'other', text, orderNo: about, fileIds: [...fileIds] }),
    onSent: ({ id }) => void navigate({ to: path.support, search: { id }, replace: true }),
  })
  const isReady = unsent !== undefined && shared !== 'reading'
  const sharedNow = params.shared === 1 && isReady ? shared : undefined
  const { tx, ...withoutTx } = params
  // Once it is in the draft the address names it no more: a reload, or another language, would put it there again.
  const forgetTx = () => void navigate({ to: path.support, search: withoutTx, replace: true })
  useAdoptedText(tx && t`I sent a deposit over another network or in another coin. Transaction: ${tx}`, unsent, change, forgetTx)
  useAdoptedText(sharedNow?.text, unsent, change, clearIncomingSharedText)
  const words = unsent?.text.trim() ?? ''
  const isWaiting = sending.isSending || sending.isUnsure
  const missingText = isOffline
    ? t`Needs a connection`
    : !topic
      ? t`Choose what it is about`
      : words === ''
        ? t`Write a few words`
        : unsentPhotos > 0
          ? t`A photo is not there yet`
          : undefined
  return (
    <ScreenLayout title={t`New message`} back={path.support} bottom={<SendBar sending={sending} isReady={isReady} missing={missingText} />}>
      <MissingSharedItems params={params} />
      {!isReady ? (
        <Skeleton lines={6} />
      ) : (
        <>
          <SelectField<SupportTicketTopic | ''>
            label={t`What is it about?`}
            value={topic ?? ''}
            disabled={isWaiting}
            onChange={(next) => change({ topic: next || undefined })}
            options={[
              ...(topic ? [] : [{ value: '' as const, label: t`Choose` }]),
              ...(Object.keys(topics) as SupportTicketTopic[]).map((value) => ({ value, label: topics[value] })),
            ]}
          />
          {about && (
            <p className={styles.quiet}>
              <Trans>About order {about}</Trans>
            </p>
          )}
          {topic && <SuggestedHelpArticles key={topic} topic={topic} />}
          <TextArea
            label={t`Your message`}
            rows={5}
            maxLength={maxSupportMessageLength}
            value={unsent.text}
            disabled={isWaiting}
            onChange={(text) => change({ text })}
            hint={t`Never a password or a code: our staff do not ask for them.`}
          />
          <SupportPhotosField
            key={sending.lost}
            value={unsent.fileIds}
            onChange={(fileIds) => change({ fileIds })}
            initialFiles={sharedNow?.files}
            onInitialFileDone={(file) => void removeIncomingSharedFile(file)}
            onUnsent={setUnsentPhotos}
          />
          <SupportAnswerTime topic={topic} />
        </>
      )}
      <ButtonLink to={path.article} search={{ id: 'complaints' }} kind="quiet" size="small">
        <Trans>Other ways to reach us</Trans>
      </ButtonLink>
    </ScreenLayout>
  )
}

/** Words that a link or another app brings are put behind what is there. */
function useAdoptedText(
  text: string | undefined,
  unsent: MessageDraft | undefined,
  change: (part: Partial<MessageDraft>) => void,
  onAdopted: () => unknown,
): void {
  const isAdopted = useRef(false)
  useEffect(() => {
    if (!text || !unsent || isAdopted.current) return
    // Once: whoever deletes the words does not want them back.
    isAdopted.current = true
    void onAdopted()
    if (unsent.text.includes(text)) return
    change({ text: [unsent.text, text].filter(Boolean).join('\n').slice(0, maxSupportMessageLength) })
  }, [text, unsent, change, onAdopted])
}

interface SendBarProps {
  sending: ReturnType<typeof useSendMessage>
  isReady: boolean
  missing: string | undefined
}

function SendBar({ sending, isReady, missing: missingText }: SendBarProps) {
  return (
    <>
      <ErrorMessage failure={sending.failure} />
      {sending.isUnsure && !sending.failure && (
        <p className={styles.quiet} role="status">
          <Trans>It was sent, and no answer came. Sending again is safe: it arrives only once.</Trans>
        </p>
      )}
      <Button
        size="large"
        wide
        busy={sending.isSending}
        disabled={isReady && missingText !== undefined}
        reason={isReady ? missingText : undefined}
        onClick={sending.sendNow}
      >
        {sending.isUnsure ? <Trans>Send again</Trans> : <Trans>Send</Trans>}
      </Button>
      {sending.isUnsure && (
        <Button kind="quiet" wide onClick={sending.takeBack}>
          <Trans>Change it first</Trans>
        </Button>
      )}
    </>
  )
}
