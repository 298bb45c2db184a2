import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { startOfServerDayAt, serverDayAt } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { fundingPeriodNumber } from '#rules/funding.ts'
import { operatorLogSymbol, seedLogSymbol } from '#rules/leaf.ts'
import { findOptionMarket } from '#rules/option/optionChain.ts'
import { knownMarket } from '#rules/sim/markets.ts'
import { readOldestUnpublishedMarketInputs } from './announcedInputs.ts'
import type { Feed } from '../feeds/feed.ts'
import { simFundingRate } from '../funding/fundingRate.ts'
import { type PublishedMarketInput, readNewestMarketInputSinceSecs } from './inputStore.ts'
import { defaultIvSurfaces } from '../sim/ivLevels.ts'
import { baseKwhPrice, miningCoins, simHashprice, baseHashpriceOf } from '../sim/miningLevels.ts'
import type { SymbolSpec } from '../market.ts'
import { annualOvernightRates } from '../funding/overnightRate.ts'
import { type SimDaySeed, readSimDaySeed } from '../sim/simDays.ts'
import { simVolatilityMultiplierAt, volatilityReferenceMarkets } from '../sim2/published.ts'
import { simulatedIvSurface } from '../sim/simulatedSurface.ts'
import { baseStakingYields } from '../sim/stakeLevels.ts'

/** Which numbers have to stand beside a second's prices. Used by the one server that records. */
export interface DueMarketInputTracker {
  /** What of these seconds, oldest first, is not published yet for its 8 hours or its day; each goes with the first of them. */
  due(secs: readonly number[]): Promise<PublishedMarketInput[]>
  /** They stand in the database. */
  done(written: readonly PublishedMarketInput[]): void
  /** Nobody knows what stands there: it is read again. */
  forget(): void
}

type Level = Pick<PublishedMarketInput, 'value' | 'mode' | 'sources'>

interface Kind {
  symbol: string
  /** Its market; '' where it is about none. */
  of: string
  every: 'eightHours' | 'day' | 'hour' | 'minute'
  /** Undefined where there is nothing to publish. */
  level(sinceSec: number, seed: () => Promise<SimDaySeed | undefined>, sec: number): Promise<Level | undefined> | Level
}

const eightHours = 28_800
const hourSeconds = 3_600
/** A day without a seed is asked for again after this long. */
const seedAgainSeconds = 60
/** What other modules announced is looked for this often. */
const announcedEverySeconds = 10

export const fundingInputSymbolOf = (symbol: string): string => `FUND:${symbol}`
export const overnightInputSymbolOf = (symbol: string): string => `SWAP:${symbol}`
export const ivInputSymbolOf = (symbol: string): string => `IV:${symbol}`
export const hashpriceInputSymbolOf = (coin: string): string => `HASHPRICE_${coin}`
export const volatilityInputSymbolOfClass = (name: string): string => `VOL:${name}`
export const kwhInputSymbol = 'KWH'
export const stakingInputSymbolOf = (coin: string): string => `STAKE:${coin}`
export const navInputSymbolOf = (productId: string): string => `NAV:${productId.toUpperCase()}`

/** The first second of the 8 hours, and of the UTC+8 day, that a second is in: what is published then holds for all of them. */
export const fundingPeriodStartSecond = (sec: number): number => fundingPeriodNumber(sec) * eightHours
export const serverDayStartSecond = (sec: number): number => startOfServerDayAt(sec * 1000) / 1000

/** Funding is the median of what the sources of a live market announced for that moment; on a simulated market it comes from the published generator. */
const funding = (symbol: string, feed: Pick<Feed, 'modeOf' | 'funding'>): Kind => ({
  symbol: fundingInputSymbolOf(symbol),
  of: symbol,
  every: 'eightHours',
  level: async (sinceSec, seed) => {
    if (feed.modeOf(symbol) === 'LIVE') {
      const announced = feed.funding?.(symbol, sinceSec)
      return announced && { value: announced.rate, mode: 'LIVE', sources: announced.sources }
    }
    const own = await seed()
    return own && { value: simFundingRate(own.seed, symbol, sinceSec), mode: 'SIM', sources: [] }
  },
})

const overnight = (spec: SymbolSpec): Kind => {
  const { long, short } = annualOvernightRates(spec)
  const level: Level = { value: long, mode: 'RULE', sources: [`long=${long}`, `short=${short}`] }
  return { symbol: overnightInputSymbolOf(spec.symbol), of: spec.symbol, every: 'day', level: () => level }
}

