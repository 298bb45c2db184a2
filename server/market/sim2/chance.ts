import { createHash, hash } from 'node:crypto'
import { daySeconds } from '#rules/sim/days.ts'
import { type SimPriceJump, drawSimPriceJump } from '#rules/sim/jumps.ts'
import { isSimFactor } from '#rules/sim/markets.ts'
import { memoizeNewestKeys } from './memo.ts'
import {
  type SimDayRegime,
  regimeBytesPerDay,
  simDayRegimeFrom,
  volatilityStepSeconds,
  wholeDayVarianceThousandthsFrom,
} from '#rules/sim/volatility.ts'

// Generated history draws without a secret, from the names of what is drawn: anyone can draw the same history again; it is made up and says so.

/** Draws are near normal with this as their standard deviation. */
export const simDrawDeviation = 10_000
const wordsCentre = 4 * (2 ** 32 - 1)
const wordsDeviation = 3_506_826_112
const bytesCentre = 510
/** Standard deviation of the sum of four bytes, times 100. */
const bytesDeviation = 14_780
const stepsInDay = daySeconds / volatilityStepSeconds
const jumpBytes = 16

const shake = (text: string, outputLength: number): Buffer => createHash('shake128', { outputLength }).update(text).digest()

/** The draw of a factor or a market for a whole week or day, by its number: the eight words of SHA-256 of `gen2|NAME|week|number`. */
export function drawSimPeriodMove(name: string, of: 'week' | 'day', number: number): number {
  const words = hash('sha256', `gen2|${name}|${of}|${number}`, 'buffer')
  let sum = 0
  for (let at = 0; at < 32; at += 4) sum += words.readUInt32BE(at)
  return Math.trunc(((sum - wordsCentre) * simDrawDeviation) / wordsDeviation)
}

const drawBytes = (bytes: Uint8Array, at: number): number =>
  Math.trunc(((bytes[at]! + bytes[at + 1]! + bytes[at + 2]! + bytes[at + 3]! - bytesCentre) * 100 * simDrawDeviation) / bytesDeviation)

/** What chance says of a wick from four bytes: a sum of two squares, 21,845 on average. */
export function drawWickLength(bytes: Uint8Array, at: number): number {
  const sum = bytes[at]! + bytes[at + 1]! - 255
  const other = bytes[at + 2]! + bytes[at + 3]! - 255
  return sum * sum + other * other
}

/** Chance of a factor or a market on one day: where it goes in each 5 minutes, its jump, and of a market the bytes that its wicks are drawn from. */
export interface SimDayDraws {
  draws: Int32Array
  jump: SimPriceJump | undefined
  /** Of a market, four bytes up and four down for each step. */
  wicks: Uint8Array
}

/** SHAKE-128 of `gen2|NAME|day number`: 16 bytes for the jump, four for where each 5 minutes go; of a market then eight for the wicks of each, four up, four down. */
export const drawSimDay = memoizeNewestKeys(96, (key: string): SimDayDraws => {
  const name = key.slice(0, key.indexOf('|'))
  const bytes = shake(`gen2|${key}`, jumpBytes + (isSimFactor(name) ? 4 : 12) * stepsInDay)
  const draws = new Int32Array(stepsInDay)
  for (let step = 0; step < stepsInDay; step++) draws[step] = drawBytes(bytes, jumpBytes + 4 * step)
  return { draws, jump: drawSimPriceJump(bytes, name), wicks: bytes.subarray(jumpBytes + 4 * stepsInDay) }
})

/** One way in which 5 minutes may be made of five: 30 bytes of SHA-256 of `gen2|SYMBOL|second|number`, six a minute: two for where it goes, two for each wick. */
export interface FiveMinuteDraws {
  draws: number[]
  up: number[]
  down: number[]
}
const squareOf = (byte: number): number => (byte - 127) * (byte - 127)
/** Standard deviation of the sum of two bytes, times 100. */
const twoBytesDeviation = 10_451

export function drawFiveMinutes(symbol: string, sec: number, number: number): FiveMinuteDraws {
  const bytes = hash('sha256', `gen2|${symbol}|${sec}|${number}`, 'buffer')
  const of = <T>(draw: (at: number) => T): T[] => [0, 6, 12, 18, 24].map(draw)
  return {
    draws: of((at) => Math.trunc(((bytes[at]! + bytes[at + 1]! - 255) * 100 * simDrawDeviation) / twoBytesDeviation)),
    up: of((at) => squareOf(bytes[at + 2]!) + squareOf(bytes[at + 3]!)),
    down: of((at) => squareOf(bytes[at + 4]!) + squareOf(bytes[at + 5]!)),
  }
}

/** The volatility regime of a class on a generated day: SHAKE-128 of `gen2|VOL|CLASS|day number`. */
export const drawVolatilityRegime = memoizeNewestKeys(
  64,
  (key: string): SimDayRegime => simDayRegimeFrom(shake(`gen2|VOL|${key}`, regimeBytesPerDay)),
)
/** Of that, the variance of the day as a whole. */
export const drawVolatilityDayVariance = memoizeNewestKeys(4096, (key: string): number =>
  wholeDayVarianceThousandthsFrom(shake(`gen2|VOL|${key}`, 1)),
)
