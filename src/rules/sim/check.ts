import { parsePriceRecordLeaf } from '../leaf.ts'
import { formatScaledPrice, toScaledPrice } from '../scaled.ts'
import { dayOf, startOfDayNumber } from './days.ts'
import type { HmacFunction } from './draw.ts'
import { crossPrice, knownMarket, type SimMarket, simCrosses } from './markets.ts'
import { isOpenAt } from './openHours.ts'
import {
  longestSimWalkSeconds,
  type SimRecordedPrice,
  type SimRuleVersion,
  simHmacTexts,
  type NextSimPriceFunction,
  walkOf,
  walkSimPrice,
} from './walk.ts'

/** What is published of a day: its commitment a day ahead, its seed once it is over. Hex. */
export interface PublishedSimDay {
  commit: string | null
  seed: string | null
  rule: string | null
}

/** What is read of the record. */
export interface SimRecordSources {
  /** What `simSeed` says of a day. */
  day(day: string): Promise<PublishedSimDay>
  /** The lines of a market from one second to another, both included, at most an hour. */
  lines(symbol: string, from: number, to: number): Promise<readonly string[]>
  /** The line of a market and second once it is proved; undefined when it is wrong. */
  prove(symbol: string, sec: number): Promise<string | undefined>
}

export type SimulatedPriceVerdict =
  /** Computed again, the same. `beforeSec` is the second of the record before it, undefined of a market's first. */
  | { state: 'follows'; beforeSec: number | undefined }
  /** Computed again, another. */
  | { state: 'differs'; computed: string }
  /** The published seed is not the one that was promised, or nothing was promised. */
  | { state: 'wrongSeed'; day: string }
  /** The day is not over. */
  | { state: 'notRevealed'; day: string; atSec: number }
  /** No price of a simulated market. */
  | { state: 'notSimulated' }
  /** The record before it is too long ago, or could not be proved. */
  | { state: 'noRecordBefore' }

/** Hours with a trading market that are looked through for the record before. */
const maxHoursBack = 24
const hour = 3600
/** Where a record is mostly found: a whole hour of lines is much to send. */
const recentSeconds = 60
/** Seconds whose digests are made at once: between two such pieces a page draws. */
const chunkSeconds = 300

export const dayName = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10)
const fromHex = (hex: string): Uint8Array<ArrayBuffer> => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
const bytesOf = (text: string) => new TextEncoder().encode(text)

/** Whether a seed is the one that was promised. */
export async function isPromised({ commit, seed, rule }: PublishedSimDay): Promise<boolean> {
  if (!seed || !commit || !/^[0-9a-f]{64}$/.test(seed) || (rule !== 'sim1' && rule !== 'sim2')) return false
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', fromHex(seed)))
  return fromHex(commit).length === 32 && fromHex(commit).every((byte, at) => byte === hash[at])
}

