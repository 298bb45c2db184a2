import {
  photoCheckWidthPx,
  documentPhotoIssues,
  facePhotoIssues,
  type RelativeImageFrame,
  type PhotoIssue,
  toGreyscaleImage,
} from '#rules/photo/photoChecks.ts'

/** What is looked at: a video of the camera, or a picture. */
type Source = HTMLVideoElement | ImageBitmap

const sizeOf = (source: Source): [number, number] =>
  source instanceof HTMLVideoElement ? [source.videoWidth, source.videoHeight] : [source.width, source.height]

/** The view's shape, width to height: of the live picture its middle is shown and looked at. */
const viewAspectRatio = 3 / 4

/** What is wrong with what is seen now; undefined while nothing is seen. */
export function findPhotoIssues(source: Source, kind: 'document' | 'face', frame?: RelativeImageFrame): PhotoIssue[] | undefined {
  const [width, height] = sizeOf(source)
  if (width === 0 || height === 0) return undefined
  const isLive = source instanceof HTMLVideoElement
  const visibleWidth = isLive ? Math.min(width, height * viewAspectRatio) : width
  const visibleHeight = isLive ? Math.min(height, width / viewAspectRatio) : height
  const canvas = document.createElement('canvas')
  canvas.width = photoCheckWidthPx
  canvas.height = Math.max(1, Math.round((visibleHeight / visibleWidth) * photoCheckWidthPx))
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return []
  const [left, top] = [(width - visibleWidth) / 2, (height - visibleHeight) / 2]
  context.drawImage(source, left, top, visibleWidth, visibleHeight, 0, 0, canvas.width, canvas.height)
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
  const grey = toGreyscaleImage(data, canvas.width, canvas.height)
  return kind === 'document' ? documentPhotoIssues(grey, frame) : facePhotoIssues(grey, frame)
}

/** The flaws of a chosen file; of one that this browser cannot draw nothing is known. */
export async function findPhotoFileIssues(file: File, kind: 'document' | 'face'): Promise<PhotoIssue[]> {
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (!bitmap) return []
  const issues = findPhotoIssues(bitmap, kind) ?? []
  bitmap.close()
  return issues
}

/** What the camera shows, in full size. */
export async function captureVideoFrame(video: HTMLVideoElement, name: string): Promise<File | undefined> {
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92))
  return blob ? new File([blob], `${name}.jpg`, { type: 'image/jpeg' }) : undefined
}
