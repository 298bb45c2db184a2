import type { Database } from '#db/database.ts'
import type { PeerBroadcast } from '#db/pubsub.ts'
import { symbolSeeds } from '#db/seed/symbols.ts'
import type { Clock } from '../core/clock.ts'
import { log } from '../core/log.ts'
import type { Config } from '../core/startup/config.ts'
import { createMarketDataView } from './board.ts'
import type { DelistingTimeLookup } from './delistings.ts'
import type { Feed } from './feeds/feed.ts'
import { createConfiguredFeed } from './feeds/feedOf.ts'
import { PriceRecordFollower } from './record/follower.ts'
import { createDueMarketInputTracker } from './record/inputs.ts'
import type { RecorderLease } from './record/lease.ts'
import { addListener } from './listeners.ts'
import type { MarketDataService, SymbolSpec } from './market.ts'
import { InMemoryMarketState } from './marketState.ts'
import { PriceRecordDayInitializer } from './record/recordDays.ts'
import { PriceRecorder } from './record/recorder.ts'
import { regenerateGenesisBars } from './candles/redrawFirstBars.ts'
import { SimSeedStore } from './record/simSeeds.ts'
import { MarketStepper } from './record/stepper.ts'
import { createMarketStore } from './record/store.ts'
import { MarketStorageUpkeep } from './record/upkeep.ts'

export interface MarketDataServiceParts {
  config: Pick<Config, 'marketFeed'>
  clock: Clock
  db: Database
  /** Connections of the recorder alone, so that a second never waits behind what people ask; `db` unless told. */
  recordDb?: Database
  /** Instead of the feed that the settings name. */
  feed?: Feed
  /** A market as it is at a moment, where its terms change with time. */
  specAt?(spec: SymbolSpec, atMs: number): SymbolSpec
  /** When trading in a market ends for good, where that is announced. */
  delistedAt?: DelistingTimeLookup
  /** No timers: the market moves only when `step` is called. */
  byHand?: boolean
  /** With it this server records only while it holds it, and follows the record of the others meanwhile. Without, it is alone. */
  lease?: RecorderLease
  /** By which servers tell each other of new records at once. */
  notices?: PeerBroadcast
  report?(message: string, error?: unknown): void
}

export interface StartableMarketDataService extends MarketDataService {
  /** Takes up the record where it was left, makes the candles full, and begins to tick. */
  start(): Promise<void>
  /** Records every second that is due by the clock and waits for all listeners, or reads what another server recorded. The timer does the same. */
  step(): Promise<void>
  /** Stores the bars being made. */
  flush(): Promise<void>
  stop(): Promise<void>
}

/** A little after the whole second, so that a timer that fires early does not find nothing due. */
const recordLateMs = 3
/** A server that does not record looks a little later than the one that does writes, should it not be told. */
const followLateMs = 250

/**
 * The market (docs/architecture.md). Of several servers one records, under its lease (`PriceRecorder`); the others read its records and show the
 * same (`PriceRecordFollower`). When it dies, one of them goes on as after a restart: what was recorded and not heard is heard first, the seconds that
 * nobody recorded stay without a record. After each step the beat tells the streams; what is slow runs beside it (`MarketStorageUpkeep`).
 */
