import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { drawnHashprice } from '#rules/sim/drawnInputs.ts'
import { createSeedHmac } from './sim.ts'

// What mining brings and costs: levels of our own for the sandbox, not market data (docs/rules/seed-data.md).

/** Coins that machines of ours mine, the market that says what one is worth, and what a unit of hashrate brings in a day. */
export const miningCoins = [
  // Per TH/s.
  { coin: 'BTC', market: 'BTCUSDT', level: asDecimal('0.00000052') },
  // Per GH/s.
  { coin: 'LTC', market: 'LTCUSDT', level: asDecimal('0.0104') },
] as const

/** USD for a kilowatt hour. */
export const baseKwhPrice: Decimal = asDecimal('0.06')

export function baseHashpriceOf(coin: string): Decimal {
  const found = miningCoins.find((miningCoin) => miningCoin.coin === coin)
  if (!found) throw new Error(`no machine mines ${coin}`)
  return found.level
}

/**
 * The published generator of hashprices: the level within 5 % on either side, recomputable from the day's revealed seed:
 * level * (9500 + u32(HMAC-SHA256(seed, 'hash1|COIN|day')) mod 1001) / 10000, ten decimals.
 */
export const simHashprice = (seed: Buffer, coin: string, day: string): Decimal =>
  drawnHashprice(createSeedHmac(seed), coin, day, baseHashpriceOf(coin))
