/** A picture as brightness alone, row by row, 0 black to 255 white. */
export interface Grey {
  width: number
  height: number
  values: Uint8Array
}

/** A part of a picture, each side as a share of the whole. */
export interface Frame {
  left: number
  top: number
  width: number
  height: number
}

/** What is wrong with a photo, worst first (requirements §5: a complete border, uniform brightness, clear focus). */
export type PhotoFlaw = 'tooDark' | 'tooBright' | 'noBorder' | 'uneven' | 'blurred'

/** Pictures are looked at in this width; the limits below hold for it. */
export const checkedWidthPx = 320

const darkest = 60
const brightest = 225
/** Between the brightest and the darkest ninth, as a share of the mean. */
const mostUneven = 0.75
const leastSharp = 45
/** A step of brightness that counts as an edge, and the share of a side along which there must be one. */
const edgeStep = 14
const leastSide = 0.45
/** How far from the frame, as a share of the picture's shorter side, an edge is still the document's. */
const nearFrame = 0.09

/** From red, green, blue, alpha to brightness, as television weighs them. */
export function toGrey(rgba: Uint8ClampedArray, width: number, height: number): Grey {
  const values = new Uint8Array(width * height)
  for (let at = 0; at < values.length; at++) {
    const from = at * 4
    values[at] = (rgba[from]! * 299 + rgba[from + 1]! * 587 + rgba[from + 2]! * 114) / 1000
  }
  return { width, height, values }
}

/** Mean brightness within the frame, 0..255. */
export function brightness(grey: Grey, frame: Frame = whole): number {
  const { left, top, right, bottom } = pixelsOf(grey, frame)
  let sum = 0
  for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) sum += grey.values[y * grey.width + x]!
  return sum / Math.max(1, (right - left) * (bottom - top))
}

/** How far the ninths of the frame differ in brightness, as a share of the mean: 0 is even light. */
export function unevenness(grey: Grey, frame: Frame = whole): number {
  const ninths = Array.from({ length: 9 }, (_, at) =>
    brightness(grey, {
      left: frame.left + ((at % 3) * frame.width) / 3,
      top: frame.top + (Math.floor(at / 3) * frame.height) / 3,
      width: frame.width / 3,
      height: frame.height / 3,
    }),
  )
  const mean = ninths.reduce((sum, one) => sum + one, 0) / 9
  return (Math.max(...ninths) - Math.min(...ninths)) / Math.max(1, mean)
}

/** Variance of the Laplacian: what is in focus has large steps between neighbours. */
export function sharpness(grey: Grey, frame: Frame = whole): number {
  const { width, values } = grey
  const { left, top, right, bottom } = pixelsOf(grey, frame)
  let sum = 0
  let squares = 0
  let count = 0
  for (let y = Math.max(1, top); y < Math.min(grey.height - 1, bottom); y++) {
    for (let x = Math.max(1, left); x < Math.min(width - 1, right); x++) {
      const at = y * width + x
      const step = values[at - 1]! + values[at + 1]! + values[at - width]! + values[at + width]! - 4 * values[at]!
      sum += step
      squares += step * step
      count++
    }
  }
  return count === 0 ? 0 : squares / count - (sum / count) ** 2
}

/** Whether a line of brightness runs along each side of the frame: the document's whole border is in the picture. */
export function hasBorder(grey: Grey, frame: Frame): boolean {
  const { left, top, right, bottom } = pixelsOf(grey, frame)
  const near = Math.round(nearFrame * Math.min(grey.width, grey.height))
  // The corners are left out: documents have round ones.
  const columns = range(left, right, 0.12)
  const rows = range(top, bottom, 0.12)
  const across = (line: number, isRow: boolean, along: readonly number[]): boolean =>
    along.filter((at) => hasEdge(grey, line, near, at, isRow)).length >= leastSide * along.length
  return across(top, true, columns) && across(bottom, true, columns) && across(left, false, rows) && across(right, false, rows)
}

/** Where the document of a finished photo surely is: around it lies whatever table. */
const middle: Frame = { left: 0.2, top: 0.32, width: 0.6, height: 0.36 }

/** What is wrong with a photo of a document that should fill the frame; of one that was not taken in a frame the middle is judged, without its border. */
export function documentFlaws(grey: Grey, live?: Frame): PhotoFlaw[] {
  const frame = live ?? middle
  return [
    ...lightFlaws(grey, frame),
    ...(live && !hasBorder(grey, live) ? (['noBorder'] as const) : []),
    ...(unevenness(grey, frame) > mostUneven ? (['uneven'] as const) : []),
    ...(sharpness(grey, frame) < leastSharp ? (['blurred'] as const) : []),
  ]
}

/** What is wrong with a photo of a face: a face is never evenly bright, and softer than print. */
export const faceFlaws = (grey: Grey, frame?: Frame): PhotoFlaw[] => [
  ...lightFlaws(grey, frame),
  ...(sharpness(grey, frame) < leastSharp / 4 ? (['blurred'] as const) : []),
]

function lightFlaws(grey: Grey, frame?: Frame): PhotoFlaw[] {
  const mean = brightness(grey, frame)
  return mean < darkest ? ['tooDark'] : mean > brightest ? ['tooBright'] : []
}

const whole: Frame = { left: 0, top: 0, width: 1, height: 1 }

function pixelsOf({ width, height }: Grey, frame: Frame) {
  const within = (share: number, size: number) => Math.min(size, Math.max(0, Math.round(share * size)))
  return {
    left: within(frame.left, width),
    top: within(frame.top, height),
    right: within(frame.left + frame.width, width),
    bottom: within(frame.top + frame.height, height),
  }
}

/** From one end to the other without `apart` of the length at each; every third, which is enough. */
function range(from: number, to: number, apart: number): number[] {
  const skip = Math.round((to - from) * apart)
  const all: number[] = []
  for (let at = from + skip; at < to - skip; at += 3) all.push(at)
  return all
}

/** Whether brightness steps somewhere near the line, going straight across it. Two pixels apart, so that noise is not an edge. */
function hasEdge({ width, height, values }: Grey, line: number, near: number, along: number, isRow: boolean): boolean {
  const length = isRow ? height : width
  const valueAt = (across: number): number => (isRow ? values[across * width + along]! : values[along * width + across]!)
  const from = Math.max(1, line - near)
  const to = Math.min(length - 2, line + near)
  for (let across = from; across <= to; across++) if (Math.abs(valueAt(across + 1) - valueAt(across - 1)) >= edgeStep) return true
  return false
}
