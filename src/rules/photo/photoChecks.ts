/** A picture as brightness alone, row by row, 0 black to 255 white. */
export interface GreyscaleImage {
  width: number
  height: number
  values: Uint8Array
}

/** A part of a picture, each side as a share of the whole. */
export interface RelativeImageFrame {
  left: number
  top: number
  width: number
  height: number
}

/** What is wrong with a photo, worst first (docs/rules/verification.md: a complete border, uniform brightness, clear focus). */
export type PhotoIssue = 'tooDark' | 'tooBright' | 'noBorder' | 'uneven' | 'blurred'

/** Pictures are looked at in this width; the limits below hold for it. */
export const photoCheckWidthPx = 320

const minBrightness = 60
const maxBrightness = 225
/** Between the brightest and the darkest ninth, as a share of the mean. */
const maxUnevenness = 0.75
const minSharpness = 45
/** A step of brightness that counts as an edge, and the share of a side along which there must be one. */
const minEdgeContrast = 14
const minEdgeShare = 0.45
/** How far from the frame, as a share of the picture's shorter side, an edge is still the document's. */
const borderToleranceShare = 0.09

/** Of a picture without a frame: how thick a line is looked for, how deep from each side, and along which share of it an edge must run. */
const lineShare = 0.03
const maxBorderDepthShare = 0.36
const minLineShare = 0.7
/** What no print can be read on, and the share of a sixteenth of the frame that it covers to be glare; a brighter whole is a white page. */
const overexposedValue = 250
const minGlareShare = 0.6
const whitePageBrightness = 215

/** From red, green, blue, alpha to brightness, as television weighs them. */
export function toGreyscaleImage(rgba: Uint8ClampedArray, width: number, height: number): GreyscaleImage {
  const values = new Uint8Array(width * height)
  for (let at = 0; at < values.length; at++) {
    const from = at * 4
    values[at] = (rgba[from]! * 299 + rgba[from + 1]! * 587 + rgba[from + 2]! * 114) / 1000
  }
  return { width, height, values }
}

/** Mean brightness within the frame, 0..255. */
export function imageBrightness(grey: GreyscaleImage, frame: RelativeImageFrame = fullFrame): number {
  const { left, top, right, bottom } = pixelsOf(grey, frame)
  let sum = 0
  for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) sum += grey.values[y * grey.width + x]!
  return sum / Math.max(1, (right - left) * (bottom - top))
}

/** How far the ninths of the frame differ in brightness, as a share of the mean: 0 is even light. */
export function imageLightUnevenness(grey: GreyscaleImage, frame: RelativeImageFrame = fullFrame): number {
  const brightnessByNinth = Array.from({ length: 9 }, (_, at) =>
    imageBrightness(grey, {
      left: frame.left + ((at % 3) * frame.width) / 3,
      top: frame.top + (Math.floor(at / 3) * frame.height) / 3,
      width: frame.width / 3,
      height: frame.height / 3,
    }),
  )
  const mean = brightnessByNinth.reduce((sum, brightness) => sum + brightness, 0) / 9
  return (Math.max(...brightnessByNinth) - Math.min(...brightnessByNinth)) / Math.max(1, mean)
}

