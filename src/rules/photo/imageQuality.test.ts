import { describe, expect, it } from 'vitest'
import { defaultJpegQuality, compressedImageType, decideImageCompression } from './imageQuality.ts'

const kb = 1024
const mb = 1024 * kb

describe('the ladder', () => {
  it.each([
    [0, 'asItIs'],
    [200 * kb - 1, 'asItIs'],
    [200 * kb, 0.9],
    [512 * kb, 0.9],
    [512 * kb + 1, 0.8],
    [mb, 0.8],
    [mb + 1, 0.85],
    [2 * mb, 0.85],
    [2 * mb + 1, 0.8],
    [10 * mb, 0.8],
    [10 * mb + 1, 0.75],
    [20 * mb, 0.75],
    [20 * mb + 1, 'refused'],
  ])('%i bytes: %s', (bytes, wanted) => {
    expect(decideImageCompression(bytes)).toBe(wanted)
  })
})

describe('the plain way', () => {
  it('has one quality and turns only a large PNG into a JPEG', () => {
    expect(defaultJpegQuality).toBe(0.8)
    expect(compressedImageType('image/png', 2_048_000)).toBe('image/png')
    expect(compressedImageType('image/png', 2_048_001)).toBe('image/jpeg')
    expect(compressedImageType('image/webp', 9_000_000)).toBe('image/webp')
  })
})
