import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { toScaled } from '../scaled.ts'

/** One recorded bar in whole numbers of 1e-10. */
export interface RecordedBar {
  sec: number
  open: bigint
  high: bigint
  low: bigint
  close: bigint
}

export interface Recording {
  bars: readonly RecordedBar[]
  /** Seconds that one bar lasts: the shortest distance between two. */
  barSeconds: number
}

const tradeHeader = 'ts_ms,open,high,low,close,volume'
const quoteHeader = 'ts_ms,bid_open,bid_high,bid_low,bid_close,ask_open,ask_high,ask_low,ask_close'

/** Reads a recording: traded bars, or bid and ask bars whose middle is taken. Throws with the line when it is neither. */
export function readRecording(file: string): Recording {
  const [header, ...lines] = readFileSync(file, 'utf8').split(/\r?\n/).filter(Boolean)
  const isQuote = header === quoteHeader
  if (!isQuote && header !== tradeHeader) throw new Error(`${file}: the first line must be "${tradeHeader}" or "${quoteHeader}"`)
  const bars = lines.map((line, at) => readBar(line, isQuote, `${file}:${at + 2}`))
  if (bars.length === 0) throw new Error(`${file}: no bars`)
  let barSeconds = Number.POSITIVE_INFINITY
  bars.forEach((bar, at) => {
    const step = bar.sec - (bars[at - 1]?.sec ?? Number.NEGATIVE_INFINITY)
    if (step <= 0) throw new Error(`${file}:${at + 2}: times must rise`)
    barSeconds = Math.min(barSeconds, step)
  })
  return { bars, barSeconds: Number.isFinite(barSeconds) ? barSeconds : 60 }
}

function readBar(line: string, isQuote: boolean, where: string): RecordedBar {
  const cells = line.split(',')
  if (!/^\d+000$/.test(cells[0]!) || cells.length !== (isQuote ? 9 : 6) || cells.slice(1).some((cell) => !/^\d+(\.\d+)?$/.test(cell))) {
    throw new Error(`${where}: not a bar: ${line.slice(0, 100)}`)
  }
  const price = (at: number): bigint => (isQuote ? (toScaled(cells[at]!) + toScaled(cells[at + 4]!)) / 2n : toScaled(cells[at]!))
  const bar = { sec: Number(cells[0]) / 1000, open: price(1), high: price(2), low: price(3), close: price(4) }
  if (bar.low <= 0n || bar.low > bar.open || bar.low > bar.close || bar.high < bar.open || bar.high < bar.close) {
    throw new Error(`${where}: high and low do not hold open and close`)
  }
  return bar
}

/** The market that a file name begins with: ethusd_1m_… is ETHUSDT, xauusd_1s_… is XAUUSD; undefined when we do not list it. */
export function symbolOfFile(file: string, listed: ReadonlySet<string>): string | undefined {
  const name = basename(file).split('_')[0]!.toUpperCase()
  return [name, `${name}T`].find((symbol) => listed.has(symbol))
}
