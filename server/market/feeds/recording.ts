import { closeSync, openSync, readSync } from 'node:fs'
import { basename } from 'node:path'
import { StartupError } from '../../core/startup/startupError.ts'
import { toScaledPrice } from '#rules/scaled.ts'

/** One recorded bar in whole numbers of 1e-10. */
export interface PriceRecordingBar {
  sec: number
  open: bigint
  high: bigint
  low: bigint
  close: bigint
}

export interface PriceRecording {
  /** The bars from the beginning, oldest first, read from the file as they are asked for. */
  bars(): Iterator<PriceRecordingBar, undefined>
  firstSec: number
  /** When the last bar opens. */
  lastSec: number
  /** Seconds that one bar lasts: the shortest distance between two. */
  barSeconds: number
}

const tradeHeader = 'ts_ms,open,high,low,close,volume'
const quoteHeader = 'ts_ms,bid_open,bid_high,bid_low,bid_close,ask_open,ask_high,ask_low,ask_close'
const chunkBytes = 256 * 1024
/** No bar is written in more characters: a file without line ends is refused before it fills the memory. */
const maxLineChars = 1_000

/**
 * A recording: traded bars, or bid and ask bars whose middle is taken. Reads the whole file once to check every line and keeps none of it, so that
 * its size costs no memory. Refuses (StartupError, with file and line) what is no such file.
 */
export function openPriceRecording(file: string): PriceRecording {
  let firstSec: number | undefined
  let lastSec = 0
  let barSeconds = Number.POSITIVE_INFINITY
  for (const { sec } of barsOf(file)) {
    if (firstSec === undefined) firstSec = sec
    else barSeconds = Math.min(barSeconds, sec - lastSec)
    lastSec = sec
  }
  if (firstSec === undefined) throw refused(file, 'it has no bars')
  return { bars: () => barsOf(file), firstSec, lastSec, barSeconds: Number.isFinite(barSeconds) ? barSeconds : 60 }
}

const refused = (file: string, why: string): StartupError => new StartupError(`MARKET_FEED cannot play ${file}: ${why}.`)

function* barsOf(file: string): Generator<PriceRecordingBar, undefined> {
  let isQuote: boolean | undefined
  let lastSec = Number.NEGATIVE_INFINITY
  for (const [line, number] of linesOf(file)) {
    if (isQuote === undefined) {
      if (line !== quoteHeader && line !== tradeHeader)
        throw refused(file, `line ${number} must be "${tradeHeader}" or "${quoteHeader}", not "${cut(line)}"`)
      isQuote = line === quoteHeader
      continue
    }
    const bar = readBar(line, isQuote, (why) => refused(file, `line ${number} ${why}`))
    if (bar.sec <= lastSec) throw refused(file, `line ${number} is not later than the one before`)
    lastSec = bar.sec
    yield bar
  }
}

/** The lines that are not empty, with their numbers from 1, through a buffer of one size. */
function* linesOf(file: string): Generator<readonly [line: string, number: number], undefined> {
  let descriptor: number
  try {
    descriptor = openSync(file, 'r')
  } catch (error) {
    throw refused(file, `it cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
  try {
    const chunk = Buffer.alloc(chunkBytes)
    let rest = ''
    let number = 0
    for (let isEnd = false; !isEnd; ) {
      const bytes = readChunk(file, descriptor, chunk)
      isEnd = bytes === 0
      const lines = (rest + chunk.toString('latin1', 0, bytes)).split('\n')
      rest = isEnd ? '' : lines.pop()!
      for (const line of lines) {
        number++
        if (line.length > maxLineChars) break
        const text = line.endsWith('\r') ? line.slice(0, -1) : line
        if (text !== '') yield [text, number]
      }
      const long = lines.find((line) => line.length > maxLineChars) ?? (rest.length > maxLineChars ? rest : undefined)
      if (long !== undefined) throw refused(file, `line ${long === rest ? number + 1 : number} is not a bar: "${cut(long)}"`)
    }
  } finally {
    closeSync(descriptor)
  }
}

function readChunk(file: string, descriptor: number, chunk: Buffer): number {
  try {
    return readSync(descriptor, chunk)
  } catch (error) {
    throw refused(file, `it cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}

/** What is quoted of a wrong line: what a terminal would obey is not. */
const cut = (line: string): string => line.slice(0, 60).replace(/[^\x20-\x7e]/g, '?')

const tradeLine = /^(\d{1,12})000(?:,\d{1,20}(?:\.\d{1,20})?){5}$/
const quoteLine = /^(\d{1,12})000(?:,\d{1,20}(?:\.\d{1,20})?){8}$/

function readBar(line: string, isQuote: boolean, wrong: (why: string) => StartupError): PriceRecordingBar {
  const found = (isQuote ? quoteLine : tradeLine).exec(line)
  if (!found) throw wrong(`is not a bar: "${cut(line)}"`)
  const cells = line.split(',')
  const price = (at: number): bigint =>
    isQuote ? (toScaledPrice(cells[at]!) + toScaledPrice(cells[at + 4]!)) / 2n : toScaledPrice(cells[at]!)
  const bar = { sec: Number(found[1]), open: price(1), high: price(2), low: price(3), close: price(4) }
  if (bar.low <= 0n) throw wrong('has a price of zero')
  if (bar.low > bar.open || bar.low > bar.close || bar.high < bar.open || bar.high < bar.close)
    throw wrong('has an open or a close outside of its high and low')
  return bar
}

/** The market that a file name begins with: ethusd_1m_… is ETHUSDT, xauusd_1s_… is XAUUSD; undefined when we do not list it. */
export function symbolFromRecordingFileName(file: string, listed: ReadonlySet<string>): string | undefined {
  const name = basename(file).split(/[_.]/)[0]!.toUpperCase()
  return [name, `${name}T`].find((symbol) => listed.has(symbol))
}

/**
 * The market that a recording is played as: the one that is asked for, or the one of its name. Refuses (StartupError) a market that
 * is not listed, and one that the name contradicts.
 */
export function requireRecordingSymbol(file: string, requestedSymbol: string | undefined, listed: ReadonlySet<string>): string {
  const named = symbolFromRecordingFileName(file, listed)
  if (requestedSymbol !== undefined && !listed.has(requestedSymbol)) throw refused(file, `no market is called "${cut(requestedSymbol)}"`)
  if (requestedSymbol !== undefined && named !== undefined && requestedSymbol !== named)
    throw refused(file, `its name says that it holds ${named}, and symbol= says ${requestedSymbol}`)
  const symbol = requestedSymbol ?? named
  if (symbol === undefined) throw refused(file, 'its name does not begin with a market, so symbol= has to name one')
  return symbol
}
