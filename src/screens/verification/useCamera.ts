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
    let isActive = true
    let stream: MediaStream | undefined
    setState('starting')
    openCamera(facing).then(
      async (openedStream) => {
        stream = openedStream
        if (!isActive) return stopTracks(openedStream)
        const element = video.current
        if (!element) return
        element.srcObject = openedStream
        await element.play().catch(() => undefined)
        if (isActive) setState('on')
      },
      (error: unknown) => {
        if (isActive) setState(error instanceof DOMException && error.name === 'NotAllowedError' ? 'refused' : 'missing')
      },
    )
    return () => {
      isActive = false
      stopTracks(stream)
    }
  }, [wanted, facing])
  return { video, state }
}

const openCamera = (facing: 'environment' | 'user'): Promise<MediaStream> =>
  navigator.mediaDevices?.getUserMedia
    ? navigator.mediaDevices.getUserMedia({
        video: { facingMode: { ideal: facing }, width: { ideal: 2560 }, height: { ideal: 1920 } },
        audio: false,
      })
    : Promise.reject(new Error('no camera'))

const stopTracks = (stream: MediaStream | undefined): void => stream?.getTracks().forEach((track) => track.stop())
