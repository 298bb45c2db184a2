import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { defaultIvSurfaces } from '#market/sim/ivLevels.ts'
import { simulatedIvSurface } from '#market/sim/simulatedSurface.ts'
import {
  optionSettlementAverageSeconds,
  type ImpliedVolatilitySurface,
  impliedVolatilityAt,
  type OptionKind,
  optionCost,
  optionPayoffAt,
  volatilitySurfaceForExpiry,
  optionValueOf,
} from '#rules/option/option.ts'
import { optionExpirySecsOnSaleAt, type OptionMarket, optionMarkets, strikesAround } from '#rules/option/optionChain.ts'
import { knownMarket, type SimMarket } from '#rules/sim/markets.ts'
import { isOpenAt } from '#rules/sim/openHours.ts'
import { type OptionPath, optionPaths } from './optionPaths.ts'

export const hour = 3_600
export const day = 86_400

/** What stands in the record of an hour, and is priced with. */
export type Pricing = (market: SimMarket, volatility: Decimal, sinceSec: number) => ImpliedVolatilitySurface

export const expiriesAt = ({ category }: SimMarket, sec: number): number[] =>
  optionExpirySecsOnSaleAt(sec * 1000, (atMs) => isOpenAt(category, atMs / 1000))

const known = new Map<string, ImpliedVolatilitySurface>()
/** As it is published. */
export const byExpiry: Pricing = (market, volatility, sinceSec) => {
  // Paths begin in the same week.
  const name = `${market.symbol}|${volatility}|${sinceSec}`
  const surface = known.get(name) ?? simulatedIvSurface(market, volatility, sinceSec)
  known.set(name, surface)
  return surface
}
/** As it was once: the volatility of the coming week for every expiry. */
export const oneForAll: Pricing = (market, volatility, sinceSec) => ({ ...byExpiry(market, volatility, sinceSec), byExpiry: undefined })
/** As it was once: with less for strikes above the price. */
export const askew: Pricing = (market, volatility, sinceSec) => ({
  ...byExpiry(market, volatility, sinceSec),
  skew: defaultIvSurfaces[market.symbol]!.skew,
})

const priceText = (price: number): Decimal => asDecimal(price.toFixed(2))

export interface Contract {
  cp: OptionKind
  strike: Decimal
  expirySec: number
}

export function quoteAt(path: OptionPath, pricing: Pricing, { cp, strike, expirySec }: Contract, sec: number) {
  const since = sec - (sec % hour)
  const surface = pricing(path.market, path.volatilityAt(since), since)
  const mid = priceText(path.priceAt(sec))
  return {
    mid,
    ...optionValueOf(
      { cp, strike, secondsLeft: expirySec - sec },
      impliedVolatilityAt(volatilitySurfaceForExpiry(surface, expirySec), strike, mid),
      mid,
    ),
  }
}

/** One purchase and what it came to, of one unit of the underlying. */
export interface Trade {
  paid: number
  received: number
  fee: number
  /** What holding the underlying against it would have lost: on average nothing, so it takes chance out of the figure and nothing else. */
  hedge: number
}

export interface Desk {
  path: OptionPath
  terms: OptionMarket
  pricing: Pricing
}

/** Strikes so many steps above (or below) the money. */
export const strikeAt = ({ path, terms }: Desk, sec: number, steps: number): Decimal =>
  strikesAround(priceText(path.priceAt(sec)), terms.strikeStep)[4 + steps]!

function buy({ path, pricing }: Desk, contract: Contract, sec: number) {
  const { ask, mid } = quoteAt(path, pricing, contract, sec)
  return { paid: Number(ask), fee: Number(optionCost(contract, { quantity: asDecimal('1'), ask, mid }).fee) }
}

