import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { startOfWireDay, wireDay } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { fundingNumber } from '#rules/funding.ts'
import { operatorLogSymbol } from '#rules/leaf.ts'
import { optionMarketOf } from '#rules/optionChain.ts'
import { unpublished } from './announced.ts'
import type { Feed } from './feeds/feed.ts'
import { simFundingRate } from './fundingRate.ts'
import { type PublishedInput, publishedUntil } from './inputStore.ts'
import { ivLevels } from './ivLevels.ts'
import { kwhLevel, miningCoins, simHashprice, hashpriceLevel } from './miningLevels.ts'
import type { SymbolSpec } from './market.ts'
import { overnightRate } from './overnightRate.ts'
import { seedOn } from './simDays.ts'
import { stakeLevels } from './stakeLevels.ts'

/** Which numbers have to stand beside a second's prices. Used by the one server that records. */
export interface Inputs {
  /** What of these seconds, oldest first, is not published yet for its 8 hours or its day; each goes with the first of them. */
  due(secs: readonly number[]): Promise<PublishedInput[]>
  /** They stand in the database. */
  done(written: readonly PublishedInput[]): void
  /** Nobody knows what stands there: it is read again. */
  forget(): void
}

type Level = Pick<PublishedInput, 'value' | 'mode' | 'sources'>

interface Kind {
  symbol: string
  /** Its market; '' where it is about none. */
  of: string
  every: 'eightHours' | 'day' | 'minute'
  /** Undefined where there is nothing to publish. */
  level(sinceSec: number, seed: () => Promise<Buffer | undefined>): Promise<Level | undefined> | Level
}

const eightHours = 28_800
/** A day without a seed is asked for again after this long. */
const seedAgainSeconds = 60
/** What other rooms announced is looked for this often. */
const announcedEverySeconds = 10

export const fundingSymbol = (symbol: string): string => `FUND:${symbol}`
export const overnightSymbol = (symbol: string): string => `SWAP:${symbol}`
export const ivSymbol = (symbol: string): string => `IV:${symbol}`
export const hashpriceSymbol = (coin: string): string => `HASHPRICE_${coin}`
export const kwhSymbol = 'KWH'
export const stakeSymbol = (coin: string): string => `STAKE:${coin}`
export const navSymbol = (productId: string): string => `NAV:${productId.toUpperCase()}`

/** The first second of the 8 hours, and of the UTC+8 day, that a second is in: what is published then holds for all of them. */
export const fundingSince = (sec: number): number => fundingNumber(sec) * eightHours
export const daySince = (sec: number): number => startOfWireDay(sec * 1000) / 1000

/** Funding is the median of what the sources of a live market announced for that moment; on a simulated market it comes from the published generator. */
const funding = (symbol: string, feed: Pick<Feed, 'modeOf' | 'funding'>): Kind => ({
  symbol: fundingSymbol(symbol),
  of: symbol,
  every: 'eightHours',
  level: async (sinceSec, seed) => {
    if (feed.modeOf(symbol) === 'LIVE') {
      const announced = feed.funding?.(symbol, sinceSec)
      return announced && { value: announced.rate, mode: 'LIVE', sources: announced.sources }
    }
    const own = await seed()
    return own && { value: simFundingRate(own, symbol, sinceSec), mode: 'SIM', sources: [] }
  },
})

const overnight = (spec: SymbolSpec): Kind => {
  const { long, short } = overnightRate(spec)
  const level: Level = { value: long, mode: 'RULE', sources: [`long=${long}`, `short=${short}`] }
  return { symbol: overnightSymbol(spec.symbol), of: spec.symbol, every: 'day', level: () => level }
}

const volatility = (symbol: string): Kind[] => {
  const own = ivLevels[symbol]
  if (!own || !optionMarketOf(symbol)) return []
  const level: Level = { value: own.iv, mode: 'RULE', sources: [`iv=${own.iv}`, `skew=${own.skew}`] }
  return [{ symbol: ivSymbol(symbol), of: symbol, every: 'day', level: () => level }]
}

