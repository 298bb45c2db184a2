import type { Decimal } from '#contract/decimal.ts'
import { formatScaledPrice, toScaledPrice } from '../scaled.ts'
import { type HmacFunction, bigEndianWordAt } from './draw.ts'

// What else is drawn from a day's seed: each as its leaf says it, with ten decimals.

const eightHours = 28_800

/** What a long pays for the eight hours that a second is in, as a fraction: −0.015 % to +0.025 %. */
export const drawnFunding = (hmac: HmacFunction, symbol: string, sec: number): Decimal =>
  formatScaledPrice(BigInt((bigEndianWordAt(hmac(`fund1|${symbol}|${Math.floor(sec / eightHours)}`), 0) % 4001) - 1500) * 1000n, 10)

/** What a unit of hashrate brings on a day (2026-11-28): its level within 5 % on either side. */
export const drawnHashprice = (hmac: HmacFunction, coin: string, day: string, level: string): Decimal =>
  formatScaledPrice((toScaledPrice(level) * BigInt(9500 + (bigEndianWordAt(hmac(`hash1|${coin}|${day}`), 0) % 1001))) / 10_000n, 10)