/** The share of the underlying that an option moves by, in floating point: what is held against it need not be exact. */
function deltaAt({ path, pricing }: Desk, { cp, strike, expirySec }: Contract, sec: number): number {
  const since = sec - (sec % hour)
  const surface = pricing(path.market, path.volatilityAt(since), since)
  const deviation = Number(volatilitySurfaceForExpiry(surface, expirySec).iv) * Math.sqrt((expirySec - sec) / (365 * day))
  if (deviation === 0) return 0
  const d1 = Math.log(path.priceAt(sec) / Number(strike)) / deviation + deviation / 2
  return normalShare(d1) - (cp === 'C' ? 0 : 1)
}

/** Φ(x), to seven decimals (Abramowitz and Stegun 26.2.17). */
function normalShare(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x))
  const series = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  const tail = (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) * series
  return x > 0 ? 1 - tail : tail
}

/** What a hedge of a contract earns from one moment to another, changed every hour and, near the end, every 5 minutes. */
function hedgeOf(desk: Desk, contract: Contract, fromSec: number, toSec: number): number {
  const { path } = desk
  let sum = 0
  for (let sec = fromSec; sec < toSec; ) {
    const next = Math.min(toSec, contract.expirySec - sec > 4 * hour ? sec - (sec % hour) + hour : sec + 300)
    if (isOpenAt(path.market.category, sec)) sum += deltaAt(desk, contract, sec) * (path.priceAt(next) - path.priceAt(sec))
    sec = next
  }
  return sum
}

/** Bought at the ask and sold back at the bid. */
export function roundTrip(desk: Desk, contract: Contract, fromSec: number, toSec: number): Trade {
  const bid = Number(quoteAt(desk.path, desk.pricing, contract, toSec).bid)
  return { ...buy(desk, contract, fromSec), received: bid, hedge: hedgeOf(desk, contract, fromSec, toSec) }
}

/** Bought at the ask and held to its expiry; `leave` may sell it at the bid before. */
export function held(desk: Desk, contract: Contract, fromSec: number, leave?: (bid: number, sec: number) => boolean): Trade {
  const { path, pricing } = desk
  const { cp, strike, expirySec } = contract
  const bought = buy(desk, contract, fromSec)
  if (leave)
    for (let sec = expirySec - 1_500; sec < expirySec; sec += 300) {
      const bid = Number(quoteAt(path, pricing, contract, sec).bid)
      if (leave(bid, sec)) return { ...bought, received: bid, hedge: hedgeOf(desk, contract, fromSec, sec) }
    }
  const settled = asDecimal(path.settlementAt(expirySec).toFixed(10))
  return {
    ...bought,
    received: Number(optionPayoffAt(cp, strike, asDecimal('1'), settled)),
    hedge: hedgeOf(desk, contract, fromSec, expirySec - 1_800),
  }
}

/** How far the last so many seconds moved (as variance), beside what the published volatility lets expect. */
function movedBeside({ market, priceAt, volatilityAt }: OptionPath, sec: number, seconds: number): number {
  let sum = 0
  for (let at = sec - seconds; at < sec; at += 300) sum += Math.log(priceAt(at + 300) / priceAt(at)) ** 2
  return sum / (seconds * ((Number(market.sigma) / 1e9) * Number(volatilityAt(sec - (sec % hour)))) ** 2)
}

const sumOf = (trades: readonly Trade[]): Trade =>
  trades.reduce((sum, worker) => ({
    paid: sum.paid + worker.paid,
    received: sum.received + worker.received,
    fee: sum.fee + worker.fee,
    hedge: sum.hedge + worker.hedge,
  }))

