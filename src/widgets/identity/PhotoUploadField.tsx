import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import type { UploadPurpose } from '#contract/calls/uploads.ts'
import { Button } from '#ui/Button.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { CheckIcon, WarningIcon } from '#ui/icons/icons.tsx'
import { CloseIcon } from '#ui/icons/listIcons.tsx'
import { PlusIcon } from '#ui/icons/moreIcons.tsx'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import styles from './PhotoUploadField.module.css'
import { canRetryPhotoUpload, type PhotoUploadItem, usePhotoUploadField } from './usePhotoUploadField.ts'
import { usePhotoErrorText } from './usePhotoWords.ts'

export interface PhotoUploadFieldProps {
  biz: UploadPurpose
  label: string
  hint?: ReactNode
  error?: ReactNode
  /** The ids of those that are there. */
  value: readonly string[]
  onChange: (fileIds: string[]) => void
  maxPhotos?: number
  /** Pictures to begin with that are not sent yet, and what is told of each once it is sent or not wanted. */
  initialFiles?: readonly File[] | undefined
  onInitialFileDone?: (file: File) => void
  /** How many are on their way or did not arrive: whoever sends the form now leaves them out. */
  onUnsent?: (count: number) => void
}

/** Choose or take photos; each is sent at once, with its own progress, its own retry and its own way out. */
export function PhotoUploadField({
  biz,
  label,
  hint,
  error,
  value,
  onChange,
  maxPhotos = 1,
  initialFiles,
  onInitialFileDone,
  onUnsent,
}: PhotoUploadFieldProps) {
  const { t } = useLingui()
  const { photos, add, retryUpload, remove } = usePhotoUploadField({ biz, value, onChange, maxPhotos, initialFiles, onInitialFileDone })
  const unsent = photos.filter(({ fileId }) => fileId === undefined).length
  useEffect(() => onUnsent?.(unsent), [unsent, onUnsent])
  const hintId = useId()
  const input = useRef<HTMLInputElement>(null)
  const isOffline = useStreamConnectionState() === 'offline'
  const isFull = photos.length >= maxPhotos
  return (
    <fieldset className={styles.field} aria-describedby={hintId}>
      <legend className={styles.label}>{label}</legend>
      {photos.length > 0 && (
        <ul className={styles.photos}>
          {photos.map((photo, index) => (
            <PhotoRow
              key={photo.key}
              photo={photo}
              number={index + 1}
              onRetry={() => retryUpload(photo.key)}
              onRemove={() => remove(photo)}
            />
          ))}
        </ul>
      )}
      {!isFull && (
        <>
          <input
            ref={input}
            type="file"
            accept="image/jpeg,image/png,image/webp,image/heic,image/heif,image/*"
            multiple={maxPhotos > 1}
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
            <PlusIcon />
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
  photo: PhotoUploadItem
  number: number
  onRetry: () => void
  onRemove: () => void
}

function PhotoRow({ photo: { name, preview, sent, fileId, error }, number, onRetry, onRemove }: PhotoRowProps) {
  const { t } = useLingui()
  const words = usePhotoErrorText()
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
              <WarningIcon className={styles.sign} /> {words(error)}
            </>
          ) : fileId ? (
            <>
              <CheckIcon className={styles.sign} /> <Trans>Sent</Trans>
            </>
          ) : sent === 0 ? (
            <Trans>Preparing…</Trans>
          ) : sent < 1 ? (
            <Trans>Sending, {percent}%</Trans>
          ) : (
            <Trans>Being checked…</Trans>
          )}
        </div>
        {!isFailed && !fileId && <ProgressBar label={t`Photo ${number}`} {...(sent > 0 && sent < 1 && { value: sent })} />}
        {isFailed && canRetryPhotoUpload(error) && (
          <Button kind="secondary" size="small" onClick={onRetry}>
            <Trans>Send again</Trans>
          </Button>
        )}
      </div>
      <IconButton icon={<CloseIcon />} label={t`Remove photo ${number}`} onClick={onRemove} />
    </li>
  )
}
