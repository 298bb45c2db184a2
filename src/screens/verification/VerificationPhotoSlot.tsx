import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import type { PhotoIssue } from '#rules/photo/photoChecks.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { CheckIcon, WarningIcon } from '#ui/icons/icons.tsx'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import { isImage } from '#device/compressImage.ts'
import { PhotoPreparationError } from '#widgets/identity/preparePhoto.ts'
import { usePhotoErrorText } from '#widgets/identity/usePhotoWords.ts'
import { VerificationCameraSheet } from './VerificationCameraSheet.tsx'
import { findPhotoFileIssues } from './photoIssues.ts'
import type { VerificationPhotoName } from './verificationForm.ts'
import { Row } from '#ui/Row.tsx'
import { Stack } from '#ui/Stack.tsx'
import styles from './Verification.module.css'
import { usePhotoIssueMessages, useVerificationPhotoLabels } from './usePhotoSlotWords.ts'

interface VerificationPhotoSlotProps {
  name: VerificationPhotoName
  file: File | undefined
  onChange: (file: File | undefined) => void
  /** The last check asked for another picture. */
  isToFix: boolean
  /** On its way, 0..1. */
  sent?: number | undefined
  failure?: string | undefined
}

/** One picture of the form: taken with the camera or chosen, looked at, and taken again. It stays on the phone until the form is handed in. */
export function VerificationPhotoSlot({ name, file, onChange, isToFix, sent, failure }: VerificationPhotoSlotProps) {
  const { t } = useLingui()
  const words = useVerificationPhotoLabels()[name]
  const problems = usePhotoErrorText()
  const kind = name === 'selfieImg' ? 'face' : 'document'
  const [isOpen, setOpen] = useState(false)
  const [photoError, setPhotoError] = useState<PhotoPreparationError>()
  const input = useRef<HTMLInputElement>(null)
  const preview = usePreview(file)
  const issues = useFileIssues(file, kind)
  const acceptFile = (selectedFile: File): void => {
    setOpen(false)
    const isAccepted = isImage(selectedFile)
    setPhotoError(isAccepted ? undefined : new PhotoPreparationError('notImage'))
    if (isAccepted) onChange(selectedFile)
  }
  return (
    <Card>
      <Stack gap={3}>
        <h3 className={styles.slotTitle}>{words.title}</h3>
        {preview ? <img className={styles.preview} src={preview} alt={words.title} /> : <p className={styles.quiet}>{words.hint}</p>}
        {isToFix && !file && (
          <p className={styles.fix}>
            <WarningIcon /> <Trans>The last check asked for another picture.</Trans>
          </p>
        )}
        <PhotoIssueList issues={issues} />
        {sent !== undefined && sent < 1 && !failure && <ProgressBar label={words.title} {...(sent > 0 && { value: sent })} />}
        <p role="alert" className={styles.failure}>
          {photoError ? problems(photoError) : failure}
        </p>
        <Row wrap gap={2} className={styles.slotActions}>
          <Button kind={file ? 'secondary' : 'primary'} onClick={() => setOpen(true)}>
            {file ? <Trans>Take it again</Trans> : <Trans>Take a photo</Trans>}
          </Button>
          <Button kind="secondary" onClick={() => input.current?.click()}>
            {file ? <Trans>Choose another</Trans> : <Trans>Choose a file</Trans>}
          </Button>
        </Row>
      </Stack>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label={t`Choose a file`}
        onChange={({ target }) => {
          const [selectedFile] = target.files ?? []
          if (selectedFile) acceptFile(selectedFile)
          target.value = ''
        }}
      />
      <VerificationCameraSheet
        open={isOpen}
        onClose={() => setOpen(false)}
        title={words.title}
        name={name}
        kind={kind}
        onTaken={acceptFile}
        onChoose={() => {
          setOpen(false)
          input.current?.click()
        }}
      />
    </Card>
  )
}

function PhotoIssueList({ issues }: { issues: readonly PhotoIssue[] | undefined }) {
  const words = usePhotoIssueMessages()
  if (!issues) return null
  if (issues.length === 0)
    return (
      <p className={styles.fine} role="status">
        <CheckIcon /> <Trans>Light and focus are good</Trans>
      </p>
    )
  return (
    <div role="status">
      <ul className={styles.flaws}>
        {issues.map((issue) => (
          <li key={issue} className={styles.fix}>
            <WarningIcon /> {issue === 'noBorder' ? <Trans>Not all four edges are in the picture</Trans> : words[issue]}
          </li>
        ))}
      </ul>
      <p className={styles.quiet}>
        <Trans>You can use it anyway. If it cannot be read, we ask for another one.</Trans>
      </p>
    </div>
  )
}

function usePreview(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file) return setUrl(undefined)
    const objectUrl = URL.createObjectURL(file)
    setUrl(objectUrl)
    return () => URL.revokeObjectURL(objectUrl)
  }, [file])
  return url
}

function useFileIssues(file: File | undefined, kind: 'document' | 'face'): PhotoIssue[] | undefined {
  const [issues, setIssues] = useState<PhotoIssue[]>()
  useEffect(() => {
    let isMounted = true
    setIssues(undefined)
    if (file) void findPhotoFileIssues(file, kind).then((foundIssues) => isMounted && setIssues(foundIssues))
    return () => {
      isMounted = false
    }
  }, [file, kind])
  return issues
}
