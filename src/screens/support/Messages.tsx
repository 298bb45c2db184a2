import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import type { Message } from '#contract/calls/support.ts'
import { formatDay } from '#i18n/date.ts'
import { Button } from '#ui/Button.tsx'
import { Bubble } from './Bubble.tsx'
import { OutgoingBubble } from './OutgoingBubble.tsx'
import styles from './Support.module.css'
import type { Unsent } from './unsent.ts'
import { useSamePlace } from './useSamePlace.ts'

interface MessagesProps {
  /** What was said before `messages`, as far as it was asked for. */
  earlier: readonly Message[]
  messages: readonly Message[]
  /** Undefined where nothing earlier is left. */
  showEarlier: (() => void) | undefined
  isReading: boolean
  hasFailed: boolean
  /** What is on its way, or may have arrived. */
  outgoing: Unsent | undefined
  isSending: boolean
}

/** All that was said, by days. The newest is in view; what comes is read out. */
export function Messages({ earlier, messages, showEarlier, isReading, hasFailed, outgoing, isSending }: MessagesProps) {
  const { t } = useLingui()
  const end = useRef<HTMLDivElement>(null)
  const whole = useSamePlace((earlier[0] ?? messages[0])?.id)
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

function Entries({ messages, after }: { messages: readonly Message[]; after?: Message | undefined }) {
  return messages.map((message, index) => {
    const day = formatDay(message.createTime)
    const before = messages[index - 1] ?? after
    const isNewDay = !before || formatDay(before.createTime) !== day
    return (
      <div key={message.id} className={styles.entry}>
        {isNewDay && <p className={styles.day}>{day}</p>}
        <Bubble message={message} />
      </div>
    )
  })
}
