/** Why a picture could not be read here: no picture at all, one that cannot be drawn, a file that cannot be read. */
export type ImageReadProblem = 'notImage' | 'loadError' | 'readFailure'

export class ImageReadError extends Error {
  override readonly name = 'ImageReadError'
  readonly problem: ImageReadProblem
  constructor(problem: ImageReadProblem, cause?: unknown) {
    super(problem, { cause })
    this.problem = problem
  }
}

// Some systems give a HEIC photograph no type at all.
const isHeic = (file: File): boolean => /^image\/hei[cf]$/.test(file.type) || (file.type === '' && /\.hei[cf]$/i.test(file.name))
export const isImage = (file: File): boolean => file.type.startsWith('image/') || isHeic(file)

/** Whether this browser leaves it to the server to read such a file. */
export const isImageDecodedByServer = (file: File): boolean => isHeic(file)

/**
 * The picture encoded anew in `type` with `quality` (0..1), upright, under its own name; the file itself where that would not be smaller.
 * Throws ImageReadError.
 */
export async function compressImage(file: File, quality: number, type = file.type): Promise<File> {
  const bitmap = await decodeImage(file)
  try {
    const blob = await encodeBitmap(bitmap, type, quality)
    // A browser that cannot write this type answers with a PNG.
    const isSmallerOrConverted = blob?.type === type && (blob.size < file.size || type !== file.type)
    return isSmallerOrConverted && blob ? new File([blob], file.name, { type, lastModified: file.lastModified }) : file
  } finally {
    bitmap.close()
  }
}

async function decodeImage(file: File): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file)
  } catch (cause) {
    throw new ImageReadError((await isReadable(file)) ? 'loadError' : 'readFailure', cause)
  }
}

/** A file of a cloud drive or a card that was taken out can be named but not read. */
const isReadable = (file: File): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )

async function encodeBitmap(bitmap: ImageBitmap, type: string, quality: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = bitmap.width
  canvas.height = bitmap.height
  const context = canvas.getContext('2d')
  if (!context) return null
  if (type === 'image/jpeg') {
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
  }
  context.drawImage(bitmap, 0, 0)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality))
  // Gives the pixels back at once; phones keep them until the canvas is collected otherwise.
  canvas.width = 0
  return blob
}
