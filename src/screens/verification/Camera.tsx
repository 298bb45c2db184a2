import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { kycLongSidePx } from '#contract/calls/uploads.ts'
import type { Frame, PhotoFlaw } from '#rules/photoChecks.ts'
import { Button } from '#ui/Button.tsx'
import { Check, Warning } from '#ui/icons.tsx'
import { Progress } from '#ui/Progress.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import styles from './Camera.module.css'
import { flawsOf, photoOf } from './look.ts'
import { type CameraState, useCamera } from './useCamera.ts'
import { useFlawWords } from './usePhotoSlotWords.ts'

interface CameraProps {
  open: boolean
  onClose: () => void
  title: string
  /** Names the file. */
  name: string
  kind: 'document' | 'face'
  onTaken: (file: File) => void
  /** Instead of the camera: the phone's own photos. */
  onChoose: () => void
}

const lookEveryMs = 300
/** The frame that is drawn over the picture: a card lying flat, or a face. */
const frames: Record<CameraProps['kind'], Frame> = {
  document: { left: 0.06, top: 0.27, width: 0.88, height: 0.46 },
  face: { left: 0.2, top: 0.14, width: 0.6, height: 0.66 },
}

/** The live camera with a frame, and in words what is still wrong. The checks advise: a photo can always be taken. */
export function Camera({ open, onClose, title, name, kind, onTaken, onChoose }: CameraProps) {
  const { video, state } = useCamera(open, kind === 'face' ? 'user' : 'environment')
  const flaws = useLook(video, state === 'on' && open, kind)
  const [isBusy, setBusy] = useState(false)
  const take = async () => {
    const element = video.current
    if (!element) return
    setBusy(true)
    const file = await photoOf(element, name)
    setBusy(false)
    if (file) onTaken(file)
  }
  const isFine = flaws?.length === 0
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={title}
      footer={
        <>
          {state === 'on' && (
            <Button size="large" wide kind={isFine ? 'primary' : 'secondary'} busy={isBusy} onClick={() => void take()}>
              {isFine ? <Trans>Take the photo</Trans> : <Trans>Take it anyway</Trans>}
            </Button>
          )}
          <Button kind={state === 'on' ? 'quiet' : 'primary'} wide onClick={onChoose}>
            <Trans>Choose a file instead</Trans>
          </Button>
        </>
      }
    >
      <Words state={state} flaws={flaws} isSmall={isSmall(video.current)} />
      <div className={styles.view} data-kind={kind} hidden={state === 'refused' || state === 'missing'}>
        <video ref={video} playsInline muted className={styles.video} data-kind={kind} />
        <span className={styles.frame} data-fine={isFine || undefined} aria-hidden="true" />
      </div>
    </Sheet>
  )
}

const isSmall = (video: HTMLVideoElement | null): boolean =>
  video !== null && video.videoWidth > 0 && Math.max(video.videoWidth, video.videoHeight) < kycLongSidePx

function Words({ state, flaws, isSmall: isCoarse }: { state: CameraState; flaws: PhotoFlaw[] | undefined; isSmall: boolean }) {
  const { t } = useLingui()
  const words = useFlawWords()
  const [worst] = flaws ?? []
  if (state === 'starting') return <Progress label={t`The camera starts`} />
  return (
    <p className={styles.words} role="status" data-fine={(state === 'on' && flaws?.length === 0) || undefined}>
      {state === 'refused' ? (
        <Trans>The camera may not be used here. Allow it in the browser’s settings for this page, or choose a file.</Trans>
      ) : state === 'missing' ? (
        <Trans>No camera could be opened. You can choose a file.</Trans>
      ) : isCoarse ? (
        <Trans>This camera’s pictures are too small to be read. Choose a file instead.</Trans>
      ) : worst ? (
        <>
          <Warning /> {words[worst]}
        </>
      ) : flaws ? (
        <>
          <Check /> <Trans>Good: hold still and take it</Trans>
        </>
      ) : (
        <Trans>Looking…</Trans>
      )}
    </p>
  )
}

/** What is wrong with the live picture, looked at three times a second while it is shown. */
function useLook(video: { current: HTMLVideoElement | null }, isOn: boolean, kind: CameraProps['kind']): PhotoFlaw[] | undefined {
  const [flaws, setFlaws] = useState<PhotoFlaw[]>()
  useEffect(() => {
    if (!isOn) return setFlaws(undefined)
    const timer = setInterval(() => {
      const seen = video.current ? flawsOf(video.current, kind, frames[kind]) : undefined
      if (seen) setFlaws((before) => (before?.join() === seen.join() ? before : seen))
    }, lookEveryMs)
    return () => clearInterval(timer)
  }, [video, isOn, kind])
  return flaws
}
