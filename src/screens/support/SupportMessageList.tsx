import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import type { SupportTicketMessage } from '#contract/calls/support.ts'
import { formatDate } from '#i18n/date.ts'
import { Button } from '#ui/Button.tsx'
import { SupportMessageBubble } from './SupportMessageBubble.tsx'
import { OutgoingBubble } from './OutgoingBubble.tsx'
import styles from './Support.module.css'
import type { MessageDraft } from './messageDraft.ts'
import { usePreserveScrollOnPrepend } from './usePreserveScrollOnPrepend.ts'

interface SupportMessageListProps {
  /** What was said before `messages`, as far as it was asked for. */
  earlier: readonly SupportTicketMessage[]
  messages: readonly SupportTicketMessage[]
  /** Undefined where nothing earlier is left. */
  showEarlier: (() => void) | undefined
  isReading: boolean
  hasFailed: boolean
  /** What is on its way, or may have arrived. */
  outgoing: MessageDraft | undefined
  isSending: boolean
}

/** All that was said, by days. The newest is in view; what comes is read out. */
export function SupportMessageList({ earlier, messages, showEarlier, isReading, hasFailed, outgoing, isSending }: SupportMessageListProps) {
  const { t } = useLingui()
  const end = useRef<HTMLDivElement>(null)
  const whole = usePreserveScrollOnPrepend((earlier[0] ?? messages[0])?.id)
  const newest = messages.at(-1)?.id
  const isOutgoing = outgoing !== undefined
  useEffect(() => {
    // After the router has put the screen at its top.
    const frame = requestAnimationFrame(() => end.current?.scrollIntoView({ block: 'end' }))
    return () => cancelAnimationFrame(frame)
  }, [newest, isOutgoing])
  return (
    <div ref={whole} className={styles.whole}>
      {showEarlier && (
        <Button kind="quiet" wide busy={isReading} onClick={showEarlier}>
          {hasFailed ? <Trans>Try again</Trans> : <Trans>Show earlier messages</Trans>}
        </Button>
      )}
      {/* Outside the log: what is old is not read out. */}
      {earlier.length > 0 && (
        <div className={styles.log}>
          <Entries messages={earlier} />
        </div>
      )}
      <div role="log" aria-label={t`Messages`} className={styles.log}>
        <Entries messages={messages} after={earlier.at(-1)} />
        {outgoing && <OutgoingBubble unsent={outgoing} isSending={isSending} />}
        <div ref={end} className={styles.end} />
      </div>
    </div>
  )
}

function Entries({ messages, after }: { messages: readonly SupportTicketMessage[]; after?: SupportTicketMessage | undefined }) {
  return messages.map((message, index) => {
    const day = formatDate(message.createTime)
    const before = messages[index - 1] ?? after
    const isNewDay = !before || formatDate(before.createTime) !== day
    return (
      <div key={message.id} className={styles.entry}>
        {isNewDay && <p className={styles.day}>{day}</p>}
        <SupportMessageBubble message={message} />
      </div>
    )
  })
}