/** What a unit of hashrate brings in a day: from the published generator on a simulated market, elsewhere a level of our own. */
const hashprice = (coin: string, market: string, modeOf: Feed['modeOf']): Kind => ({
  symbol: hashpriceSymbol(coin),
  of: market,
  every: 'day',
  level: async (sinceSec, seed) => {
    const level = hashpriceLevel(coin)
    if (modeOf(market) !== 'SIM') return { value: level, mode: 'RULE', sources: [`level=${level}`] }
    const own = await seed()
    return own && { value: simHashprice(own, coin, wireDay(sinceSec * 1000)), mode: 'SIM', sources: [`level=${level}`] }
  },
})

/** What a kilowatt hour costs the machines, in USD. */
const power: Kind = {
  symbol: kwhSymbol,
  of: '',
  every: 'day',
  level: () => ({ value: kwhLevel, mode: 'RULE', sources: [`usd=${kwhLevel}`] }),
}

/** What a network pays in a year for pledged coins. */
const stake = ([coin, level]: [string, Decimal]): Kind => ({
  symbol: stakeSymbol(coin),
  of: '',
  every: 'day',
  level: () => ({ value: level, mode: 'RULE', sources: [`year=${level}`] }),
})

/** The operator log's length and newest hash, for each minute in which it grew (product §3.2). */
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

export function inputsOf(sql: Sql, feed: Pick<Feed, 'name' | 'modeOf' | 'funding'>, specs: readonly SymbolSpec[]): Inputs {
  const kinds = [
    ...specs.flatMap((spec) => [spec.category === 'crypto' ? funding(spec.symbol, feed) : overnight(spec), ...volatility(spec.symbol)]),
    ...miningCoins.map(({ coin, market }) => hashprice(coin, market, feed.modeOf)),
    power,
    ...Object.entries(stakeLevels).map(stake),
    operatorLog(sql, feed.name),
  ]
  let until: Map<string, number> | undefined
  let askedMinute: number | undefined
  let announcedAgainSec = 0
  let seed: { sinceSec: number; bytes: Buffer | undefined; againSec: number } | undefined

  const seedAt = async (sinceSec: number, sec: number): Promise<Buffer | undefined> => {
    if (seed?.sinceSec !== sinceSec || (!seed.bytes && sec >= seed.againSec))
      seed = { sinceSec, bytes: await seedOn(sql, wireDay(sinceSec * 1000)), againSec: sec + seedAgainSeconds }
    return seed.bytes
  }

  /** One of each symbol a second: what waited while nothing was recorded comes one after the other. */
  const announcedAt = async (sec: number): Promise<PublishedInput[]> => {
    if (sec < announcedAgainSec) return []
    const found = await unpublished(sql, feed.name, sec)
    announcedAgainSec = found.length > 0 ? sec + 1 : sec + announcedEverySeconds
    return found.map((one) => ({ ...one, sec }))
  }

  const isPublic = ({ every, of }: Kind): boolean =>
    of === '' || (every === 'eightHours' ? ['SIM', 'LIVE'].includes(feed.modeOf(of)) : feed.modeOf(of) !== 'CLOSED')

  return {
    due: async (secs) => {
      until ??= await publishedUntil(sql, feed.name)
      const coming = new Map<string, number>()
      const found: PublishedInput[] = []
      for (const sec of secs) {
        const since = { eightHours: fundingSince(sec), day: daySince(sec), minute: sec - (sec % 60) }
        for (const kind of kinds) {
          const sinceSec = since[kind.every]
          if (kind.every === 'minute') {
            // What staff did goes with the newest second, and is asked for once a minute.
            if (sec !== secs.at(-1) || askedMinute === sinceSec) continue
            askedMinute = sinceSec
          }
          if ((coming.get(kind.symbol) ?? until.get(kind.symbol) ?? -1) >= sinceSec || !isPublic(kind)) continue
          const level = await kind.level(sinceSec, () => seedAt(sinceSec, sec))
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
