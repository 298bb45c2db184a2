import { Plural, Trans } from '@lingui/react/macro'
import { classes } from '#ui/classes.ts'
import { Warning } from '#ui/icons.tsx'
import styles from './Support.module.css'
import type { Unsent } from './unsent.ts'

/** What was sent and has no answer yet. */
export function OutgoingBubble({ unsent: { text, fileIds }, isSending }: { unsent: Unsent; isSending: boolean }) {
  const count = fileIds.length
  return (
    <article className={classes(styles.bubble, styles.me, styles.outgoing)}>
      <p className={styles.text}>{text}</p>
      {count > 0 && (
        <p className={styles.time}>
          <Plural value={count} one="# photo" other="# photos" />
        </p>
      )}
      <p className={styles.time} role="status">
        {isSending ? (
          <Trans>Sending…</Trans>
        ) : (
          <span className={styles.failed}>
            <Warning className={styles.sign} />
            <Trans>No answer came: perhaps not sent</Trans>
          </span>
        )}
      </p>
    </article>
  )
}
