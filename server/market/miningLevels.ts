import { createHmac } from 'node:crypto'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { divide, multiply, truncate } from '#rules/decimal.ts'

// What mining brings and costs: levels of our own for the sandbox, not market data (product §5.3).

/** Coins that machines of ours mine, the market that says what one is worth, and what a unit of hashrate brings in a day. */
export const miningCoins = [
  // Per TH/s.
  { coin: 'BTC', market: 'BTCUSDT', level: asDecimal('0.00000052') },
  // Per GH/s.
  { coin: 'LTC', market: 'LTCUSDT', level: asDecimal('0.0104') },
] as const

/** USD for a kilowatt hour. */
export const kwhLevel: Decimal = asDecimal('0.06')

export function hashpriceLevel(coin: string): Decimal {
  const found = miningCoins.find((one) => one.coin === coin)
  if (!found) throw new Error(`no machine mines ${coin}`)
  return found.level
}

const leafScale = 10

/**
 * The published generator of hashprices: the level within 5 % on either side, recomputable from the day's revealed seed:
 * level * (9500 + u32(HMAC-SHA256(seed, 'hash1|COIN|day')) mod 1001) / 10000, ten decimals.
 */
export function simHashprice(seed: Buffer, coin: string, day: string): Decimal {
  const draw = createHmac('sha256', seed).update(`hash1|${coin}|${day}`).digest().readUInt32BE(0) % 1001
  return truncate(divide(multiply(hashpriceLevel(coin), String(9500 + draw)), '10000'), leafScale)
}
