import { useEffect, useRef, useSyncExternalStore } from 'react'
import { joinClassNames } from './classes.ts'
import { CheckIcon, WarningIcon } from './icons/icons.tsx'
import styles from './Toasts.module.css'
import { subscribeToToasts, getToastMessages } from './toast.ts'

/** Where toasts appear: above everything, sheets too, and read out politely. Mounted once. */
export function Toasts() {
  const messages = useSyncExternalStore(subscribeToToasts, getToastMessages)
  const layer = useRef<HTMLDivElement>(null)
  const newestId = messages.at(-1)?.id
  useEffect(() => {
    const element = layer.current
    if (!element || typeof element.showPopover !== 'function') return
    // Shown again for each message: an open sheet may have come above it since.
    if (element.matches(':popover-open')) element.hidePopover()
    if (newestId !== undefined) element.showPopover()
  }, [newestId])
  return (
    <>
      <output className="visuallyHidden" aria-live="polite">
        {messages.map((message) => (
          <span key={message.id}>{message.text} </span>
        ))}
      </output>
      <div ref={layer} popover="manual" className={styles.layer} aria-hidden="true">
        {messages.map((message) => (
          <p key={message.id} className={joinClassNames(styles.toast, styles[message.tone])}>
            {message.tone === 'good' && <CheckIcon />}
            {message.tone === 'bad' && <WarningIcon />}
            <span>{message.text}</span>
          </p>
        ))}
      </div>
    </>
  )
}