/** A call and a put at the money of one of the expiries on sale, soonest first; sold back. Nothing where the market is closed. */
function straddle(desk: Desk, fromSec: number, toSec: number, which: number): Trade[] {
  const { market } = desk.path
  const expirySec = expiriesAt(market, fromSec).at(which)
  if (!isOpenAt(market.category, fromSec) || !isOpenAt(market.category, toSec) || !expirySec || toSec >= expirySec - 60) return []
  const strike = strikeAt(desk, fromSec, 0)
  return [sumOf((['C', 'P'] as const).map((cp) => roundTrip(desk, { cp, strike, expirySec }, fromSec, toSec)))]
}
/** Bought with so many steps from the money and held. */
function bought(desk: Desk, fromSec: number, which: number, steps: number, cp: OptionKind): Trade[] {
  const { market } = desk.path
  const expirySec = expiriesAt(market, fromSec).at(which)
  if (!isOpenAt(market.category, fromSec) || !expirySec) return []
  return [held(desk, { cp, strike: strikeAt(desk, fromSec, steps), expirySec }, fromSec)]
}
/** Held until five minutes before the end, then sold where the bid is more than what the mean is about to come to. */
function chosen(desk: Desk, fromSec: number): Trade[] {
  const { path } = desk
  const [expirySec = 0] = expiriesAt(path.market, fromSec)
  if (!isOpenAt(path.market.category, fromSec) || expirySec - fromSec > day) return []
  const strike = strikeAt(desk, fromSec, 0)
  const coming = (sec: number): number => {
    const left = (expirySec - sec) / optionSettlementAverageSeconds
    return path.averagedAt(expirySec, sec) * (1 - left) + path.priceAt(sec) * left - Number(strike)
  }
  return [held(desk, { cp: 'C', strike, expirySec }, fromSec, (bid, sec) => sec >= expirySec - 300 && bid > Math.max(0, coming(sec)))]
}

const weekdayOf = (sec: number): number => (Math.floor((sec + 8 * hour) / day) + 3) % 7
const saturday = 5

/** How one may try to gain, by what was recorded until then; each with what it came to on one path. */
type Strategy = (desk: Desk) => Trade[]
const soonest = 0
const last = -1

const atMidnight =
  (which: number, isWanted: (volatility: number) => boolean): Strategy =>
  (desk) => {
    const evening = desk.path.firstSec + day - 300
    const isMet = isWanted(Number(desk.path.volatilityAt(evening - (evening % hour))))
    return isMet ? straddle(desk, evening, evening + 600, which) : []
  }
/** From a Saturday's hour and minute on, UTC+8. */
const overWeekend =
  (from: number, forSeconds: number, which: number): Strategy =>
  (desk) => {
    const { firstSec } = desk.path
    const begins = firstSec + ((saturday - weekdayOf(firstSec) + 7) % 7) * day
    return straddle(desk, begins + from, begins + from + forSeconds, which)
  }
const onPublication =
  (isWanted: (now: number, before: number) => boolean): Strategy =>
  (desk) =>
    [9, 13, 21].flatMap((at) => {
      const sec = desk.path.firstSec + at * hour
      const isMet = isWanted(Number(desk.path.volatilityAt(sec)), Number(desk.path.volatilityAt(sec - hour)))
      return isMet ? straddle(desk, sec, sec + hour, soonest) : []
    })
const onMove =
  (seconds: number, least: number): Strategy =>
  (desk) =>
    [10, 14, 18, 22].flatMap((at) => {
      const sec = desk.path.firstSec + at * hour + 1_200
      return isOpenAt(desk.path.market.category, sec - seconds) && movedBeside(desk.path, sec, seconds) > least
        ? straddle(desk, sec, sec + hour, soonest)
        : []
    })

/** The spread that is stated, of what is paid: once where an option is held, twice where it is sold back. */
export const statedSpread = (name: string): number => (name.endsWith('held') ? 3 : 6)