/** How much a class of simulated markets moves, as a multiple of the usual: what its regime says at the start of each hour. */
const volatility = (of: string, name: string, category: SymbolSpec['category'], modeOf: Feed['modeOf']): Kind => ({
  symbol: volatilityInputSymbolOfClass(name),
  of,
  every: 'hour',
  level: async (sinceSec, seed) => {
    const own = modeOf(of) === 'SIM' ? await seed() : undefined
    return own?.rule === 'sim2' ? { value: simVolatilityMultiplierAt(own.seed, category, sinceSec), mode: 'SIM', sources: [] } : undefined
  },
})

/**
 * What options are priced with: a level of our own for the day. Of a market simulated by `sim2` it is what that is expected to move, hour by
 * hour: in the coming week, and until each expiry on sale.
 */
const impliedVolatility = (symbol: string, category: SymbolSpec['category'], modeOf: Feed['modeOf']): Kind[] => {
  const own = defaultIvSurfaces[symbol]
  if (!own || !findOptionMarket(symbol)) return []
  const isByHour = async (seed: () => Promise<SimDaySeed | undefined>) => modeOf(symbol) === 'SIM' && (await seed())?.rule === 'sim2'
  const level = (iv: Decimal, skew: Decimal, ...more: string[]): Level => ({
    value: iv,
    mode: 'RULE',
    sources: [`iv=${iv}`, `skew=${skew}`, ...more],
  })
  const kind = { symbol: ivInputSymbolOf(symbol), of: symbol }
  return [
    { ...kind, every: 'day', level: async (_, seed) => ((await isByHour(seed)) ? undefined : level(own.iv, own.skew)) },
    {
      ...kind,
      every: 'hour',
      level: async (sinceSec, seed) => {
        if (!(await isByHour(seed))) return undefined
        const now = simVolatilityMultiplierAt((await seed())!.seed, category, sinceSec)
        const { iv, skew, byExpiry } = simulatedIvSurface(knownMarket(symbol)!, now, sinceSec)
        return level(iv, skew, `vol=${now}`, ...Object.entries(byExpiry ?? {}).map(([expiry, until]) => `${expiry}=${until}`))
      },
    },
  ]
}

/** What a unit of hashrate brings in a day: from the published generator on a simulated market, elsewhere a level of our own. */
const hashprice = (coin: string, market: string, modeOf: Feed['modeOf']): Kind => ({
  symbol: hashpriceInputSymbolOf(coin),
  of: market,
  every: 'day',
  level: async (sinceSec, seed) => {
    const level = baseHashpriceOf(coin)
    if (modeOf(market) !== 'SIM') return { value: level, mode: 'RULE', sources: [`level=${level}`] }
    const own = await seed()
    return own && { value: simHashprice(own.seed, coin, serverDayAt(sinceSec * 1000)), mode: 'SIM', sources: [`level=${level}`] }
  },
})

/** What a kilowatt hour costs the machines, in USD. */
const power: Kind = {
  symbol: kwhInputSymbol,
  of: '',
  every: 'day',
  level: () => ({ value: baseKwhPrice, mode: 'RULE', sources: [`usd=${baseKwhPrice}`] }),
}

/** What a network pays in a year for pledged coins. */
const stake = ([coin, level]: [string, Decimal]): Kind => ({
  symbol: stakingInputSymbolOf(coin),
  of: '',
  every: 'day',
  level: () => ({ value: level, mode: 'RULE', sources: [`year=${level}`] }),
})

/** The operator log's length and newest hash, for each minute in which it grew (docs/rules/{fair-dealing,prices}.md). */
const operatorLog = (sql: Sql, feed: string): Kind => ({
  symbol: operatorLogSymbol,
  of: '',
  every: 'minute',
  level: async () => {
    const [newest] = await sql.query<{ seq: string; root: string }>(
      `select seq, encode(hash, 'hex') as root from operator_log
       where seq > coalesce((select max(value) from published_input where feed = $1 and symbol = $2), 0) order by seq desc limit 1`,
      [feed, operatorLogSymbol],
    )
    return newest && { value: asDecimal(newest.seq), mode: 'RULE', sources: [`root=${newest.root}`] }
  },
})

/** A market whose mode says whether the feed is simulated. */
const alwaysOpen = 'BTCUSDT'
const committedAheadDays = 2
const dayMs = 86_400_000

