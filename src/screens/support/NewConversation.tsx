import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useConnection } from '#api/socket.ts'
import { support, ticketTextMost, type TicketTopic } from '#contract/calls/support.ts'
import { takeShared, takeSharedText } from '#device/sharedItems.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { Failure } from '#widgets/Failure.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { AnswerTime } from './AnswerTime.tsx'
import { ArticlesOffered } from './ArticlesOffered.tsx'
import { SharedMissing } from './SharedMissing.tsx'
import styles from './Support.module.css'
import type { SupportSearch } from './supportSearch.ts'
import { TicketPhotos } from './TicketPhotos.tsx'
import { useUnsent } from './unsent.ts'
import { useSending } from './useSending.ts'
import { useShared } from './useShared.ts'
import { useTopicWords } from './useTopicWords.ts'

/** A new conversation: what it is about, articles that may answer it, the words, pictures. Kept on the device until it is sent. */
export function NewConversation({ asked }: { asked: SupportSearch }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const topics = useTopicWords()
  const shared = useShared()
  const [unsent, change] = useUnsent('new')
  const [unsentPhotos, setUnsentPhotos] = useState(0)
  const isOffline = useConnection() === 'offline'
  const topic = unsent?.topic ?? asked.topic
  const about = asked.about ?? ''
  const sending = useSending({
    call: support.createTicket,
    unsent,
    change,
    body: ({ text, fileIds }) => ({ topic: topic ?? 'other', text, orderNo: about, fileIds: [...fileIds] }),
    onSent: ({ id }) => void navigate({ to: path.support, search: { id }, replace: true }),
  })
  const isReady = unsent !== undefined && shared !== 'reading'
  const sharedNow = asked.shared === 1 && isReady ? shared : undefined
  const sharedText = sharedNow?.text
  const isAdopted = useRef(false)
  useEffect(() => {
    if (!sharedText || !unsent || isAdopted.current) return
    // Once: whoever deletes the words does not want them back.
    isAdopted.current = true
    void takeSharedText()
    if (unsent.text.includes(sharedText)) return
    change({ text: [unsent.text, sharedText].filter(Boolean).join('\n').slice(0, ticketTextMost) })
  }, [sharedText, unsent, change])
  const words = unsent?.text.trim() ?? ''
  const isWaiting = sending.isSending || sending.isUnsure
  const missing = isOffline
    ? t`Needs a connection`
    : !topic
      ? t`Choose what it is about`
      : words === ''
        ? t`Write a few words`
        : unsentPhotos > 0
          ? t`A photo is not there yet`
          : undefined
  return (
    <ScreenLayout
      title={t`New message`}
      back={path.support}
      bottom={
        <>
          <Failure failure={sending.failure} />
          {sending.isUnsure && !sending.failure && (
            <p className={styles.quiet} role="status">
              <Trans>It was sent, and no answer came. Sending again is safe: it arrives only once.</Trans>
            </p>
          )}
          <Button
            size="large"
            wide
            busy={sending.isSending}
            disabled={isReady && missing !== undefined}
            reason={isReady ? missing : undefined}
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
      }
    >
      <SharedMissing asked={asked} />
      {!isReady ? (
        <Skeleton lines={6} />
      ) : (
        <>
          <SelectField<TicketTopic | ''>
            label={t`What is it about?`}
            value={topic ?? ''}
            disabled={isWaiting}
            onChange={(next) => change({ topic: next || undefined })}
            options={[
              ...(topic ? [] : [{ value: '' as const, label: t`Choose` }]),
              ...(Object.keys(topics) as TicketTopic[]).map((value) => ({ value, label: topics[value] })),
            ]}
          />
          {about && (
            <p className={styles.quiet}>
              <Trans>About order {about}</Trans>
            </p>
          )}
          {topic && <ArticlesOffered key={topic} topic={topic} />}
          <TextArea
            label={t`Your message`}
            rows={5}
            maxLength={ticketTextMost}
            value={unsent.text}
            disabled={isWaiting}
            onChange={(text) => change({ text })}
            hint={t`Never a password or a code: our staff do not ask for them.`}
          />
          <TicketPhotos
            key={sending.lost}
            value={unsent.fileIds}
            onChange={(fileIds) => change({ fileIds })}
            given={sharedNow?.files}
            onTaken={(file) => void takeShared(file)}
            onUnsent={setUnsentPhotos}
          />
          <AnswerTime topic={topic} />
        </>
      )}
      <ButtonLink to={path.article} search={{ id: 'complaints' }} kind="quiet" size="small">
        <Trans>Other ways to reach us</Trans>
      </ButtonLink>
    </ScreenLayout>
  )
}
