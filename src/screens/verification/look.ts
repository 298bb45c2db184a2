import { checkedWidthPx, documentFlaws, faceFlaws, type Frame, type PhotoFlaw, toGrey } from '#rules/photoChecks.ts'

/** What is looked at: a video of the camera, or a picture. */
type Source = HTMLVideoElement | ImageBitmap

const sizeOf = (source: Source): [number, number] =>
  source instanceof HTMLVideoElement ? [source.videoWidth, source.videoHeight] : [source.width, source.height]

/** The view's shape, width to height: of the live picture its middle is shown and looked at. */
const viewShape = 3 / 4

/** What is wrong with what is seen now; undefined while nothing is seen. */
export function flawsOf(source: Source, kind: 'document' | 'face', frame?: Frame): PhotoFlaw[] | undefined {
  const [width, height] = sizeOf(source)
  if (width === 0 || height === 0) return undefined
  const isLive = source instanceof HTMLVideoElement
  const seenWidth = isLive ? Math.min(width, height * viewShape) : width
  const seenHeight = isLive ? Math.min(height, width / viewShape) : height
  const canvas = document.createElement('canvas')
  canvas.width = checkedWidthPx
  canvas.height = Math.max(1, Math.round((seenHeight / seenWidth) * checkedWidthPx))
  const paper = canvas.getContext('2d', { willReadFrequently: true })
  if (!paper) return []
  const [left, top] = [(width - seenWidth) / 2, (height - seenHeight) / 2]
  paper.drawImage(source, left, top, seenWidth, seenHeight, 0, 0, canvas.width, canvas.height)
  const { data } = paper.getImageData(0, 0, canvas.width, canvas.height)
  const grey = toGrey(data, canvas.width, canvas.height)
  return kind === 'document' ? documentFlaws(grey, frame) : faceFlaws(grey, frame)
}

/** The flaws of a chosen file; of one that this browser cannot draw nothing is known. */
export async function flawsOfFile(file: File, kind: 'document' | 'face'): Promise<PhotoFlaw[]> {
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (!bitmap) return []
  const flaws = flawsOf(bitmap, kind) ?? []
  bitmap.close()
  return flaws
}

/** What the camera shows, in full size. */
export async function photoOf(video: HTMLVideoElement, name: string): Promise<File | undefined> {
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92))
  return blob ? new File([blob], `${name}.jpg`, { type: 'image/jpeg' }) : undefined
}
