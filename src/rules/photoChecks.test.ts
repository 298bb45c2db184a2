import { describe, expect, it } from 'vitest'
import { brightness, documentFlaws, faceFlaws, type Frame, type Grey, hasBorder, sharpness, toGrey, unevenness } from './photoChecks.ts'

const width = 320
const height = 420
const frame: Frame = { left: 0.06, top: 0.28, width: 0.88, height: 0.44 }

/** Each pixel by what the function says of its place. */
const drawn = (value: (x: number, y: number) => number): Grey => {
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
/** Every pixel the mean of its surroundings. */
const blurred = (grey: Grey, by: number): Grey =>
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
    expect(brightness(drawn(() => 100))).toBe(100)
    expect(brightness(drawn((x) => (x < width / 2 ? 0 : 200)))).toBe(100)
    expect(brightness(card(), { left: 0, top: 0, width: 1, height: 0.2 })).toBe(80)
  })

  it('unevenness is 0 in even light and grows with a shadow', () => {
    expect(unevenness(drawn(() => 120))).toBe(0)
    expect(unevenness(drawn((x) => (x < width / 3 ? 40 : 200)))).toBeGreaterThan(0.9)
  })

  it('sharpness falls as a picture is blurred', () => {
    const [sharp, soft, softer] = [card(), blurred(card(), 1), blurred(card(), 4)].map((one) => sharpness(one, frame))
    expect(sharp).toBeGreaterThan(soft!)
    expect(soft).toBeGreaterThan(softer!)
    expect(sharpness(drawn(() => 90))).toBe(0)
  })

  it('a border is whole only with all four sides near the frame', () => {
    expect(hasBorder(card(), frame)).toBe(true)
    expect(hasBorder(card({ off: 12 }), frame)).toBe(true)
    expect(hasBorder(card({ off: 90 }), frame)).toBe(false)
    expect(
      hasBorder(
        drawn(() => 128),
        frame,
      ),
    ).toBe(false)
  })

  it('grey weighs green most', () => {
    const { values } = toGrey(new Uint8ClampedArray([255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255]), 2, 2)
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
    expect(documentFlaws(grey, frame)).toEqual(expect.arrayContaining(flaws))
    if (flaws.length === 0) expect(documentFlaws(grey, frame)).toEqual([])
  })

  it('glare is too bright', () => {
    expect(
      documentFlaws(
        drawn(() => 240),
        frame,
      )[0],
    ).toBe('tooBright')
  })

  it('a face needs neither a border nor even light', () => {
    const face = card({ light: (x) => (x < 130 ? -60 : 0) })
    expect(faceFlaws(face)).toEqual([])
    expect(faceFlaws(drawn(() => 100))).toEqual(['blurred'])
  })

  it('of a chosen file no border is asked, and the table around it is not judged', () => {
    expect(documentFlaws(card({ off: 60 }))).toEqual([])
    expect(documentFlaws(card({ table: 10 }))).toEqual([])
    expect(documentFlaws(blurred(card(), 5))).toEqual(['blurred'])
  })
})
