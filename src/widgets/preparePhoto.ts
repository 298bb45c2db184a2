import { uploadLimitBytes } from '#contract/calls/uploads.ts'
import { compressImage, ImageError, type ImageFault, isImage, isLeftToServer } from '#device/compressImage.ts'
import { plainQuality, plainType, preparationFor } from '#rules/imageQuality.ts'

/** Why a photo cannot be used, known before anything is sent. */
export type PhotoFault = ImageFault | 'tooLarge'
export class PhotoError extends Error {
  override readonly name = 'PhotoError'
  readonly fault: PhotoFault
  constructor(fault: PhotoFault, cause?: unknown) {
    super(fault, { cause })
    this.fault = fault
  }
}

/** The photo as it is sent: smaller by the ladder of requirements §5, and by the plain way where that is still more than is taken. */
export async function preparePhoto(file: File): Promise<File> {
  if (!isImage(file)) throw new PhotoError('notImage')
  const preparation = preparationFor(file.size)
  if (preparation === 'refused') throw new PhotoError('tooLarge')
  try {
    const once = preparation === 'asItIs' || isLeftToServer(file) ? file : await compressImage(file, preparation)
    const ready = once.size <= uploadLimitBytes || isLeftToServer(once) ? once : await plain(once)
    if (ready.size > uploadLimitBytes) throw new PhotoError('tooLarge')
    return ready
  } catch (cause) {
    throw cause instanceof ImageError ? new PhotoError(cause.fault, cause) : cause
  }
}

const plain = (file: File): Promise<File> => compressImage(file, plainQuality, plainType(file.type, file.size))
