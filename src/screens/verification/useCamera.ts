import { type RefObject, useEffect, useRef, useState } from 'react'

export type CameraState = 'starting' | 'on' | 'refused' | 'missing'

/** The live picture of a camera in a video element, while `wanted`. 'missing': there is none, or no secure page to use it on. */
export function useCamera(
  wanted: boolean,
  facing: 'environment' | 'user',
): { video: RefObject<HTMLVideoElement | null>; state: CameraState } {
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<CameraState>('starting')
  useEffect(() => {
    if (!wanted) return
    let isWanted = true
    let stream: MediaStream | undefined
    setState('starting')
    begin(facing).then(
      async (begun) => {
        stream = begun
        if (!isWanted) return stop(begun)
        const element = video.current
        if (!element) return
        element.srcObject = begun
        await element.play().catch(() => undefined)
        if (isWanted) setState('on')
      },
      (error: unknown) => {
        if (isWanted) setState(error instanceof DOMException && error.name === 'NotAllowedError' ? 'refused' : 'missing')
      },
    )
    return () => {
      isWanted = false
      stop(stream)
    }
  }, [wanted, facing])
  return { video, state }
}

const begin = (facing: 'environment' | 'user'): Promise<MediaStream> =>
  navigator.mediaDevices?.getUserMedia
    ? navigator.mediaDevices.getUserMedia({
        video: { facingMode: { ideal: facing }, width: { ideal: 2560 }, height: { ideal: 1920 } },
        audio: false,
      })
    : Promise.reject(new Error('no camera'))

const stop = (stream: MediaStream | undefined): void => stream?.getTracks().forEach((track) => track.stop())