export const optionStrategies: Readonly<Record<string, Strategy>> = {
  'before midnight of a quiet day, soonest, sold after it': atMidnight(soonest, (volatility) => volatility < 0.7),
  'before midnight of a quiet day, last, sold after it': atMidnight(last, (volatility) => volatility < 0.7),
  'before midnight of a fast day, soonest, sold after it': atMidnight(soonest, (volatility) => volatility > 1.3),
  'before the session ends for the weekend, sold when it begins': overWeekend(5 * hour - 300, 2 * day + hour + 600, last),
  'before the quiet weekend, sold after it': overWeekend(8 * hour - 300, 2 * day + 600, last),
  'at the end of the quiet weekend, sold after it': overWeekend(2 * day + 8 * hour - 300, 600, soonest),
  'before the hour of rest, sold after it': (desk) =>
    straddle(desk, desk.path.firstSec + 5 * hour - 300, desk.path.firstSec + 6 * hour + 300, soonest),
  'when calm was just published, sold an hour later': onPublication((now, before) => now < before),
  'when fast was just published, sold an hour later': onPublication((now, before) => now > before),
  'after a fast half hour, sold an hour later': onMove(1_800, 2),
  'after a jump, sold an hour later': onMove(300, 25),
  'at the money for a day, held': (desk) => bought(desk, desk.path.firstSec + 12 * hour, 1, 0, 'C'),
  'highest strike for a day, held': (desk) => bought(desk, desk.path.firstSec + 12 * hour, 1, 4, 'C'),
  'at the money to the last expiry, held': (desk) => bought(desk, desk.path.firstSec + 12 * hour, last, 0, 'P'),
  'highest strike to the last expiry, held': (desk) => bought(desk, desk.path.firstSec + 12 * hour, last, 4, 'C'),
  'lowest strike to the last expiry, held': (desk) => bought(desk, desk.path.firstSec + 12 * hour, last, -4, 'P'),
  'an hour before the end, held': (desk) => bought(desk, desk.path.firstSec + 15 * hour, soonest, 0, 'C'),
  'three hours before the end, held': (desk) => bought(desk, desk.path.firstSec + 13 * hour, soonest, 0, 'P'),
  'an hour before the end, left for the better of bid and mean': (desk) => chosen(desk, desk.path.firstSec + 15 * hour),
  'eight hours before the end, left for the better of bid and mean': (desk) => chosen(desk, desk.path.firstSec + 8 * hour),
}

/** What buying by a strategy came to, of 100 paid: before the fee and after it, each with the error of the mean. */
export interface Earned {
  count: number
  beforeFee: number
  afterFee: number
  error: number
}

export class Trades {
  private readonly all: Trade[] = []
  add(trades: readonly Trade[]): void {
    this.all.push(...trades)
  }
  get earned(): Earned {
    const paid = this.all.reduce((sum, worker) => sum + worker.paid, 0)
    const fee = this.all.reduce((sum, worker) => sum + worker.fee, 0)
    const net = ({ received, paid: own, hedge }: Trade): number => received - own - hedge
    const share = this.all.reduce((sum, worker) => sum + net(worker), 0) / paid
    const square = this.all.reduce((sum, worker) => sum + (net(worker) - share * worker.paid) ** 2, 0)
    return { count: this.all.length, beforeFee: 100 * share, afterFee: 100 * (share - fee / paid), error: (100 * Math.sqrt(square)) / paid }
  }
}

/** Every strategy on every market of options, over so many paths of each. */
export function earnedBy(count: number, pricing: Pricing = byExpiry, names: readonly string[] = Object.keys(optionStrategies)) {
  const found = new Map<string, Earned & { strategy: string; symbol: string }>()
  for (const terms of optionMarkets) {
    const market = knownMarket(terms.symbol)!
    const trades = new Map(names.map((name) => [name, new Trades()]))
    for (const path of optionPaths(market, count, daysOfPath))
      for (const [name, own] of trades) own.add(optionStrategies[name]!({ path, terms, pricing }))
    for (const [strategy, own] of trades)
      if (own.earned.count > 0) found.set(`${terms.symbol} ${strategy}`, { strategy, symbol: terms.symbol, ...own.earned })
  }
  return found
}

/** From its first day's noon the last expiry is up to 15 days away; a weekend may begin six days later. */
const daysOfPath = 23
