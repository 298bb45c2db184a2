import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import type { Message } from '#contract/calls/support.ts'
import { formatDay } from '#i18n/date.ts'
import { Bubble } from './Bubble.tsx'
import { OutgoingBubble } from './OutgoingBubble.tsx'
import styles from './Support.module.css'
import type { Unsent } from './unsent.ts'

interface MessagesProps {
  messages: readonly Message[]
  /** What is on its way, or may have arrived. */
  outgoing: Unsent | undefined
  isSending: boolean
}

/** All that was said, by days. The newest is in view; what comes is read out. */
export function Messages({ messages, outgoing, isSending }: MessagesProps) {
  const { t } = useLingui()
  const end = useRef<HTMLDivElement>(null)
  const newest = messages.at(-1)?.id
  const isOutgoing = outgoing !== undefined
  useEffect(() => {
    // After the router has put the screen at its top.
    const frame = requestAnimationFrame(() => end.current?.scrollIntoView({ block: 'end' }))
    return () => cancelAnimationFrame(frame)
  }, [newest, isOutgoing])
  return (
    <div role="log" aria-label={t`Messages`} className={styles.log}>
      {messages.map((message, index) => {
        const day = formatDay(message.createTime)
        const before = messages[index - 1]
        const isNewDay = !before || formatDay(before.createTime) !== day
        return (
          <div key={message.id} className={styles.entry}>
            {isNewDay && <p className={styles.day}>{day}</p>}
            <Bubble message={message} />
          </div>
        )
      })}
      {outgoing && <OutgoingBubble unsent={outgoing} isSending={isSending} />}
      <div ref={end} className={styles.end} />
    </div>
  )
}
