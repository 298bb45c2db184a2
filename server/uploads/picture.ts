import sharp, { type Sharp } from 'sharp'
import { Refusal } from '#contract/refusals.ts'
import { createSemaphore } from '../core/semaphore.ts'
import { decodeHeic } from './heic.ts'
import { type PictureKind, detectPictureKind } from './kinds.ts'

/** A picture as it is kept: encoded anew, so that nothing of the file that came is left but what can be seen. */
export interface ReencodedPicture {
  bytes: Buffer
  type: 'image/jpeg' | 'image/png' | 'image/webp'
  width: number
  height: number
  /** Long side of the picture as it came, in pixels. */
  longSidePx: number
}

const mostPixels = 50_000_000
/** Longer ones are made smaller; papers can be read well at this size. */
const keptSidePx = 4_096
/** A picture of oneself is never shown larger. */
export const avatarMaxSidePx = 512
/** A drawing stays a PNG; a photograph of that size becomes a JPEG (docs/rules/verification.md). */
const pngLimitBytes = 2_048_000
const longestSeconds = 20

// One at a time, on one thread beside the one that serves prices, and nothing is remembered between two.
sharp.concurrency(1)
sharp.cache(false)
const inTurn = createSemaphore(1, 40)

/** Decodes and encodes anew, at most so large. Refuses notImage by the first bytes, imageTooLarge from 50 megapixels, imageUnreadable for anything damaged. */
export async function reencodePicture(file: Uint8Array, sidePx = keptSidePx): Promise<ReencodedPicture> {
  const kind = detectPictureKind(file)
  if (!kind) throw new Refusal('notImage')
  try {
    return await inTurn(() => redraw(file, kind, sidePx))
  } catch (fault) {
    if (fault instanceof Refusal) throw fault
    throw /pixel limit/i.test(String(fault)) ? new Refusal('imageTooLarge', { maxPixels: mostPixels }) : new Refusal('imageUnreadable')
  }
}

async function redraw(file: Uint8Array, kind: PictureKind, sidePx: number): Promise<ReencodedPicture> {
  const source = kind === 'heic' ? await fromHeic(file) : await fromFile(file, kind)
  const upright = source.image
    .autoOrient()
    .resize({ width: sidePx, height: sidePx, fit: 'inside', withoutEnlargement: true })
    .timeout({ seconds: longestSeconds })
  const format = kind === 'heic' ? 'jpeg' : kind
  const drawn = await encode(upright, format)
  const encoded = format === 'png' && drawn.data.length > pngLimitBytes ? await toJpeg(drawn.data) : { ...drawn, format }
  return {
    bytes: encoded.data,
    type: `image/${encoded.format}`,
    width: encoded.info.width,
    height: encoded.info.height,
    longSidePx: source.longSidePx,
  }
}

async function fromFile(file: Uint8Array, kind: Exclude<PictureKind, 'heic'>): Promise<{ image: Sharp; longSidePx: number }> {
  const options = { limitInputPixels: mostPixels, failOn: 'error', sequentialRead: true } as const
  const { format, width, height } = await sharp(file, options).metadata()
  if (format !== kind) throw new Refusal('imageUnreadable')
  return { image: sharp(file, options), longSidePx: Math.max(width, height) }
}

async function fromHeic(file: Uint8Array): Promise<{ image: Sharp; longSidePx: number }> {
  const { width, height, pixels } = await decodeHeic(file, mostPixels)
  return { image: sharp(pixels, { raw: { width, height, channels: 4 } }).removeAlpha(), longSidePx: Math.max(width, height) }
}

const encode = (image: Sharp, format: 'jpeg' | 'png' | 'webp') => {
  const encoded = format === 'jpeg' ? image.jpeg({ quality: 88 }) : format === 'png' ? image.png() : image.webp({ quality: 88 })
  return encoded.toBuffer({ resolveWithObject: true })
}

const toJpeg = async (png: Buffer) => ({
  ...(await encode(sharp(png, { limitInputPixels: mostPixels }).flatten({ background: '#ffffff' }), 'jpeg')),
  format: 'jpeg' as const,
})
