import { describe, expect, it } from 'vitest'
import {
  imageBrightness,
  documentPhotoIssues,
  facePhotoIssues,
  type RelativeImageFrame,
  type GreyscaleImage,
  hasDocumentBorder,
  imageSharpness,
  toGreyscaleImage,
  imageLightUnevenness,
} from './photoChecks.ts'

const width = 320
const height = 420
const frame: RelativeImageFrame = { left: 0.06, top: 0.28, width: 0.88, height: 0.44 }

/** Each pixel by what the function says of its place. */
const drawn = (value: (x: number, y: number) => number): GreyscaleImage => {
  const values = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) values[y * width + x] = Math.max(0, Math.min(255, value(x, y)))
  return { width, height, values }
}
const [left, top, right, bottom] = [0.06 * width, 0.28 * height, 0.94 * width, 0.72 * height]
/** A light card with lines of print on a darker table; `off` moves its right edge out of the picture. */
const card = ({ off = 0, light = (): number => 0, table = 80 }: { off?: number; light?: (x: number) => number; table?: number } = {}) =>
  drawn((x, y) => {
    const isCard = x >= left + off && x < right + off && y >= top && y < bottom
    const isPrint = isCard && y % 12 < 3 && x % 7 < 4 && x > left + 20 && x < right - 20
    return (isPrint ? 70 : isCard ? 190 : table) + light(x)
  })
const whole = card()
/** A card of that size and place on a table, turned a little, with a mirrored lamp on it. */
const lying = ({
  x: at,
  y: from,
  w,
  h,
  tilt = 0,
  lamp = false,
}: {
  x: number
  y: number
  w: number
  h: number
  tilt?: number
  lamp?: boolean
}) =>
  drawn((px, py) => {
    const [x, y] = [px - at + tilt * (py - from), py - from - tilt * (px - at)]
    const isCard = x >= 0 && x < w && y >= 0 && y < h
    if (!isCard) return 80
    if (lamp && (px - width / 2) ** 2 + (py - height / 2) ** 2 < 46 ** 2) return 255
    const isPrint = y % 14 < 3 && x % 9 < 4 && x > 16 && x < w - 16
    return isPrint ? 70 : 190
  })
/** Every pixel the mean of its surroundings. */
const blurred = (grey: GreyscaleImage, by: number): GreyscaleImage =>
  drawn((x, y) => {
    let sum = 0
    let count = 0
    for (let dy = -by; dy <= by; dy++)
      for (let dx = -by; dx <= by; dx++) {
        const [px, py] = [x + dx, y + dy]
        if (px < 0 || py < 0 || px >= width || py >= height) continue
        sum += grey.values[py * width + px]!
        count++
      }
    return sum / count
  })

describe('what a photo is', () => {
  it('brightness is the mean, in the frame alone', () => {
    expect(imageBrightness(drawn(() => 100))).toBe(100)
    expect(imageBrightness(drawn((x) => (x < width / 2 ? 0 : 200)))).toBe(100)
    expect(imageBrightness(card(), { left: 0, top: 0, width: 1, height: 0.2 })).toBe(80)
  })

  it('unevenness is 0 in even light and grows with a shadow', () => {
    expect(imageLightUnevenness(drawn(() => 120))).toBe(0)
    expect(imageLightUnevenness(drawn((x) => (x < width / 3 ? 40 : 200)))).toBeGreaterThan(0.9)
  })

  it('sharpness falls as a picture is blurred', () => {
    const [sharp, soft, softer] = [card(), blurred(card(), 1), blurred(card(), 4)].map((one) => imageSharpness(one, frame))
    expect(sharp).toBeGreaterThan(soft!)
    expect(soft).toBeGreaterThan(softer!)
    expect(imageSharpness(drawn(() => 90))).toBe(0)
  })

  it('a border is whole only with all four sides near the frame', () => {
    expect(hasDocumentBorder(card(), frame)).toBe(true)
    expect(hasDocumentBorder(card({ off: 12 }), frame)).toBe(true)
    expect(hasDocumentBorder(card({ off: 90 }), frame)).toBe(false)
    expect(
      hasDocumentBorder(
        drawn(() => 128),
        frame,
      ),
    ).toBe(false)
  })

  it('grey weighs green most', () => {
    const { values } = toGreyscaleImage(new Uint8ClampedArray([255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255]), 2, 2)
    expect([...values]).toEqual([76, 149, 29, 255])
  })
})

describe('what is wrong with it', () => {
  it.each([
    ['a whole card in even light', card(), []],
    ['in the dark', drawn((x, y) => whole.values[y * width + x]! / 5), ['tooDark']],
    ['a card cut off', card({ off: 90 }), ['noBorder']],
    ['out of focus', blurred(card(), 5), ['blurred']],
    ['a hard shadow over a third', card({ light: (x) => (x < 130 ? -110 : 0) }), ['uneven']],
  ])('%s', (_, grey, flaws) => {
    expect(documentPhotoIssues(grey, frame)).toEqual(expect.arrayContaining(flaws))
    if (flaws.length === 0) expect(documentPhotoIssues(grey, frame)).toEqual([])
  })

  it('glare is too bright', () => {
    expect(
      documentPhotoIssues(
        drawn(() => 240),
        frame,
      )[0],
    ).toBe('tooBright')
  })

  it('a face needs neither a border nor even light', () => {
    const face = card({ light: (x) => (x < 130 ? -60 : 0) })
    expect(facePhotoIssues(face)).toEqual([])
    expect(facePhotoIssues(drawn(() => 100))).toEqual(['blurred'])
  })

  it('of a chosen file the table around it is not judged, and the document may lie anywhere in it', () => {
    expect(documentPhotoIssues(card())).toEqual([])
    expect(documentPhotoIssues(card({ table: 10 }))).toEqual([])
    expect(documentPhotoIssues(card({ table: 240 }))).toEqual([])
    expect(documentPhotoIssues(lying({ x: 40, y: 130, w: 230, h: 150 }))).toEqual([])
    // A tablecloth at an angle, and the card a few degrees off.
    expect(documentPhotoIssues(lying({ x: 50, y: 120, w: 220, h: 150, tilt: 0.07 }))).toEqual([])
  })

  it.each([
    ['its right side is cut off', lying({ x: 90, y: 120, w: 300, h: 180 }), ['noBorder']],
    ['its top is cut off', lying({ x: 30, y: -60, w: 260, h: 330 }), ['noBorder']],
    ['it is a close look at the print', lying({ x: -50, y: -50, w: 500, h: 600 }), ['noBorder']],
    ['it is out of focus', blurred(card(), 5), ['blurred']],
    ['a lamp mirrors in it', lying({ x: 30, y: 100, w: 260, h: 220, lamp: true }), ['uneven']],
    ['it was taken in the dark', drawn((x, y) => whole.values[y * width + x]! / 5), ['tooDark']],
  ])('of a chosen file it is said that %s', (_, grey, flaws) => {
    expect(documentPhotoIssues(grey)).toEqual(expect.arrayContaining(flaws))
  })
})
