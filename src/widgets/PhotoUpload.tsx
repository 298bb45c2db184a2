import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useConnection } from '#api/socket.ts'
import type { UploadBiz } from '#contract/calls/uploads.ts'
import { Button } from '#ui/Button.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Check, Warning } from '#ui/icons.tsx'
import { Close, Plus } from '#ui/moreIcons.tsx'
import { Progress } from '#ui/Progress.tsx'
import styles from './PhotoUpload.module.css'
import { canSendAgain, type Photo, usePhotoUploads } from './usePhotoUploads.ts'
import { usePhotoWords } from './usePhotoWords.ts'

export interface PhotoUploadProps {
  biz: UploadBiz
  label: string
  hint?: ReactNode
  error?: ReactNode
  /** The ids of those that are there. */
  value: readonly string[]
  onChange: (fileIds: string[]) => void
  most?: number
  /** Pictures to begin with that are not sent yet, and what is told of each once it is sent or not wanted. */
  given?: readonly File[] | undefined
  onTaken?: (file: File) => void
  /** How many are on their way or did not arrive: whoever sends the form now leaves them out. */
  onUnsent?: (count: number) => void
}

/** Choose or take photos; each is sent at once, with its own progress, its own retry and its own way out. */
export function PhotoUpload({ biz, label, hint, error, value, onChange, most = 1, given, onTaken, onUnsent }: PhotoUploadProps) {
  const { t } = useLingui()
  const { photos, add, again, remove } = usePhotoUploads({ biz, value, onChange, most, given, onTaken })
  const unsent = photos.filter(({ fileId }) => fileId === undefined).length
  useEffect(() => onUnsent?.(unsent), [unsent, onUnsent])
  const hintId = useId()
  const input = useRef<HTMLInputElement>(null)
  const isOffline = useConnection() === 'offline'
  const isFull = photos.length >= most
  return (
    <fieldset className={styles.field} aria-describedby={hintId}>
      <legend className={styles.label}>{label}</legend>
      {photos.length > 0 && (
        <ul className={styles.photos}>
          {photos.map((photo, index) => (
            <PhotoRow key={photo.key} photo={photo} number={index + 1} onAgain={() => again(photo.key)} onRemove={() => remove(photo)} />
          ))}
        </ul>
      )}
      {!isFull && (
        <>
          <input
            ref={input}
            type="file"
            accept="image/jpeg,image/png,image/webp,image/heic,image/heif,image/*"
            multiple={most > 1}
            hidden
            onChange={({ target }) => {
              add(Array.from(target.files ?? []))
              // The same file can be chosen again after it was removed.
              target.value = ''
            }}
          />
          <Button
            kind="secondary"
            wide
            disabled={isOffline}
            reason={isOffline ? t`Needs a connection` : undefined}
            onClick={() => input.current?.click()}
          >
            <Plus />
            {photos.length === 0 ? <Trans>Choose or take a photo</Trans> : <Trans>Another photo</Trans>}
          </Button>
        </>
      )}
      <p id={hintId} className={styles.hint} aria-live="polite">
        {error ? <span className={styles.error}>{error}</span> : (hint ?? <Trans>JPEG, PNG, WebP or HEIC, up to 20 MB</Trans>)}
      </p>
    </fieldset>
  )
}

interface PhotoRowProps {
  photo: Photo
  number: number
  onAgain: () => void
  onRemove: () => void
}

function PhotoRow({ photo: { name, preview, sent, fileId, error }, number, onAgain, onRemove }: PhotoRowProps) {
  const { t } = useLingui()
  const words = usePhotoWords()
  const isFailed = error !== undefined
  const percent = Math.round(sent * 100)
  return (
    <li className={styles.photo}>
      {preview ? <img className={styles.thumbnail} src={preview} alt={t`Photo ${number}`} /> : <span className={styles.thumbnail} />}
      <div className={styles.state}>
        <p className={styles.name}>{name || t`Photo ${number}`}</p>
        <div role="status" className={isFailed ? styles.error : styles.hint}>
          {isFailed ? (
            <>
              <Warning className={styles.sign} /> {words(error)}
            </>
          ) : fileId ? (
            <>
              <Check className={styles.sign} /> <Trans>Sent</Trans>
            </>
          ) : sent === 0 ? (
            <Trans>Preparing…</Trans>
          ) : sent < 1 ? (
            <Trans>Sending, {percent}%</Trans>
          ) : (
            <Trans>Being checked…</Trans>
          )}
        </div>
        {!isFailed && !fileId && <Progress label={t`Photo ${number}`} {...(sent > 0 && sent < 1 && { value: sent })} />}
        {isFailed && canSendAgain(error) && (
          <Button kind="secondary" size="small" onClick={onAgain}>
            <Trans>Send again</Trans>
          </Button>
        )}
      </div>
      <IconButton icon={<Close />} label={t`Remove photo ${number}`} onClick={onRemove} />
    </li>
  )
}
