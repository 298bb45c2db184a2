import { basename } from 'node:path'
import { asInstant } from '#contract/time.ts'
import type { SymbolSpec } from '../market.ts'
import { type Feed, maxFeedCatchUpSeconds, type FeedTick } from './feed.ts'
import { openPriceRecording, type PriceRecordingBar, requireRecordingSymbol } from './recording.ts'

/**
 * Plays a recorded market. Its records carry the recorded second (so candles show the recorded times, and settlement refers
 * to them), while staleness and sessions go by the server's clock: the market is open while the file lasts. At `speed` N a
 * recorded minute takes 60/N s. It goes on after the last stored second of the same file; before the file there is nothing.
 * Its prices are not of today, so it counts as SIM: real money is never traded on it. The file is read as it is played. Refuses (StartupError)
 * what cannot be played, with file and line.
 */
export function createReplayFeed(specs: readonly SymbolSpec[], options: { file: string; speed: number; symbol?: string }): Feed {
  const listed = new Set(specs.map((spec) => spec.symbol))
  const symbol = requireRecordingSymbol(options.file, options.symbol, listed)
  const recording = openPriceRecording(options.file)
  const { barSeconds } = recording
  const lastSec = recording.lastSec + barSeconds - 1
  const bars = recording.bars()
  /** The bar being played, and the one that comes after it. */
  let bar: PriceRecordingBar | undefined
  let next = bars.next().value
  let visits: Visit[] = []
  let price: bigint | undefined
  let at = recording.firstSec - 1
  let startedMs: number | undefined
  let fromSec = at

  /** Moves on to the next point that the recording visits no later than `sec`. */
  const visit = (sec: number): Visit | undefined => {
    if (visits.length === 0 && next && next.sec <= sec) {
      bar = next
      next = bars.next().value
      visits = visitsOf(bar, barSeconds)
    }
    return visits.length > 0 && visits[0]!.sec <= sec ? visits.shift() : undefined
  }

  const second = (sec: number): FeedTick => ({ sec, prices: new Map([[symbol, price!]]), missed: false })

  return {
    name: `replay:${basename(options.file)}`,
    everyMs: Math.min(1000, Math.max(250, 1000 / options.speed)),
    generatesHistory: false,
    modeOf: (requestedSymbol) => (requestedSymbol === symbol ? 'SIM' : 'CLOSED'),
    sourcesOf: (requestedSymbol) => (requestedSymbol === symbol ? [basename(options.file)] : []),
    session: (requestedSymbol, atMs) => {
      if (requestedSymbol !== symbol || at >= lastSec) return { open: false }
      return { open: true, closesAt: asInstant(atMs + Math.ceil(((lastSec - at) * 1000) / options.speed)) }
    },
    resume: (last, nowMs) => {
      startedMs = nowMs
      if (!last) return
      // What was played before is passed over silently; the price stands where it was left.
      for (let passed = visit(last.sec); passed; passed = visit(last.sec)) price = passed.price
      at = last.sec
      fromSec = last.sec
    },
    due: (nowMs) => {
      startedMs ??= nowMs
      const now = Math.min(lastSec, fromSec + 1 + Math.floor(((nowMs - startedMs) / 1000) * options.speed))
      const seconds: FeedTick[] = []
      while (seconds.length < maxFeedCatchUpSeconds) {
        const reached = visit(now)
        if (!reached) break
        price = reached.price
        at = reached.sec
        seconds.push(second(at))
      }
      // Between the visited points the price stands still, and is recorded once a look, so that it is fresh.
      if (seconds.length < maxFeedCatchUpSeconds && price !== undefined && now > at && fillsGap(now)) {
        at = now
        seconds.push(second(at))
      }
      return seconds
    },
    start: () => {},
    stop: () => void bars.return?.(undefined),
  }

  /** A second may be filled only inside a recorded bar: where the recording has a hole, so have we. */
  function fillsGap(sec: number): boolean {
    return bar !== undefined && sec < bar.sec + barSeconds
  }
}

interface Visit {
  sec: number
  price: bigint
}

/** Open, the two extremes (low first when it rose), close, spread over the bar. A bar of under four seconds shows its close alone. */
function visitsOf({ sec, open, high, low, close }: PriceRecordingBar, barSeconds: number): Visit[] {
  if (barSeconds < 4) return [{ sec, price: close }]
  const path = close >= open ? [open, low, high, close] : [open, high, low, close]
  const third = Math.floor((barSeconds - 1) / 3)
  const offsets = [0, third, 2 * third, barSeconds - 1]
  return path.map((price, point) => ({ sec: sec + offsets[point]!, price }))
}
