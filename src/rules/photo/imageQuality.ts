/** What to do with a picture of that size before it is sent (docs/rules/verification.md): leave it, encode it anew with a quality, or refuse it. */
export type ImageCompressionDecision = 'asItIs' | 'refused' | number

const kb = 1024
const mb = 1024 * kb

// Size up to and with which a quality holds.
const qualityBySize: readonly (readonly [upToBytes: number, quality: number])[] = [
  [512 * kb, 0.9],
  [mb, 0.8],
  [2 * mb, 0.85],
  [10 * mb, 0.8],
  [20 * mb, 0.75],
]

/** Under 200 KB as it is; then by size; more than 20 MB is refused. Name and type stay. */
export function decideImageCompression(sizeBytes: number): ImageCompressionDecision {
  if (sizeBytes < 200 * kb) return 'asItIs'
  return qualityBySize.find(([upToBytes]) => sizeBytes <= upToBytes)?.[1] ?? 'refused'
}

/** The other way of making a picture smaller: one quality for all, and a large PNG becomes a JPEG. */
export const defaultJpegQuality = 0.8
const largePngBytes = 2_048_000
export const compressedImageType = (type: string, sizeBytes: number): string =>
  type === 'image/png' && sizeBytes > largePngBytes ? 'image/jpeg' : type