export function createMarketDataService(parts: MarketDataServiceParts): StartableMarketDataService {
  const {
    config,
    clock,
    db,
    recordDb = db,
    byHand = false,
    specAt = asListed,
    delistedAt = () => undefined,
    lease,
    notices,
    report = log.error,
  } = parts
  const specs: readonly SymbolSpec[] = symbolSeeds
  const seeds = new SimSeedStore(db)
  const feed = parts.feed ?? createConfiguredFeed(config.marketFeed, specs, clock, report, (day) => seeds.of(day))
  const state = new InMemoryMarketState({ specs, specAt, clock, feed, db: recordDb })
  const days = new PriceRecordDayInitializer(state, seeds)
  const recorder = new PriceRecorder({ state, inputs: createDueMarketInputTracker(recordDb, feed, specs), days, lease, notices, report })
  const follower = new PriceRecordFollower(state)
  const upkeep = new MarketStorageUpkeep({ state, recorder, follower, days, report })
  const { newest, bars, day24, history } = state
  const beatListeners = new Set<BeatListener>()

  const run = async (shows: boolean): Promise<void> => {
    const fence = lease ? await lease.sure() : 0
    if (fence === undefined) {
      recorder.end()
      return beat(beatListeners, await follower.read(shows), report)
    }
    if (fence !== recorder.fence) {
      await recorder.begin(fence)
      follower.end()
    }
    beat(beatListeners, await recorder.catchUp(fence), report)
  }
  const stepper = new MarketStepper({
    run,
    afterStep: () => upkeep.check(),
    nextInMs: () => feed.everyMs - (clock.now() % feed.everyMs) + (recorder.fence === undefined ? followLateMs : recordLateMs),
    report,
  })
  if (!byHand) {
    const follows = (name: string): boolean => name === feed.name && recorder.fence === undefined
    notices?.on('record', (name) => follows(name) && stepper.stepSoon(false))
    notices?.on('heard', (name) => follows(name) && stepper.stepSoon(true))
    lease?.onChange((fence) => stepper.isStarted && fence !== recorder.fence && stepper.stepSoon(true))
  }

  return {
    ...questions(state, specAt, delistedAt),
    // People's questions wait among themselves, not before the recorder's.
    board: createMarketDataView({
      specs,
      specAt,
      delistedAt,
      clock,
      feed,
      newest,
      bars,
      day24,
      history,
      store: createMarketStore(db, feed.name, namesOf(specs)),
    }),
    onRecord: (listener) => recorder.onRecord(listener),
    onBeat: (listener) => addListener(beatListeners, listener),
    aheadSec: () => recorder.aheadSec,
    start: async () => {
      await days.prepare()
      if (feed.generatesHistory) await regenerateGenesisBars(recordDb, feed.name, specs)
      upkeep.start()
      feed.start()
      await lease?.start(feed.name)
      await stepper.step()
      if (!byHand) stepper.start()
    },
    step: () => stepper.step(),
    flush: () => upkeep.flush(),
    stop: async () => {
      const stopped = stepper.stop()
      feed.stop()
      await stopped
      await upkeep.flush()
    },
  }
}

type BeatListener = (symbols: ReadonlySet<string>) => void

function beat(
  listeners: ReadonlySet<BeatListener>,
  changed: ReadonlySet<string>,
  report: NonNullable<MarketDataServiceParts['report']>,
): void {
  if (changed.size === 0) return
  for (const listener of listeners) {
    try {
      listener(changed)
    } catch (error) {
      report('a listener failed on a beat', error)
    }
  }
}

/** What is answered from memory and the feed. */
function questions(
  { specs, bySymbol, clock, feed, newest }: InMemoryMarketState,
  specAt: NonNullable<MarketDataServiceParts['specAt']>,
  delistedAt: DelistingTimeLookup,
): Omit<MarketDataService, 'board' | 'onRecord' | 'onBeat' | 'aheadSec'> {
  const isDelisted = (symbol: string, atMs: number) => atMs >= (delistedAt(symbol) ?? Number.POSITIVE_INFINITY)
  return {
    feed: feed.name,
    specs,
    spec: (symbol, atMs = clock.now()) => {
      const listed = bySymbol.get(symbol)
      return listed && specAt(listed, atMs)
    },
    quote: newest.quote,
    conversion: newest.conversion,
    isOpen: (symbol, atMs) => !isDelisted(symbol, atMs) && feed.session(symbol, atMs).open,
    opensAt: (symbol, atMs) => (isDelisted(symbol, atMs) ? undefined : feed.session(symbol, atMs).opensAt),
    tradingEndsAt: delistedAt,
    depths: feed.depths,
    funding: (symbol, dueSec) => feed.funding?.(symbol, dueSec),
  }
}

const namesOf = (specs: readonly SymbolSpec[]): string[] => specs.map(({ symbol }) => symbol)

const asListed = (spec: SymbolSpec): SymbolSpec => spec
