import type { KLineData, OverlayFigure, OverlayTemplate } from 'klinecharts'
import { placeLabels } from './placeLabels.ts'

/** A line at a price of an open position. */
export interface ChartLevel {
  kind: 'entry' | 'takeProfit' | 'stopLoss' | 'closeOut'
  price: string
  /** Said on the line, such as 'Long 0.1' or 'SL'. */
  label: string
}

/** Where this person opened or closed. */
export interface TradeMark {
  kind: 'open' | 'close'
  /** 1 long, 2 short. */
  direction: number
  price: string
  atMs: number
}

/** What the chart draws over the bars. */
export interface Drawn {
  levels: readonly ChartLevel[]
  marks: readonly TradeMark[]
  colors: Record<ChartLevel['kind'] | 'ink' | 'ground', string>
  font: { size: number; family: string }
}

const dashes: Record<ChartLevel['kind'], number[] | undefined> = {
  entry: undefined,
  takeProfit: [8, 4],
  stopLoss: [8, 4],
  closeOut: [2, 3],
}
// Those that one must not miss choose their place first.
const order = ['closeOut', 'entry', 'stopLoss', 'takeProfit']
// The legend of the figures is above, the button of the full screen in the corner below.
const labelInset = { top: 48, left: 6, corner: 52 }
const markPx = 5

/** Lines with their labels, and marks at the bars; one overlay, so that labels know of each other. */
export const tradesOverlay: OverlayTemplate<Drawn> = {
  name: 'trades',
  totalStep: 2,
  lock: true,
  needDefaultPointFigure: false,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: false,
  createPointFigures: ({ chart, overlay, bounding, xAxis, yAxis }) => {
    const drawn = overlay.extendData
    if (!drawn || !xAxis || !yAxis) return []
    const levels = drawn.levels
      .map((level) => ({ ...level, y: yAxis.convertToPixel(Number(level.price)) }))
      .toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
    const bars = chart.getDataList()
    const marks = drawn.marks.flatMap((mark) => {
      const index = barAt(bars, mark.atMs)
      return index < 0 ? [] : [{ ...mark, x: xAxis.convertToPixel(index), y: yAxis.convertToPixel(Number(mark.price)) }]
    })
    return [...linesOf(levels, drawn, bounding), ...marks.map((mark) => markOf(mark, drawn)), ...labelsOf(levels, drawn, bounding)]
  },
}

type Placed = ChartLevel & { y: number }
interface Room {
  width: number
  height: number
}

const linesOf = (levels: readonly Placed[], { colors }: Drawn, { width }: Room): OverlayFigure[] =>
  levels.map(({ kind, y }) => ({
    type: 'line',
    ignoreEvent: true,
    attrs: {
      coordinates: [
        { x: 0, y },
        { x: width, y },
      ],
    },
    styles: { color: colors[kind], size: 1, style: dashes[kind] ? 'dashed' : 'solid', dashedValue: dashes[kind] ?? [] },
  }))

function labelsOf(levels: readonly Placed[], { colors, font }: Drawn, { height }: Room): OverlayFigure[] {
  const tall = font.size + 6
  return placeLabels(levels, labelInset.top, height, tall).flatMap((y, n) => {
    const { kind, label, y: at } = levels[n]!
    if (y === undefined) return []
    const way = at < 0 ? '↑ ' : at > height ? '↓ ' : ''
    const attrs = {
      x: y > height - labelInset.corner ? labelInset.corner : labelInset.left,
      y,
      text: way + label,
      align: 'left',
      baseline: 'middle',
    }
    const padding = { paddingLeft: 4, paddingRight: 4, paddingTop: 2, paddingBottom: 2 }
    const look = { style: 'stroke_fill', color: colors[kind], backgroundColor: colors.ground, borderColor: colors[kind], borderSize: 1 }
    return [{ type: 'text', ignoreEvent: true, attrs, styles: { ...font, ...padding, ...look, borderRadius: 3 } }]
  })
}

/** Opened: a solid triangle, up for long and down for short. Closed: an open diamond. The shape says it, not the colour alone. */
function markOf({ kind, direction, x, y }: TradeMark & { x: number; y: number }, { colors }: Drawn): OverlayFigure {
  const way = direction === 1 ? 1 : -1
  const corners =
    kind === 'open'
      ? [
          [0, -markPx * way],
          [markPx, markPx * way],
          [-markPx, markPx * way],
        ]
      : [
          [0, -markPx],
          [markPx, 0],
          [0, markPx],
          [-markPx, 0],
        ]
  return {
    type: 'polygon',
    ignoreEvent: true,
    attrs: { coordinates: corners.map(([dx, dy]) => ({ x: x + dx!, y: y + dy! })) },
    styles: {
      style: 'stroke_fill',
      color: kind === 'open' ? colors.ink : colors.ground,
      borderColor: kind === 'open' ? colors.ground : colors.ink,
      borderSize: 1.5,
    },
  }
}

/** The bar in which a moment lies; -1 for one before the first. */
function barAt(bars: readonly KLineData[], atMs: number): number {
  let [low, high] = [0, bars.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (bars[middle]!.timestamp <= atMs) low = middle + 1
    else high = middle
  }
  return low - 1
}
