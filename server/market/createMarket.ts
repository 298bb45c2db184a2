import { setImmediate as breathe } from 'node:timers/promises'
import type { Database } from '#db/database.ts'
import { symbols } from '#db/seed/symbols.ts'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import { createBars } from './bars.ts'
import { createBoard } from './board.ts'
import { createDay24 } from './day24.ts'
import { type Feed, mostDue, type Second } from './feeds/feed.ts'
import { feedOf } from './feeds/feedOf.ts'
import { keepHistories } from './histories.ts'
import type { Market, PriceRecord, SymbolSpec } from './market.ts'
import { createNewest } from './newest.ts'
import type { Stored } from './recordBytes.ts'
import { fromScaled } from './scaled.ts'
import { seedOfDay } from './sim.ts'
import { publishSimDays, readSimSecret } from './simDays.ts'
import { marketStore } from './store.ts'
import { type Mark, pricesIn, takeUp } from './takeUp.ts'
import { within } from './within.ts'

export interface MarketParts {
  config: Pick<Config, 'marketFeed'>
  clock: Clock
  db: Database
  /** Instead of the feed that the settings name. */
  feed?: Feed
  /** No timers: the market moves only when `step` is called. */
  byHand?: boolean
  report?(message: string, error?: unknown): void
}

export interface RunningMarket extends Market {
  /** Takes up the record where it was left, makes the candles full, and begins to tick. */
  start(): Promise<void>
  /** Records every second that is due by the clock and waits for all listeners. The timer does the same. */
  step(): Promise<void>
  /** Stores the bars being made. */
  flush(): Promise<void>
  stop(): Promise<void>
}

const writeLimitMs = 1500
const keepDays = 30

/**
 * The market (product §3.3). Each second goes one way: the feed's prices are written as a record; only then do they become
 * the newest quote and the candles' close; then listeners hear of it, in order; then the beat tells the streams. A second
 * that could not be written fills the candles and is otherwise as if the server had slept: quotes grow stale, nothing trades.
 */
