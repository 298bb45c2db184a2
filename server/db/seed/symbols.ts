import { asDecimal } from '#contract/decimal.ts'
import type { CryptoListing, ExchangeName, ForexListing, MarketListing, MetalListing } from '#rules/listing/listing.ts'
import { cryptoListings } from '#rules/listing/coins.ts'
import { marketListings } from '#rules/listing/marketListing.ts'

// What the server needs of each market (src/rules/listing), as exact decimals and in the same order.

const priceScale = (tick: string): number => tick.split('.')[1]?.length ?? 0

const shared = <Quote extends string>(
  quote: Quote,
  { base, name, tick, spreadBps, hot, ref, sigmaYear, derived }: MarketListing,
  maxQty: string,
) => ({
  ref: asDecimal(ref),
  ...(derived ? { derived } : { sigmaYear }),
  symbol: base + quote,
  base,
  quote,
  name,
  tick: asDecimal(tick),
  priceScale: priceScale(tick),
  maxQty: asDecimal(maxQty),
  contractSize: asDecimal('1'),
  spreadBps: asDecimal(spreadBps),
  hot,
})

const crypto = (row: CryptoListing) => {
  const { qtyStep, minQty, maxQty, feeRate = '0.0006', lever = 10 } = row
  return {
    ...shared('USDT', row, maxQty),
    category: row.category,
    qtyStep: asDecimal(qtyStep),
    minQty: asDecimal(minQty),
    feeRate: asDecimal(feeRate),
    maxLever: { strict: 2, intl: lever, newUser: lever === 20 ? 5 : 3 },
  }
}

const metal = (row: MetalListing) => {
  const { qtyStep, minQty, maxQty, feeRate, lever } = row
  return {
    ...shared('USD', row, maxQty),
    category: row.category,
    qtyStep: asDecimal(qtyStep),
    minQty: asDecimal(minQty),
    feeRate: asDecimal(feeRate),
    maxLever: { strict: lever, intl: lever, newUser: lever === 20 ? 10 : 5 },
  }
}

const forex = (row: ForexListing) => ({
  ...shared(row.quote, row, '5000000'),
  category: row.category,
  qtyStep: asDecimal('100'),
  minQty: asDecimal('1000'),
  feeRate: asDecimal('0.00005'),
  maxLever: { strict: row.lever, intl: row.lever, newUser: 10 },
})

const everyExchange: readonly ExchangeName[] = ['coinbase', 'binance', 'kraken', 'okx']

/** Coins whose price an exchange publishes. */
export const coinsListedOn = (exchange: ExchangeName): string[] =>
  cryptoListings.filter(({ listedOn = everyExchange }) => listedOn.includes(exchange)).map(({ base }) => base)
/** Coins whose perpetual contracts say what funding costs: all of them. */
export const tradedCoins: readonly string[] = cryptoListings.map(({ base }) => base)

/** Every market, in stored order. */
export const symbolSeeds = marketListings.map((row) =>
  row.category === 'crypto' ? crypto(row) : row.category === 'metal' ? metal(row) : forex(row),
)
