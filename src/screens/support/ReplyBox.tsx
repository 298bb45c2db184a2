import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { ApiError } from '#api/apiError.ts'
import { maxSupportMessageLength } from '#contract/calls/support.ts'
import { Button } from '#ui/Button.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { ErrorMessage } from '#widgets/form/ErrorMessage.tsx'
import { PaperclipIcon, SendIcon } from './icons.tsx'
import styles from './Support.module.css'
import { SupportPhotosField } from './SupportPhotosField.tsx'
import type { MessageDraft } from './messageDraft.ts'

interface ReplyBoxProps {
  unsent: MessageDraft
  change: (part: Partial<MessageDraft>) => void
  sending: { sendNow: () => void; isSending: boolean; isUnsure: boolean; takeBack: () => void; failure: ApiError | null; lost: number }
  isOffline: boolean
}

/** Where one writes; the photos unfold above it. While it is not known whether something arrived, the way to find out. */
export function ReplyBox({ unsent, change, sending, isOffline }: ReplyBoxProps) {
  const { t } = useLingui()
  const [hasPhotos, setPhotos] = useState(unsent.fileIds.length > 0)
  const [unsentPhotos, setUnsentPhotos] = useState(0)
  const { sendNow, isSending, isUnsure, takeBack, failure, lost } = sending
  if (isSending) return null
  if (isUnsure)
    return (
      <>
        <p className={styles.quiet}>
          <Trans>Sending again is safe: it arrives only once.</Trans>
        </p>
        <Button size="large" wide disabled={isOffline} reason={isOffline ? t`Needs a connection` : undefined} onClick={sendNow}>
          <Trans>Send again</Trans>
        </Button>
        <Button kind="quiet" wide onClick={takeBack}>
          <Trans>Change it first</Trans>
        </Button>
      </>
    )
  const words = unsent.text.trim()
  const reason = isOffline ? t`Needs a connection` : words && unsentPhotos > 0 ? t`A photo is not there yet` : undefined
  return (
    <form
      className={styles.reply}
      onSubmit={(event) => {
        event.preventDefault()
        if (words && !reason) sendNow()
      }}
    >
      <ErrorMessage failure={failure} />
      {hasPhotos && (
        <div className={styles.attach}>
          <SupportPhotosField key={lost} value={unsent.fileIds} onChange={(fileIds) => change({ fileIds })} onUnsent={setUnsentPhotos} />
        </div>
      )}
      <div className={styles.line}>
        <IconButton
          icon={<PaperclipIcon />}
          label={t`Add photos`}
          aria-expanded={hasPhotos}
          disabled={hasPhotos && (unsent.fileIds.length > 0 || unsentPhotos > 0)}
          onClick={() => setPhotos(!hasPhotos)}
        />
        <textarea
          className={styles.input}
          aria-label={t`Your message`}
          placeholder={t`Your message`}
          rows={1}
          maxLength={maxSupportMessageLength}
          value={unsent.text}
          onChange={({ target }) => change({ text: target.value })}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && words && !reason) sendNow()
          }}
        />
        <IconButton
          type="submit"
          icon={<SendIcon />}
          label={t`Send`}
          className={styles.send}
          disabled={words === '' || reason !== undefined}
        />
      </div>
      {reason && <p className={styles.quiet}>{reason}</p>}
    </form>
  )
}