/** The HMACs of these texts under a seed, made by WebCrypto, then there at once. */
async function digestsOf(seed: string, texts: readonly string[]): Promise<HmacFunction> {
  const key = await crypto.subtle.importKey('raw', fromHex(seed), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const signatures = await Promise.all(texts.map((text) => crypto.subtle.sign('HMAC', key, bytesOf(text))))
  const digests = new Map(texts.map((text, at) => [text, new Uint8Array(signatures[at]!)]))
  return (text) => digests.get(text)!
}

interface SimDay {
  rule: SimRuleVersion
  seed: string
}

/** How prices move in these seconds, all of them on days whose seeds are known. */
async function simulationsOf(
  market: SimMarket,
  openSeconds: readonly number[],
  days: ReadonlyMap<number, SimDay>,
): Promise<(sec: number) => NextSimPriceFunction> {
  const simulations = new Map<number, NextSimPriceFunction>()
  for (const day of new Set(openSeconds.map(dayOf))) {
    const { rule, seed } = days.get(day)!
    const ownDay = openSeconds.filter((sec) => dayOf(sec) === day)
    simulations.set(day, walkOf(rule, await digestsOf(seed, simHmacTexts(rule, market, ownDay)), day))
  }
  return (sec) => simulations.get(dayOf(sec))!
}

/** What the price of a record must be by the one before it; like `followingPrice`, a piece at a time. */
async function simulatePriceAt(
  market: SimMarket,
  previousRecord: SimRecordedPrice,
  nextRecord: SimRecordedPrice,
  days: ReadonlyMap<number, SimDay>,
): Promise<bigint> {
  const isLong = nextRecord.sec - previousRecord.sec > longestSimWalkSeconds
  const closedMarketPrice = isLong
    ? (await simulationsOf(market, [nextRecord.sec], days))(nextRecord.sec)(market, previousRecord.price, nextRecord.sec)
    : undefined
  if (closedMarketPrice === nextRecord.price) return closedMarketPrice
  const lastOpenSec = isLong ? nextRecord.sec - 1 : nextRecord.sec
  let price = previousRecord.price
  for (let from = previousRecord.sec + 1; from <= lastOpenSec; from += chunkSeconds) {
    const toSec = Math.min(from + chunkSeconds - 1, lastOpenSec)
    const openSeconds = Array.from({ length: toSec - from + 1 }, (_, at) => from + at).filter((sec) => isOpenAt(market.category, sec))
    if (openSeconds.length === 0) continue
    const simulations = await simulationsOf(market, [...openSeconds, nextRecord.sec], days)
    const simulatedPrice = walkSimPrice({
      market,
      price,
      fromSec: from,
      toSec,
      walkAt: simulations,
      after: isLong ? nextRecord : undefined,
    })
    if (simulatedPrice.isReached) return simulatedPrice.price
    price = simulatedPrice.price
  }
  return closedMarketPrice ?? price
}

/** The newest line of a market before a second, looked for in the hours in which it trades. */
async function findLineBefore(market: SimMarket, sec: number, { lines }: SimRecordSources): Promise<string | undefined> {
  const recentLines = await lines(market.symbol, sec - recentSeconds, sec - 1)
  if (recentLines.length > 0) return recentLines.at(-1)
  let to = sec - 1
  for (let hours = 0; hours < maxHoursBack && to > 0; hours++) {
    // Sessions begin and end on whole hours.
    while (!isOpenAt(market.category, to)) to -= (to % hour) + 1
    const previousLine = await lines(market.symbol, to - hour + 1, to)
    if (previousLine.length > 0) return previousLine.at(-1)
    to -= hour
  }
  return undefined
}

/** The seeds of the days that a price follows from; or why they cannot be had. */
async function fetchSimDays(
  fromSec: number,
  toSec: number,
  { day: fetchDay }: SimRecordSources,
): Promise<ReadonlyMap<number, SimDay> | SimulatedPriceVerdict> {
  const days = new Map<number, SimDay>()
  for (let number = dayOf(fromSec); number <= dayOf(toSec); number++) {
    const day = dayName(number)
    const published = await fetchDay(day)
    if (published.commit !== null && published.seed === null) return { state: 'notRevealed', day, atSec: startOfDayNumber(number + 1) }
    if (!(await isPromised(published))) return { state: 'wrongSeed', day }
    days.set(number, { seed: published.seed!, rule: published.rule as SimRuleVersion })
  }
  return days
}

/** Whether a proved line of a simulated market follows from the record before it and the seed of its day. */
export async function checkSimulated(text: string, sources: SimRecordSources): Promise<SimulatedPriceVerdict> {
  const line = parsePriceRecordLeaf(text)
  if (line?.mode === 'DERIVED' && simCrosses[line.symbol]) return checkCrossMarket(line, sources)
  const market = line && line.mode === 'SIM' ? knownMarket(line.symbol) : undefined
  if (!line || !market) return { state: 'notSimulated' }
  const ownDay = await fetchSimDays(line.sec, line.sec, sources)
  if (!(ownDay instanceof Map)) return ownDay as SimulatedPriceVerdict
  const nextRecord = { sec: line.sec, price: toScaledPrice(line.price) }
  const previousLine = await findLineBefore(market, line.sec, sources).then((lineText) => lineText && parsePriceRecordLeaf(lineText))
  if (!previousLine) {
    // A market's first record: it begins at its reference level.
    const firstPrice = (await simulationsOf(market, [nextRecord.sec], ownDay))(nextRecord.sec)(market, market.ref, nextRecord.sec)
    return firstPrice === nextRecord.price ? { state: 'follows', beforeSec: undefined } : { state: 'noRecordBefore' }
  }
  const provedLine = await sources.prove(line.symbol, previousLine.sec)
  const previousRecord = provedLine === undefined ? undefined : parsePriceRecordLeaf(provedLine)
  if (!previousRecord) return { state: 'noRecordBefore' }
  const days = await fetchSimDays(previousRecord.sec + 1, line.sec, sources)
  if (!(days instanceof Map)) return days as SimulatedPriceVerdict
  const computed = await simulatePriceAt(market, { sec: previousRecord.sec, price: toScaledPrice(previousRecord.price) }, nextRecord, days)
  return computed === nextRecord.price
    ? { state: 'follows', beforeSec: previousRecord.sec }
    : { state: 'differs', computed: formatScaledPrice(computed, 10) }
}

/** A cross is made of the prices of its two sides in the same second; each side follows from the seed. */
async function checkCrossMarket(
  line: { symbol: string; sec: number; price: string },
  sources: SimRecordSources,
): Promise<SimulatedPriceVerdict> {
  const { a, b, by } = simCrosses[line.symbol]!
  const sides = await Promise.all([a, b].map(async (side) => (await sources.lines(side, line.sec, line.sec))[0]))
  if (sides.some((side) => side && parsePriceRecordLeaf(side)?.mode !== 'SIM')) return { state: 'notSimulated' }
  const prices: bigint[] = []
  for (const side of [a, b]) {
    const text = await sources.prove(side, line.sec)
    if (text === undefined) return { state: 'noRecordBefore' }
    const verdict = await checkSimulated(text, sources)
    if (verdict.state !== 'follows') return verdict
    prices.push(toScaledPrice(parsePriceRecordLeaf(text)!.price))
  }
  const computed = formatScaledPrice(crossPrice(by, prices[0]!, prices[1]!), 10)
  return computed === line.price ? { state: 'follows', beforeSec: line.sec } : { state: 'differs', computed }
}
