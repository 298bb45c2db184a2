/** The kinds of picture that are taken. */
export type PictureKind = 'jpeg' | 'png' | 'webp' | 'heic'

const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
// HEVC-coded pictures; the AV1 ones in the same box ("avif") are not taken.
const heicBrands = new Set(['heic', 'heix', 'hevc', 'hevx', 'mif1', 'msf1'])

/** What a file is by its first bytes, whatever its name says; undefined for anything that is not taken. */
export function detectPictureKind(bytes: Uint8Array): PictureKind | undefined {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(16, bytes.byteLength))
  const text = start.toString('latin1')
  if (start[0] === 0xff && start[1] === 0xd8 && start[2] === 0xff) return 'jpeg'
  if (start.subarray(0, 8).equals(pngStart)) return 'png'
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'webp'
  if (text.slice(4, 8) === 'ftyp' && heicBrands.has(text.slice(8, 12))) return 'heic'
  return undefined
}