/** Variance of the Laplacian: what is in focus has large steps between neighbours. */
export function imageSharpness(grey: GreyscaleImage, frame: RelativeImageFrame = fullFrame): number {
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
export function hasDocumentBorder(grey: GreyscaleImage, frame: RelativeImageFrame): boolean {
  const { left, top, right, bottom } = pixelsOf(grey, frame)
  const borderTolerance = Math.round(borderToleranceShare * Math.min(grey.width, grey.height))
  // The corners are left out: documents have round ones.
  const columns = range(left, right, 0.12)
  const rows = range(top, bottom, 0.12)
  const hasEdgeAcross = (line: number, isRow: boolean, along: readonly number[]): boolean =>
    along.filter((at) => hasEdge(grey, line, borderTolerance, at, isRow)).length >= minEdgeShare * along.length
  return (
    hasEdgeAcross(top, true, columns) &&
    hasEdgeAcross(bottom, true, columns) &&
    hasEdgeAcross(left, false, rows) &&
    hasEdgeAcross(right, false, rows)
  )
}

/**
 * Whether a straight line runs along each side of a picture, somewhere in its outer third: of a photo without a frame, that the document lies
 * in it whole. Lines of print are thinner and have gaps; a busy table may pass for a border, which is the kinder mistake.
 */
function hasVisibleBorder(grey: GreyscaleImage): boolean {
  const { width, height } = grey
  const lineStep = Math.max(2, Math.round(lineShare * Math.min(width, height)))
  const isLine = (line: number, isRow: boolean): boolean => {
    const along = range(0, isRow ? width : height, 0.3)
    return along.filter((at) => hasEdge(grey, line, lineStep, at, isRow)).length >= minLineShare * along.length
  }
  const hasSide = (isRow: boolean, isFar: boolean): boolean => {
    const size = isRow ? height : width
    for (let depth = lineStep; depth <= maxBorderDepthShare * size; depth += lineStep)
      if (isLine(isFar ? size - 1 - depth : depth, isRow)) return true
    return false
  }
  return hasSide(true, false) && hasSide(true, true) && hasSide(false, false) && hasSide(false, true)
}

/** Whether a lamp or a window mirrors in the document: a part of it is white, in a picture that is not. */
function hasGlare(grey: GreyscaleImage, frame: RelativeImageFrame = fullFrame): boolean {
  if (imageBrightness(grey, frame) > whitePageBrightness) return false
  const cells = Array.from({ length: 16 }, (_, at) => ({
    left: frame.left + ((at % 4) * frame.width) / 4,
    top: frame.top + (Math.floor(at / 4) * frame.height) / 4,
    width: frame.width / 4,
    height: frame.height / 4,
  }))
  return cells.some((cell) => {
    const { left, top, right, bottom } = pixelsOf(grey, cell)
    let overexposedPixels = 0
    for (let y = top; y < bottom; y++)
      for (let x = left; x < right; x++) if (grey.values[y * grey.width + x]! >= overexposedValue) overexposedPixels++
    return overexposedPixels >= minGlareShare * Math.max(1, (right - left) * (bottom - top))
  })
}

/** Where the document of a finished photo surely is: around it lies whatever table. */
const faceArea: RelativeImageFrame = { left: 0.2, top: 0.32, width: 0.6, height: 0.36 }

/** What is wrong with a photo of a document that should fill the frame; of one that was not taken in a frame the middle is judged, and whether a border is anywhere. */
export function documentPhotoIssues(grey: GreyscaleImage, cardFrame?: RelativeImageFrame): PhotoIssue[] {
  const frame = cardFrame ?? faceArea
  return [
    ...lightIssues(grey, frame),
    ...((cardFrame ? hasDocumentBorder(grey, cardFrame) : hasVisibleBorder(grey)) ? [] : (['noBorder'] as const)),
    ...(imageLightUnevenness(grey, frame) > maxUnevenness || hasGlare(grey, frame) ? (['uneven'] as const) : []),
    ...(imageSharpness(grey, frame) < minSharpness ? (['blurred'] as const) : []),
  ]
}

/** What is wrong with a photo of a face: a face is never evenly bright, and softer than print. */
export const facePhotoIssues = (grey: GreyscaleImage, frame?: RelativeImageFrame): PhotoIssue[] => [
  ...lightIssues(grey, frame),
  ...(imageSharpness(grey, frame) < minSharpness / 4 ? (['blurred'] as const) : []),
]

function lightIssues(grey: GreyscaleImage, frame?: RelativeImageFrame): PhotoIssue[] {
  const mean = imageBrightness(grey, frame)
  return mean < minBrightness ? ['tooDark'] : mean > maxBrightness ? ['tooBright'] : []
}

const fullFrame: RelativeImageFrame = { left: 0, top: 0, width: 1, height: 1 }

function pixelsOf({ width, height }: GreyscaleImage, frame: RelativeImageFrame) {
  const toPixel = (share: number, size: number) => Math.min(size, Math.max(0, Math.round(share * size)))
  return {
    left: toPixel(frame.left, width),
    top: toPixel(frame.top, height),
    right: toPixel(frame.left + frame.width, width),
    bottom: toPixel(frame.top + frame.height, height),
  }
}

/** From one end to the other without `apart` of the length at each; every third, which is enough. */
function range(from: number, to: number, stepShare: number): number[] {
  const increment = Math.round((to - from) * stepShare)
  const all: number[] = []
  for (let at = from + increment; at < to - increment; at += 3) all.push(at)
  return all
}

/** Whether brightness steps somewhere near the line, going straight across it. Two pixels apart, so that noise is not an edge. */
function hasEdge({ width, height, values }: GreyscaleImage, line: number, tolerance: number, along: number, isRow: boolean): boolean {
  const length = isRow ? height : width
  const valueAt = (offset: number): number => (isRow ? values[offset * width + along]! : values[along * width + offset]!)
  const from = Math.max(1, line - tolerance)
  const to = Math.min(length - 2, line + tolerance)
  for (let offset = from; offset <= to; offset++) if (Math.abs(valueAt(offset + 1) - valueAt(offset - 1)) >= minEdgeContrast) return true
  return false
}
