import { setImmediate as breathe } from 'node:timers/promises'
import type { Database } from '#db/database.ts'
import type { Notices } from '#db/notices.ts'
import { symbols } from '#db/seed/symbols.ts'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import { createBars } from './bars.ts'
import { createBoard } from './board.ts'
import { createDay24 } from './day24.ts'
import { type Feed, mostDue, type Second } from './feeds/feed.ts'
import { feedOf } from './feeds/feedOf.ts'
import { keepHistories } from './histories.ts'
import { inputsOf } from './inputs.ts'
import type { Lease } from './lease.ts'
import type { Market, PriceRecord, SymbolSpec } from './market.ts'
import { createNewest } from './newest.ts'
import type { Stored } from './recordBytes.ts'
import { fromScaled } from './scaled.ts'
import { seedOfDay } from './sim.ts'
import { publishSimDays, readSimSecret } from './simDays.ts'
import { isFenced, marketStore } from './store.ts'
import { newestAhead, soundSeconds } from './sound.ts'
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
  /** With it this server records only while it holds it, and follows the record of the others meanwhile. Without, it is alone. */
  lease?: Lease
  /** By which servers tell each other of new records at once. */
  notices?: Notices
  report?(message: string, error?: unknown): void
}

export interface RunningMarket extends Market {
  /** Takes up the record where it was left, makes the candles full, and begins to tick. */
  start(): Promise<void>
  /** Records every second that is due by the clock and waits for all listeners, or reads what another server recorded. The timer does the same. */
  step(): Promise<void>
  /** Stores the bars being made. */
  flush(): Promise<void>
  stop(): Promise<void>
}

const writeLimitMs = 1500
const keepDays = 30
/** A server that does not record looks a little later than the one that does writes, should it not be told. */
const followLateMs = 250
/** Behind its second a record is read as fresh this long; later it is as old as it is. */
const freshMs = 1_000

/**
 * The market (product §3.3). Each second goes one way: the feed's prices are written as a record; only then do they become
 * the newest quote and the candles' close; then listeners hear of it, in order; then the beat tells the streams. A second
 * that could not be written fills the candles and is otherwise as if the server had slept: quotes grow stale, nothing trades.
 * Of several servers one does this, under its lease; the others read its records and show the same. When it dies, one of them goes on as
 * after a restart: what was recorded and not heard is heard first, the seconds that nobody recorded stay without a record.
 */
