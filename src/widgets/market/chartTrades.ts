import type { KLineData, OverlayFigure, OverlayTemplate } from 'klinecharts'
import { placeChartLabels } from './chartLabels.ts'

/** A line at a price of an open position. */
export interface PositionPriceLine {
  kind: 'entry' | 'takeProfit' | 'stopLoss' | 'closeOut'
  price: string
  /** Said on the line, such as 'Long 0.1' or 'SL'. */
  label: string
}

/** Where this person opened or closed. */
export interface ChartTradeMark {
  kind: 'open' | 'close'
  /** 1 long, 2 short. */
  direction: number
  price: string
  atMs: number
}

/** What the chart draws over the bars. */
export interface ChartTradesOverlayData {
  levels: readonly PositionPriceLine[]
  marks: readonly ChartTradeMark[]
  /** Whether there is a time without prices between two bars, by when they open. */
  isGap(beforeMs: number, afterMs: number): boolean
  /** Whether a line joins the bars; it is broken where prices are missing. */
  isLine: boolean
  colors: Record<PositionPriceLine['kind'] | 'ink' | 'ground', string>
  font: { size: number; family: string }
}

const dashes: Record<PositionPriceLine['kind'], number[] | undefined> = {
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
export const chartTradesOverlay: OverlayTemplate<ChartTradesOverlayData> = {
  name: 'trades',
  totalStep: 2,
  lock: true,
  needDefaultPointFigure: false,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: false,
  createPointFigures: ({ chart, overlay, bounding, xAxis, yAxis }) => {
    const data = overlay.extendData
    if (!data || !xAxis || !yAxis) return []
    const levels = data.levels
      .map((level) => ({ ...level, y: yAxis.convertToPixel(Number(level.price)) }))
      .toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
    const bars = chart.getDataList()
    const marks = data.marks.flatMap((mark) => {
      const index = barIndexAt(bars, mark.atMs)
      return index < 0 ? [] : [{ ...mark, x: xAxis.convertToPixel(index), y: yAxis.convertToPixel(Number(mark.price)) }]
    })
    return [
      ...gapFigures(bars, data, bounding, (index) => xAxis.convertToPixel(index)),
      ...lineFigures(levels, data, bounding),
      ...marks.map((mark) => tradeMarkFigure(mark, data)),
      ...labelFigures(levels, data, bounding),
    ]
  },
}

type PlacedPriceLine = PositionPriceLine & { y: number }
interface ChartArea {
  width: number
  height: number
}

/**
 * A dotted line from top to bottom where prices are missing, so that nobody takes the next bar for the move of a moment. The library draws one
 * line through all bars: between these two it is covered.
 */
function gapFigures(
  bars: readonly KLineData[],
  { colors, isGap, isLine }: ChartTradesOverlayData,
  { height }: ChartArea,
  toPixel: (index: number) => number,
): OverlayFigure[] {
  return bars.flatMap(({ timestamp }, index) => {
    const previousBar = bars[index - 1]
    if (!previousBar || !isGap(previousBar.timestamp, timestamp)) return []
    const [from, to] = [toPixel(index - 1), toPixel(index)]
    const x = (from + to) / 2
    const cover: OverlayFigure = {
      type: 'rect',
      ignoreEvent: true,
      attrs: { x: from, y: 0, width: to - from, height },
      styles: { style: 'fill', color: colors.ground },
    }
    return [
      ...(isLine ? [cover] : []),
      {
        type: 'line',
        ignoreEvent: true,
        attrs: {
          coordinates: [
            { x, y: 0 },
            { x, y: height },
          ],
        },
        styles: { color: colors.ink, size: 1, style: 'dashed', dashedValue: [1, 4] },
      },
    ]
  })
}

const lineFigures = (levels: readonly PlacedPriceLine[], { colors }: ChartTradesOverlayData, { width }: ChartArea): OverlayFigure[] =>
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

function labelFigures(
  levels: readonly PlacedPriceLine[],
  { colors, font }: ChartTradesOverlayData,
  { height }: ChartArea,
): OverlayFigure[] {
  const labelHeight = font.size + 6
  return placeChartLabels(levels, labelInset.top, height, labelHeight).flatMap((y, n) => {
    const { kind, label, y: at } = levels[n]!
    if (y === undefined) return []
    const arrow = at < 0 ? '↑ ' : at > height ? '↓ ' : ''
    const attrs = {
      x: y > height - labelInset.corner ? labelInset.corner : labelInset.left,
      y,
      text: arrow + label,
      align: 'left',
      baseline: 'middle',
    }
    const padding = { paddingLeft: 4, paddingRight: 4, paddingTop: 2, paddingBottom: 2 }
    const labelStyle = {
      style: 'stroke_fill',
      color: colors[kind],
      backgroundColor: colors.ground,
      borderColor: colors[kind],
      borderSize: 1,
    }
    return [{ type: 'text', ignoreEvent: true, attrs, styles: { ...font, ...padding, ...labelStyle, borderRadius: 3 } }]
  })
}

/** Opened: a solid triangle, up for long and down for short. Closed: an open diamond. The shape says it, not the colour alone. */
function tradeMarkFigure(
  { kind, direction, x, y }: ChartTradeMark & { x: number; y: number },
  { colors }: ChartTradesOverlayData,
): OverlayFigure {
  const directionSign = direction === 1 ? 1 : -1
  const corners =
    kind === 'open'
      ? [
          [0, -markPx * directionSign],
          [markPx, markPx * directionSign],
          [-markPx, markPx * directionSign],
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
function barIndexAt(bars: readonly KLineData[], atMs: number): number {
  let [low, high] = [0, bars.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (bars[middle]!.timestamp <= atMs) low = middle + 1
    else high = middle
  }
  return low - 1
}
