/** Why a picture could not be read here: no picture at all, one that cannot be drawn, a file that cannot be read. */
export type ImageFault = 'notImage' | 'loadError' | 'readFailure'

export class ImageError extends Error {
  override readonly name = 'ImageError'
  readonly fault: ImageFault
  constructor(fault: ImageFault, cause?: unknown) {
    super(fault, { cause })
    this.fault = fault
  }
}

// Some systems give a HEIC photograph no type at all.
const isHeic = (file: File): boolean => /^image\/hei[cf]$/.test(file.type) || (file.type === '' && /\.hei[cf]$/i.test(file.name))
export const isImage = (file: File): boolean => file.type.startsWith('image/') || isHeic(file)

/** Whether this browser leaves it to the server to read such a file. */
export const isLeftToServer = (file: File): boolean => isHeic(file)

/**
 * The picture encoded anew in `type` with `quality` (0..1), upright, under its own name; the file itself where that would not be smaller.
 * Throws ImageError.
 */
export async function compressImage(file: File, quality: number, type = file.type): Promise<File> {
  const bitmap = await bitmapOf(file)
  try {
    const blob = await encoded(bitmap, type, quality)
    // A browser that cannot write this type answers with a PNG.
    const isWanted = blob?.type === type && (blob.size < file.size || type !== file.type)
    return isWanted && blob ? new File([blob], file.name, { type, lastModified: file.lastModified }) : file
  } finally {
    bitmap.close()
  }
}

async function bitmapOf(file: File): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file)
  } catch (cause) {
    throw new ImageError((await isReadable(file)) ? 'loadError' : 'readFailure', cause)
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

async function encoded(bitmap: ImageBitmap, type: string, quality: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = bitmap.width
  canvas.height = bitmap.height
  const paper = canvas.getContext('2d')
  if (!paper) return null
  if (type === 'image/jpeg') {
    paper.fillStyle = '#fff'
    paper.fillRect(0, 0, canvas.width, canvas.height)
  }
  paper.drawImage(bitmap, 0, 0)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality))
  // Gives the pixels back at once; phones keep them until the canvas is collected otherwise.
  canvas.width = 0
  return blob
}
