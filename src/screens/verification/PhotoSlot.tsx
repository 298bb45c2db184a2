import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import type { PhotoFlaw } from '#rules/photoChecks.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Check, Warning } from '#ui/icons.tsx'
import { Progress } from '#ui/Progress.tsx'
import { isImage } from '#device/compressImage.ts'
import { PhotoError } from '#widgets/preparePhoto.ts'
import { usePhotoWords } from '#widgets/usePhotoWords.ts'
import { Camera } from './Camera.tsx'
import { flawsOfFile } from './look.ts'
import type { PhotoName } from './papers.ts'
import styles from './Verification.module.css'
import { useFlawWords, usePhotoSlotWords } from './usePhotoSlotWords.ts'

interface PhotoSlotProps {
  name: PhotoName
  file: File | undefined
  onChange: (file: File | undefined) => void
  /** The last check asked for another picture. */
  isToFix: boolean
  /** On its way, 0..1. */
  sent?: number | undefined
  failure?: string | undefined
}

/** One picture of the form: taken with the camera or chosen, looked at, and taken again. It stays on the phone until the form is handed in. */
export function PhotoSlot({ name, file, onChange, isToFix, sent, failure }: PhotoSlotProps) {
  const { t } = useLingui()
  const words = usePhotoSlotWords()[name]
  const problems = usePhotoWords()
  const kind = name === 'selfieImg' ? 'face' : 'document'
  const [isOpen, setOpen] = useState(false)
  const [fault, setFault] = useState<PhotoError>()
  const input = useRef<HTMLInputElement>(null)
  const preview = usePreview(file)
  const flaws = useFlaws(file, kind)
  const accept = (chosen: File): void => {
    setOpen(false)
    const isTaken = isImage(chosen)
    setFault(isTaken ? undefined : new PhotoError('notImage'))
    if (isTaken) onChange(chosen)
  }
  return (
    <Card>
      <div className={styles.slot}>
        <h3 className={styles.slotTitle}>{words.title}</h3>
        {preview ? <img className={styles.preview} src={preview} alt={words.title} /> : <p className={styles.quiet}>{words.hint}</p>}
        {isToFix && !file && (
          <p className={styles.fix}>
            <Warning /> <Trans>The last check asked for another picture.</Trans>
          </p>
        )}
        <Verdict flaws={flaws} />
        {sent !== undefined && sent < 1 && !failure && <Progress label={words.title} {...(sent > 0 && { value: sent })} />}
        <p role="alert" className={styles.failure}>
          {fault ? problems(fault) : failure}
        </p>
        <div className={styles.slotActions}>
          <Button kind={file ? 'secondary' : 'primary'} onClick={() => setOpen(true)}>
            {file ? <Trans>Take it again</Trans> : <Trans>Take a photo</Trans>}
          </Button>
          <Button kind="secondary" onClick={() => input.current?.click()}>
            {file ? <Trans>Choose another</Trans> : <Trans>Choose a file</Trans>}
          </Button>
        </div>
      </div>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label={t`Choose a file`}
        onChange={({ target }) => {
          const [chosen] = target.files ?? []
          if (chosen) accept(chosen)
          target.value = ''
        }}
      />
      <Camera
        open={isOpen}
        onClose={() => setOpen(false)}
        title={words.title}
        name={name}
        kind={kind}
        onTaken={accept}
        onChoose={() => {
          setOpen(false)
          input.current?.click()
        }}
      />
    </Card>
  )
}

function Verdict({ flaws }: { flaws: readonly PhotoFlaw[] | undefined }) {
  const words = useFlawWords()
  if (!flaws) return null
  if (flaws.length === 0)
    return (
      <p className={styles.fine} role="status">
        <Check /> <Trans>Light and focus are good</Trans>
      </p>
    )
  return (
    <ul className={styles.flaws} role="status">
      {flaws.map((flaw) => (
        <li key={flaw} className={styles.fix}>
          <Warning /> {words[flaw]}
        </li>
      ))}
    </ul>
  )
}

function usePreview(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file) return setUrl(undefined)
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}

function useFlaws(file: File | undefined, kind: 'document' | 'face'): PhotoFlaw[] | undefined {
  const [flaws, setFlaws] = useState<PhotoFlaw[]>()
  useEffect(() => {
    let isHere = true
    setFlaws(undefined)
    if (file) void flawsOfFile(file, kind).then((seen) => isHere && setFlaws(seen))
    return () => {
      isHere = false
    }
  }, [file, kind])
  return flaws
}
