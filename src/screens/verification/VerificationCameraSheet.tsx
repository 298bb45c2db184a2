import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { kycPhotoMinLongSidePx } from '#contract/calls/uploads.ts'
import type { RelativeImageFrame, PhotoIssue } from '#rules/photo/photoChecks.ts'
import { Button } from '#ui/Button.tsx'
import { CheckIcon, WarningIcon } from '#ui/icons/icons.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import styles from './VerificationCameraSheet.module.css'
import { findPhotoIssues, captureVideoFrame } from './photoIssues.ts'
import { type CameraState, useCamera } from './useCamera.ts'
import { usePhotoIssueMessages } from './usePhotoSlotWords.ts'

interface VerificationCameraProps {
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

const pollIntervalMs = 300
/** The frame that is drawn over the picture: a card lying flat, or a face. */
const frames: Record<VerificationCameraProps['kind'], RelativeImageFrame> = {
  document: { left: 0.06, top: 0.27, width: 0.88, height: 0.46 },
  face: { left: 0.2, top: 0.14, width: 0.6, height: 0.66 },
}

/** The live camera with a frame, and in words what is still wrong. The checks advise: a photo can always be taken. */
export function VerificationCameraSheet({ open, onClose, title, name, kind, onTaken, onChoose }: VerificationCameraProps) {
  const { video, state } = useCamera(open, kind === 'face' ? 'user' : 'environment')
  const issues = usePhotoIssuePolling(video, state === 'on' && open, kind)
  const [isBusy, setBusy] = useState(false)
  const takePhoto = async () => {
    const element = video.current
    if (!element) return
    setBusy(true)
    const file = await captureVideoFrame(element, name)
    setBusy(false)
    if (file) onTaken(file)
  }
  const isTooSmall = isSmall(video.current)
  const isGood = issues?.length === 0 && !isTooSmall
  return (
    <BottomSheet
      open={open}
      onClose={onClose}
      title={title}
      footer={
        <>
          {state === 'on' && (
            <Button size="large" wide kind={isGood ? 'primary' : 'secondary'} busy={isBusy} onClick={() => void takePhoto()}>
              {isGood ? <Trans>Take the photo</Trans> : <Trans>Take it anyway</Trans>}
            </Button>
          )}
          <Button kind={state === 'on' && !isTooSmall ? 'quiet' : 'primary'} wide onClick={onChoose}>
            <Trans>Choose a file instead</Trans>
          </Button>
        </>
      }
    >
      <Words state={state} flaws={issues} isCoarse={isTooSmall} />
      <div className={styles.view} data-kind={kind} hidden={state === 'refused' || state === 'missing'}>
        <video ref={video} playsInline muted className={styles.video} data-kind={kind} />
        {state === 'on' && <span className={styles.frame} data-fine={isGood || undefined} aria-hidden="true" />}
      </div>
    </BottomSheet>
  )
}

const isSmall = (video: HTMLVideoElement | null): boolean =>
  video !== null && video.videoWidth > 0 && Math.max(video.videoWidth, video.videoHeight) < kycPhotoMinLongSidePx

function Words({ state, flaws: issues, isCoarse: isTooSmall }: { state: CameraState; flaws: PhotoIssue[] | undefined; isCoarse: boolean }) {
  const words = usePhotoIssueMessages()
  const [worst] = issues ?? []
  return (
    <p className={styles.words} role="status" data-fine={(state === 'on' && !isTooSmall && issues?.length === 0) || undefined}>
      {state === 'starting' ? (
        <Trans>The camera starts</Trans>
      ) : state === 'refused' ? (
        <Trans>The camera may not be used here. Allow it in the browser’s settings for this page, or choose a file.</Trans>
      ) : state === 'missing' ? (
        <Trans>No camera could be opened. You can choose a file.</Trans>
      ) : isTooSmall ? (
        <Trans>This camera’s pictures are too small to be read. Choose a file instead.</Trans>
      ) : worst ? (
        <>
          <WarningIcon /> {words[worst]}
        </>
      ) : issues ? (
        <>
          <CheckIcon /> <Trans>Good: hold still and take it</Trans>
        </>
      ) : (
        <Trans>Looking…</Trans>
      )}
    </p>
  )
}

/** What is wrong with the live picture, looked at three times a second while it is shown. */
function usePhotoIssuePolling(
  video: { current: HTMLVideoElement | null },
  isOn: boolean,
  kind: VerificationCameraProps['kind'],
): PhotoIssue[] | undefined {
  const [issues, setIssues] = useState<PhotoIssue[]>()
  useEffect(() => {
    if (!isOn) return setIssues(undefined)
    const timer = setInterval(() => {
      const foundIssues = video.current ? findPhotoIssues(video.current, kind, frames[kind]) : undefined
      if (foundIssues) setIssues((previous) => (previous?.join() === foundIssues.join() ? previous : foundIssues))
    }, pollIntervalMs)
    return () => clearInterval(timer)
  }, [video, isOn, kind])
  return issues
}
