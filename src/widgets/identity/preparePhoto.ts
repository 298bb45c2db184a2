import { uploadLimitBytes } from '#contract/calls/uploads.ts'
import { compressImage, ImageReadError, type ImageReadProblem, isImage, isImageDecodedByServer } from '#device/compressImage.ts'
import { defaultJpegQuality, compressedImageType, decideImageCompression } from '#rules/photo/imageQuality.ts'

/** Why a photo cannot be used, known before anything is sent. */
export type PhotoPreparationProblem = ImageReadProblem | 'tooLarge'
export class PhotoPreparationError extends Error {
  override readonly name = 'PhotoPreparationError'
  readonly problem: PhotoPreparationProblem
  constructor(problem: PhotoPreparationProblem, cause?: unknown) {
    super(problem, { cause })
    this.problem = problem
  }
}

/** The photo as it is sent: smaller by the ladder of docs/rules/verification.md, and by the plain way where that is still more than is taken. */
export async function preparePhoto(file: File): Promise<File> {
  if (!isImage(file)) throw new PhotoPreparationError('notImage')
  const compression = decideImageCompression(file.size)
  if (compression === 'refused') throw new PhotoPreparationError('tooLarge')
  try {
    const compressed = compression === 'asItIs' || isImageDecodedByServer(file) ? file : await compressImage(file, compression)
    const prepared =
      compressed.size <= uploadLimitBytes || isImageDecodedByServer(compressed) ? compressed : await compressToDefault(compressed)
    if (prepared.size > uploadLimitBytes) throw new PhotoPreparationError('tooLarge')
    return prepared
  } catch (cause) {
    throw cause instanceof ImageReadError ? new PhotoPreparationError(cause.problem, cause) : cause
  }
}

const compressToDefault = (file: File): Promise<File> => compressImage(file, defaultJpegQuality, compressedImageType(file.type, file.size))