/** The commitment to the seed of the day after next, so that it stands in the signed record before anybody can have seen a price of it. */
const seedCommitment = (sql: Sql, market: string, modeOf: Feed['modeOf']): Kind => {
  let askedMinute: number | undefined
  return {
    symbol: seedLogSymbol,
    of: market,
    every: 'day',
    level: async (sinceSec, _, sec) => {
      const minute = sec - (sec % 60)
      if (modeOf(market) !== 'SIM' || askedMinute === minute) return undefined
      askedMinute = minute
      const day = serverDayAt(sinceSec * 1000 + committedAheadDays * dayMs)
      const [promised] = await sql.query<{ commit: string; rule: string }>('select commit, rule from sim_day where day = $1', [day])
      return (
        promised && {
          value: asDecimal(day.replaceAll('-', '')),
          mode: 'RULE',
          sources: [`commit=${promised.commit}`, `rule=${promised.rule}`],
        }
      )
    },
  }
}

/** Reads a day's seed once; where there is none yet, asks again after a while. */
function seedReader(sql: Sql): (sinceSec: number, sec: number) => Promise<SimDaySeed | undefined> {
  let seed: { day: string; found: SimDaySeed } | undefined
  /** When to ask again for what began then and whose day had no seed. */
  const missing = new Map<number, number>()

  return async (sinceSec: number, sec: number): Promise<SimDaySeed | undefined> => {
    const day = serverDayAt(sinceSec * 1000)
    if (seed?.day === day) return seed.found
    if (sec < (missing.get(sinceSec) ?? 0)) return undefined
    const found = await readSimDaySeed(sql, day)
    if (!found) {
      if (missing.size > 8) missing.clear()
      missing.set(sinceSec, sec + seedAgainSeconds)
      return undefined
    }
    missing.clear()
    seed = { day, found }
    return found
  }
}

export function createDueMarketInputTracker(
  sql: Sql,
  feed: Pick<Feed, 'name' | 'modeOf' | 'funding'>,
  specs: readonly SymbolSpec[],
): DueMarketInputTracker {
  const kinds = [
    ...specs.flatMap((spec) => [
      spec.category === 'crypto' ? funding(spec.symbol, feed) : overnight(spec),
      ...impliedVolatility(spec.symbol, spec.category, feed.modeOf),
    ]),
    ...volatilityReferenceMarkets.map(({ market, name, category }) => volatility(market, name, category, feed.modeOf)),
    ...miningCoins.map(({ coin, market }) => hashprice(coin, market, feed.modeOf)),
    power,
    ...Object.entries(baseStakingYields).map(stake),
    operatorLog(sql, feed.name),
    seedCommitment(sql, alwaysOpen, feed.modeOf),
  ]
  let until: Map<string, number> | undefined
  let askedMinute: number | undefined
  let announcedAgainSec = 0
  const seedAt = seedReader(sql)

  /** One of each symbol a second: what waited while nothing was recorded comes one after the other. */
  const announcedAt = async (sec: number): Promise<PublishedMarketInput[]> => {
    if (sec < announcedAgainSec) return []
    const found = await readOldestUnpublishedMarketInputs(sql, feed.name, sec)
    announcedAgainSec = found.length > 0 ? sec + 1 : sec + announcedEverySeconds
    return found.map((input) => ({ ...input, sec }))
  }

  const isPublic = ({ every, of }: Kind): boolean =>
    of === '' || (every === 'eightHours' ? ['SIM', 'LIVE'].includes(feed.modeOf(of)) : feed.modeOf(of) !== 'CLOSED')

  return {
    due: async (secs) => {
      until ??= await readNewestMarketInputSinceSecs(sql, feed.name)
      const coming = new Map<string, number>()
      const found: PublishedMarketInput[] = []
      for (const sec of secs) {
        const since = {
          eightHours: fundingPeriodStartSecond(sec),
          day: serverDayStartSecond(sec),
          hour: sec - (sec % hourSeconds),
          minute: sec - (sec % 60),
        }
        for (const kind of kinds) {
          const sinceSec = since[kind.every]
          if (kind.every === 'minute') {
            // What staff did goes with the newest second, and is asked for once a minute.
            if (sec !== secs.at(-1) || askedMinute === sinceSec) continue
            askedMinute = sinceSec
          }
          if ((coming.get(kind.symbol) ?? until.get(kind.symbol) ?? -1) >= sinceSec || !isPublic(kind)) continue
          const level = await kind.level(sinceSec, () => seedAt(sinceSec, sec), sec)
          if (!level) continue
          coming.set(kind.symbol, sinceSec)
          found.push({ symbol: kind.symbol, sinceSec, sec, ...level })
        }
      }
      const newestSec = secs.at(-1)
      if (newestSec !== undefined) found.push(...(await announcedAt(newestSec)))
      return found
    },
    done: (written) => {
      for (const { symbol, sinceSec } of written) until?.set(symbol, sinceSec)
    },
    forget: () => {
      until = undefined
      askedMinute = undefined
      announcedAgainSec = 0
    },
  }
}