export function createMarket(parts: MarketParts): RunningMarket {
  const { config, clock, db, feed: given, byHand = false, lease, notices, report = console.error } = parts
  const specs: readonly SymbolSpec[] = symbols
  const bySymbol = new Map(specs.map((spec) => [spec.symbol, spec]))
  let simSecret: Buffer | undefined
  const feed = given ?? feedOf(config.marketFeed, specs, clock, report, (day) => seedOfDay(simSecret!, day))
  const store = marketStore(
    db,
    feed.name,
    specs.map((spec) => spec.symbol),
  )
  const inputs = inputsOf(db, feed, specs)
  const isReplay = feed.name.startsWith('replay:')
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

  /** As of when a second's prices are fresh, the same on the server that records and on those that follow. A replay's seconds are of another time. */
  const atMs = (sec: number): number => (isReplay ? clock.now() : Math.min(clock.now(), sec * 1000 + freshMs))

  /** The number under which this server records; undefined while it follows another. */
  let recordsUnder: number | undefined
  /** A write that was given up may still have happened: then its second is heard before the next. */
  let mayOweSec = false

  /** What else is published goes with the prices of its second, or not at all. */
  const writeWithInputs: typeof store.write = async (rows, fence) => {
    const due = await inputs.due(rows.map(({ sec }) => sec))
    const standing = await store.write(rows, fence, due)
    if (standing.length > 0) inputs.forget()
    else inputs.done(due)
    return standing
  }

  /** What is recorded of these seconds now: theirs, or what another server wrote first. None when they could not be written, undefined when another server records now. */
  const writeRecords = async (seconds: readonly Second[], fence: number): Promise<ReadonlyMap<number, Second['prices']> | undefined> => {
    if (seconds.length === 0) return new Map()
    const rows = seconds.map(({ sec, prices, raw }) => ({
      sec,
      prices: new Map<string, Stored>([...prices].map(([symbol, price]) => [symbol, { price, mode: feed.modeOf(symbol) }])),
      ...(raw ? { raw } : {}),
    }))
    try {
      const standing = await within(writeLimitMs, writeWithInputs(rows, fence))
      notices?.say('record', feed.name)
      return new Map([
        ...seconds.map(({ sec, prices }) => [sec, prices] as const),
        ...standing.map(({ sec, prices }) => [sec, pricesIn(prices)] as const),
      ])
    } catch (error) {
      inputs.forget()
      if (lease && isFenced(error)) {
        recordsUnder = undefined
        lease.lose()
        return undefined
      }
      mayOweSec = true
      report(`prices of second ${seconds[0]!.sec} were not recorded`, error)
      return new Map()
    }
  }

  const holds = (fence: number): boolean => !lease || lease.fence() === fence

  const accept = async (seconds: readonly Second[], changed: Set<string>, fence: number): Promise<void> => {
    const facts = await writeRecords(seconds.filter(isFact), fence)
    if (!facts) return
    for (const second of seconds) {
      const prices = facts.get(second.sec)
      foldIn({ sec: second.sec, prices: prices ?? second.prices })
      if (!prices) continue
      for (const [symbol, price] of prices) {
        newest.set(symbol, price, feed.modeOf(symbol), second.sec, atMs(second.sec))
        changed.add(symbol)
      }
      if (mayOweSec) await tellUnheard(fence, second.sec)
      mayOweSec = false
      await tell(second.sec, prices, fence)
    }
  }

  /** Who lost the lease meanwhile leaves the rest to its successor, who hears all that is not marked as heard. */
  const tell = async (sec: number, prices: ReadonlyMap<string, bigint>, fence: number): Promise<void> => {
    if (!holds(fence)) return
    const record: PriceRecord = { sec, prices: new Map([...prices].map(([symbol, price]) => [symbol, fromScaled(price)])), fence }
    for (const listener of recordListeners) {
      try {
        await listener(record)
      } catch (error) {
        report(`a listener failed on second ${sec}`, error)
      }
    }
    if (holds(fence)) mark.heardSec = Math.max(mark.heardSec, sec)
  }

  /** A server killed between writing a record and acting on it owes that: its listeners hear it first of all. */
  const tellUnheard = async (fence: number, beforeSec = Number.POSITIVE_INFINITY): Promise<void> => {
    if (mark.heardSec === 0) return
    for (let count = mostDue, fromSec = mark.heardSec; count === mostDue; ) {
      const seconds = await store.secondsAfter(fromSec, mostDue)
      count = seconds.length
      for (const { sec, prices } of seconds) if (sec < beforeSec) await tell(sec, pricesIn(prices), fence)
      fromSec = seconds.at(-1)?.sec ?? fromSec
    }
  }

  let writtenHeardSec = 0
  const writeHeard = async (): Promise<void> => {
    const sec = mark.heardSec
    if (sec === writtenHeardSec) return
    try {
      await within(writeLimitMs, store.writeHeard(sec))
      writtenHeardSec = sec
      notices?.say('heard', feed.name)
    } catch (error) {
      report(`that second ${sec} is done was not written`, error)
    }
  }

  const beat = (changed: ReadonlySet<string>): void => {
    if (changed.size === 0) return
    for (const listener of beatListeners) {
      try {
        listener(changed)
      } catch (error) {
        report('a listener failed on a beat', error)
      }
    }
  }

  let aheadSec: number | undefined
  let isAheadSaid = false
  /** A second ahead of our clock is not recorded; it is said once, and shown in the health for as long as the feed goes on like that. */
  const noteAhead = (given: readonly Second[], nowMs: number): void => {
    if (given.length === 0) return
    aheadSec = newestAhead(given, nowMs)
    if (aheadSec === undefined || isAheadSaid) return
    isAheadSaid = true
    report(
      `${feed.name} gave second ${aheadSec}, ahead of this server's clock at ${Math.floor(nowMs / 1000)}: such seconds are not recorded`,
    )
  }

  const catchUp = async (fence: number): Promise<void> => {
    const changed = new Set<string>()
    for (let count = mostDue; count === mostDue && holds(fence); ) {
      const nowMs = clock.now()
      const given = feed.due(nowMs)
      count = given.length
      noteAhead(given, nowMs)
      const seconds = soundSeconds(given, { afterSec: mark.foldedSec, nowMs, isListed: (symbol) => bySymbol.has(symbol) })
      if (seconds.length > 0) await accept(seconds, changed, fence)
      if (recordsUnder === undefined) break
      await writeHeard()
      if (count === mostDue) await breathe()
    }
    beat(changed)
  }

  /** From here on this server records: it goes on where the record ends, as after a restart. */
  const begin = async (fence: number): Promise<void> => {
    await takeUp({ specs, clock, feed, store, bars, newest, day24, history, mark }, true)
    await tellUnheard(fence)
    await writeHeard()
    recordsUnder = fence
    inputs.forget()
    follows = undefined
  }

  /** How far another server's record is read, what of it is to be shown, and from where on its candles hold more than its records. */
  let follows: { sec: number; changed: Set<string>; gapSec: number | undefined } | undefined

  const follow = async (shows: boolean): Promise<void> => {
    recordsUnder = undefined
    if (!follows) {
      const lastSec = await takeUp({ specs, clock, feed, store, bars, newest, day24, history, mark }, false)
      follows = { sec: lastSec ?? mark.genesisSec - 1, changed: new Set(specs.map(({ symbol }) => symbol)), gapSec: undefined }
    }
    for (let count = mostDue; count === mostDue; ) {
      const seconds = await store.secondsAfter(follows.sec, mostDue)
      count = seconds.length
      for (const { sec, prices } of seconds) {
        if (sec > follows.sec + 1) follows.gapSec = sec
        follows.sec = sec
        foldIn({ sec, prices: pricesIn(prices) })
        for (const [symbol, { price }] of prices) {
          newest.set(symbol, price, feed.modeOf(symbol), sec, atMs(sec))
          follows.changed.add(symbol)
        }
      }
    }
    if (!shows) return
    const { changed } = follows
    follows.changed = new Set()
    beat(changed)
  }

  /** What the recording server stored of the candles need not be kept here; what it filled in where no record was is read from there. */
  const tidy = async (): Promise<void> => {
    if (!follows) return
    const foldedSec = await store.foldedSec()
    if (follows.gapSec !== undefined && foldedSec >= follows.gapSec) follows = undefined
    else bars.forgetStored(foldedSec)
  }

  const flushNow = async (): Promise<void> => {
    if (recordsUnder === undefined) return tidy()
    const { rows, done, failed } = bars.toStore()
    if (rows.length === 0) return
    try {
      if (await store.writeBars(rows, mark.foldedSec, recordsUnder)) done()
      else failed()
    } catch (error) {
      failed()
      report('candles were not stored; they stay in memory', error)
    }
  }

  const houseKeeping = async (): Promise<void> => {
    const nowMs = clock.now()
    if (feed.name === 'sim') await publishSimDays(db, simSecret!, nowMs)
    if (!isReplay) await store.keepPartitions(nowMs, keepDays)
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

  const goOn = async (shows: boolean): Promise<void> => {
    const fence = lease ? await lease.sure() : 0
    if (fence === undefined) return follow(shows)
    if (fence !== recordsUnder) await begin(fence)
    await catchUp(fence)
  }

  let stopped = false
  let isStarted = false
  let stepping: Promise<void> | undefined
  const step = (shows = true): Promise<void> => {
    stepping ??= goOn(shows).finally(() => {
      stepping = undefined
      upkeep()
    })
    return stepping
  }
  /** Now, or again as soon as the step at work is done. */
  const stepSoon = (shows: boolean): void => {
    if (stopped) return
    const begun = stepping
    const soon = begun ? begun.catch(() => {}).then(() => (stopped ? undefined : step(shows))) : step(shows)
    soon.catch((error: unknown) => report('the market could not step', error))
  }
  if (!byHand) {
    notices?.on('record', (name) => name === feed.name && recordsUnder === undefined && stepSoon(false))
    notices?.on('heard', (name) => name === feed.name && recordsUnder === undefined && stepSoon(true))
    lease?.onChange((fence) => isStarted && fence !== recordsUnder && stepSoon(true))
  }

  let timer: NodeJS.Timeout | undefined
  const drive = (): void => {
    // A little after the whole second, so that a timer that fires early does not find nothing due.
    timer = setTimeout(
      () => {
        void step()
          .catch((error: unknown) => report('the market could not step', error))
          .finally(() => stopped || drive())
      },
      feed.everyMs - (clock.now() % feed.everyMs) + (recordsUnder === undefined ? followLateMs : 3),
    )
  }

  return {
    feed: feed.name,
    specs,
    spec: (symbol) => bySymbol.get(symbol),
    quote: newest.quote,
    conversion: newest.conversion,
    isOpen: (symbol, atMs) => feed.session(symbol, atMs).open,
    opensAt: (symbol, atMs) => feed.session(symbol, atMs).opensAt,
    onRecord: (listener) => listen(recordListeners, listener),
    onBeat: (listener) => listen(beatListeners, listener),
    board,
    depths: feed.depths,
    funding: (symbol, dueSec) => feed.funding?.(symbol, dueSec),
    aheadSec: () => aheadSec,
    start: async () => {
      if (feed.name === 'sim') simSecret = await readSimSecret(db)
      await houseKeeping()
      upkeepMinute = Math.floor(clock.now() / 60_000)
      upkeepHour = Math.floor(upkeepMinute / 60)
      feed.start()
      await lease?.start(feed.name)
      await step()
      isStarted = true
      if (!byHand) drive()
    },
    step: () => step(),
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