export function createMarket({ config, clock, db, feed: given, byHand = false, report = console.error }: MarketParts): RunningMarket {
  const specs: readonly SymbolSpec[] = symbols
  const bySymbol = new Map(specs.map((spec) => [spec.symbol, spec]))
  let simSecret: Buffer | undefined
  const feed = given ?? feedOf(config.marketFeed, specs, clock, report, (day) => seedOfDay(simSecret!, day))
  const store = marketStore(
    db,
    feed.name,
    specs.map((spec) => spec.symbol),
  )
  const newest = createNewest(bySymbol, clock)
  const day24 = createDay24()
  const mark: Mark = { genesisSec: 0, foldedSec: 0, heardSec: 0 }
  const history = keepHistories(bySymbol, () => (feed.generatesHistory && mark.genesisSec > 0 ? mark.genesisSec : undefined))
  const bars = createBars({
    begunBefore: (symbol, period, openSec) => (openSec < mark.genesisSec ? history(symbol)?.bar(period, openSec) : undefined),
    onClose: ({ symbol, period, bar }) => {
      if (period === '5m' || period === '1h') day24.add(period, symbol, bar)
    },
  })
  const board = createBoard({ specs, clock, feed, newest, bars, day24, store, history })
  const recordListeners = new Set<(record: PriceRecord) => void | Promise<void>>()
  const beatListeners = new Set<(symbols: ReadonlySet<string>) => void>()

  const foldIn = ({ sec, prices }: Pick<Second, 'sec' | 'prices'>) => {
    bars.fold(
      sec,
      [...prices].map(([symbol, price]) => [symbol, price, feed.modeOf(symbol)] as const),
    )
    mark.foldedSec = Math.max(mark.foldedSec, sec)
  }

  /** What is recorded of these seconds now: theirs, or what another server wrote first. None when they could not be written. */
  const writeRecords = async (seconds: readonly Second[]): Promise<ReadonlyMap<number, Second['prices']>> => {
    if (seconds.length === 0) return new Map()
    const rows = seconds.map(({ sec, prices, raw }) => ({
      sec,
      prices: new Map<string, Stored>([...prices].map(([symbol, price]) => [symbol, { price, mode: feed.modeOf(symbol) }])),
      ...(raw ? { raw } : {}),
    }))
    try {
      const standing = await within(writeLimitMs, store.write(rows))
      return new Map([
        ...seconds.map(({ sec, prices }) => [sec, prices] as const),
        ...standing.map(({ sec, prices }) => [sec, pricesIn(prices)] as const),
      ])
    } catch (error) {
      report(`prices of second ${seconds[0]!.sec} were not recorded`, error)
      return new Map()
    }
  }

  const accept = async (seconds: readonly Second[], changed: Set<string>): Promise<void> => {
    const facts = await writeRecords(seconds.filter(isFact))
    const atMs = clock.now()
    for (const second of seconds) {
      const prices = facts.get(second.sec)
      foldIn({ sec: second.sec, prices: prices ?? second.prices })
      if (!prices) continue
      for (const [symbol, price] of prices) {
        newest.set(symbol, price, feed.modeOf(symbol), second.sec, atMs)
        changed.add(symbol)
      }
      await tell(second.sec, prices)
    }
  }

  const tell = async (sec: number, prices: ReadonlyMap<string, bigint>): Promise<void> => {
    const record: PriceRecord = { sec, prices: new Map([...prices].map(([symbol, price]) => [symbol, fromScaled(price)])) }
    for (const listener of recordListeners) {
      try {
        await listener(record)
      } catch (error) {
        report(`a listener failed on second ${sec}`, error)
      }
    }
    mark.heardSec = Math.max(mark.heardSec, sec)
  }

  /** A server killed between writing a record and acting on it owes that: its listeners hear it first of all. */
  const tellUnheard = async (): Promise<void> => {
    if (mark.heardSec === 0) return
    for (let count = mostDue; count === mostDue; ) {
      const seconds = await store.secondsAfter(mark.heardSec, mostDue)
      count = seconds.length
      for (const { sec, prices } of seconds) await tell(sec, pricesIn(prices))
    }
  }

  let writtenHeardSec = 0
  const writeHeard = async (): Promise<void> => {
    const sec = mark.heardSec
    if (sec === writtenHeardSec) return
    try {
      await within(writeLimitMs, store.writeHeard(sec))
      writtenHeardSec = sec
    } catch (error) {
      report(`that second ${sec} is done was not written`, error)
    }
  }

  const catchUp = async (): Promise<void> => {
    const changed = new Set<string>()
    for (let count = mostDue; count === mostDue; ) {
      const seconds = feed.due(clock.now())
      count = seconds.length
      if (count > 0) await accept(seconds, changed)
      await writeHeard()
      if (count === mostDue) await breathe()
    }
    if (changed.size === 0) return
    for (const listener of beatListeners) {
      try {
        listener(changed)
      } catch (error) {
        report('a listener failed on a beat', error)
      }
    }
  }

  const flushNow = async (): Promise<void> => {
    const { rows, done, failed } = bars.toStore()
    if (rows.length === 0) return
    try {
      await store.writeBars(rows, mark.foldedSec)
      done()
    } catch (error) {
      failed()
      report('candles were not stored; they stay in memory', error)
    }
  }

  const houseKeeping = async (): Promise<void> => {
    const nowMs = clock.now()
    if (feed.name === 'sim') await publishSimDays(db, simSecret!, nowMs)
    if (!feed.name.startsWith('replay:')) await store.keepPartitions(nowMs, keepDays)
  }

  // What is slow and not urgent runs beside the ticks, one after the other.
  let aside: Promise<void> = Promise.resolve()
  const later = (work: () => Promise<void>): Promise<void> => {
    aside = aside.then(work).catch((error: unknown) => report('market upkeep failed', error))
    return aside
  }
  let upkeepMinute = 0
  let upkeepHour = 0
  const upkeep = (): void => {
    const minute = Math.floor(clock.now() / 60_000)
    if (minute !== upkeepMinute) void later(flushNow)
    const hour = Math.floor(minute / 60)
    if (hour !== upkeepHour) void later(houseKeeping)
    upkeepMinute = minute
    upkeepHour = hour
  }

  let stepping: Promise<void> | undefined
  const step = (): Promise<void> => {
    stepping ??= catchUp().finally(() => {
      stepping = undefined
      upkeep()
    })
    return stepping
  }

  let timer: NodeJS.Timeout | undefined
  let stopped = false
  const drive = (): void => {
    // A little after the whole second, so that a timer that fires early does not find nothing due.
    timer = setTimeout(
      () => {
        void step()
          .catch((error: unknown) => report('the market could not step', error))
          .finally(() => stopped || drive())
      },
      feed.everyMs - (clock.now() % feed.everyMs) + 3,
    )
  }

  return {
    feed: feed.name,
    specs,
    spec: (symbol) => bySymbol.get(symbol),
    quote: newest.quote,
    conversion: newest.conversion,
    isOpen: (symbol, atMs) => feed.session(symbol, atMs).open,
    onRecord: (listener) => listen(recordListeners, listener),
    onBeat: (listener) => listen(beatListeners, listener),
    board,
    depths: feed.depths,
    start: async () => {
      if (feed.name === 'sim') simSecret = await readSimSecret(db)
      await houseKeeping()
      await takeUp({ specs, clock, feed, store, bars, newest, day24, history, mark })
      upkeepMinute = Math.floor(clock.now() / 60_000)
      upkeepHour = Math.floor(upkeepMinute / 60)
      await tellUnheard()
      feed.start()
      await step()
      if (!byHand) drive()
    },
    step,
    flush: () => later(flushNow),
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      feed.stop()
      await stepping?.catch(() => {})
      await later(flushNow)
    },
  }
}

function listen<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const isFact = (second: Second): boolean => !second.missed && second.prices.size > 0
