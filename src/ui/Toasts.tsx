import { useEffect, useRef, useSyncExternalStore } from 'react'
import { classes } from './classes.ts'
import { Check, Warning } from './icons.tsx'
import styles from './Toasts.module.css'
import { onToasts, toastMessages } from './toast.ts'

/** Where toasts appear: above everything, sheets too, and read out politely. Mounted once. */
export function Toasts() {
  const messages = useSyncExternalStore(onToasts, toastMessages)
  const layer = useRef<HTMLDivElement>(null)
  const newest = messages.at(-1)?.id
  useEffect(() => {
    const element = layer.current
    if (!element || typeof element.showPopover !== 'function') return
    // Shown again for each message: an open sheet may have come above it since.
    if (element.matches(':popover-open')) element.hidePopover()
    if (newest !== undefined) element.showPopover()
  }, [newest])
  return (
    <>
      <output className="visuallyHidden" aria-live="polite">
        {messages.map((message) => (
          <span key={message.id}>{message.text} </span>
        ))}
      </output>
      <div ref={layer} popover="manual" className={styles.layer} aria-hidden="true">
        {messages.map((message) => (
          <p key={message.id} className={classes(styles.toast, styles[message.tone])}>
            {message.tone === 'good' && <Check />}
            {message.tone === 'bad' && <Warning />}
            <span>{message.text}</span>
          </p>
        ))}
      </div>
    </>
  )
}
