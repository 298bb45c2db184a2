import type { DeepPartial, Styles } from 'klinecharts'
import type { ChartTradesOverlayData } from './chartTrades.ts'

/** The chart draws on canvas, so it is told the tokens' values of now; a change of theme asks again. */
export function chartStyles(box: HTMLElement, style: 'candles' | 'line'): DeepPartial<Styles> {
  const { token, family, size } = tokensOf(box)
  const [up, down, ink2, ink3, hairline, primary] = [
    token('rise'),
    token('fall'),
    token('ink-2'),
    token('ink-3'),
    token('hairline'),
    token('primary'),
  ]
  const text = { size, family, color: ink2 }
  const axis = { axisLine: { show: false }, tickLine: { show: false }, tickText: { ...text, color: ink3 } }
  const tag = {
    show: true,
    family,
    size,
    color: token('bg'),
    backgroundColor: token('ink-2'),
    borderColor: token('ink-2'),
    borderRadius: 3,
  }
  const changeColors = { upColor: up, downColor: down, noChangeColor: ink3 }
  return {
    grid: { horizontal: { color: hairline, style: 'dashed', dashedValue: [2, 4] }, vertical: { show: false } },
    candle: {
      // Hollow when rising, solid when falling: the shape says it too, not the colour alone (docs/rules/interface.md).
      type: style === 'line' ? 'area' : 'candle_up_stroke',
      bar: {
        ...changeColors,
        upBorderColor: up,
        downBorderColor: down,
        noChangeBorderColor: ink3,
        upWickColor: up,
        downWickColor: down,
        noChangeWickColor: ink3,
      },
      area: { lineSize: 1.5, lineColor: primary, backgroundColor: 'transparent', smooth: false, point: { show: false } },
      priceMark: {
        high: { ...mark(family, size - 1), color: ink3 },
        low: { ...mark(family, size - 1), color: ink3 },
        last: {
          ...changeColors,
          text: { family, size, color: token('on-move'), borderRadius: 3 },
          line: { style: 'dashed', dashedValue: [3, 3] },
        },
      },
      tooltip: { showRule: 'follow_cross', title: { show: false }, legend: { ...text, template: readout } },
    },
    indicator: {
      ohlc: changeColors,
      lines: [token('brass'), primary, token('info'), token('violet-frame')].map((color) => ({ color, size: 1 })),
      bars: [{ ...changeColors }],
      // Each line of the legend says its own period; a title before it would push the legend over the candles.
      tooltip: { showRule: 'always', title: { show: false }, legend: { ...text } },
      lastValueMark: { show: false },
    },
    xAxis: axis,
    yAxis: axis,
    separator: { color: hairline },
    crosshair: { horizontal: { line: { color: ink3 }, text: tag }, vertical: { line: { color: ink3 }, text: tag } },
    overlay: { line: { color: token('brass') }, text: { family, size } },
  }
}

// What the crosshair reads out; volume has a pane of its own, where it is real.
const readout = ['time', 'open', 'high', 'low', 'close'].map((title) => ({ title, value: `{${title}}` }))

const mark = (textFamily: string, textSize: number) => ({ show: true, textSize, textFamily })

function tokensOf(box: HTMLElement) {
  const computed = getComputedStyle(box)
  // Canvas text follows the person's text size as far as the picture has room.
  const rootPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  return {
    token: (name: string): string => computed.getPropertyValue(`--color-${name}`).trim(),
    family: computed.fontFamily,
    size: Math.round(11 * Math.min(1.5, Math.max(1, rootPx / 16))),
  }
}

/** The colours of a person's own lines and marks. */
export function chartTradesOverlayColorsAndFont(box: HTMLElement): Pick<ChartTradesOverlayData, 'colors' | 'font'> {
  const { token, family, size } = tokensOf(box)
  const colors = {
    entry: token('primary'),
    takeProfit: token('rise'),
    stopLoss: token('fall'),
    closeOut: token('error'),
    ink: token('ink'),
    ground: token('surface'),
  }
  return { colors, font: { size, family } }
}
