import { Plural, Trans } from '@lingui/react/macro'
import { joinClassNames } from '#ui/classes.ts'
import { WarningIcon } from '#ui/icons/icons.tsx'
import styles from './Support.module.css'
import type { MessageDraft } from './messageDraft.ts'

/** What was sent and has no answer yet. */
export function OutgoingBubble({ unsent: { text, fileIds }, isSending }: { unsent: MessageDraft; isSending: boolean }) {
  const count = fileIds.length
  return (
    <article className={joinClassNames(styles.bubble, styles.me, styles.outgoing)}>
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
            <WarningIcon className={styles.sign} />
            <Trans>No answer came: perhaps not sent</Trans>
          </span>
        )}
      </p>
    </article>
  )
}
