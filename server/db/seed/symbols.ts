import { asDecimal } from '#contract/decimal.ts'

// The markets of product §5.1, row for row. Order is identity: a symbol's place in `symbols` is its number in the
// stored price record, so rows are only ever appended. Prices are reference levels of our own, not market data.

const priceScale = (tick: string): number => tick.split('.')[1]?.length ?? 0

interface Common {
  symbol: string
  name: string
  ref: string
  tick: string
  spreadBps: string
  maxQty: string
  hot: number
}

const shared = ({ symbol, name, ref, tick, spreadBps, maxQty, hot }: Common) => ({
  symbol,
  name,
  ref: asDecimal(ref),
  tick: asDecimal(tick),
  priceScale: priceScale(tick),
  maxQty: asDecimal(maxQty),
  contractSize: asDecimal('1'),
  spreadBps: asDecimal(spreadBps),
  hot,
})

type CryptoRow = [
  base: string,
  name: string,
  ref: string,
  tick: string,
  step: string,
  min: string,
  max: string,
  bps: string,
  feeRate: string,
  intl: number,
  sigmaYear: number,
  hot: number,
]

const crypto = ([base, name, ref, tick, step, min, maxQty, spreadBps, feeRate, intl, sigmaYear, hot]: CryptoRow) => ({
  ...shared({ symbol: `${base}USDT`, name, ref, tick, spreadBps, maxQty, hot }),
  base,
  quote: 'USDT',
  category: 'crypto' as const,
  qtyStep: asDecimal(step),
  minQty: asDecimal(min),
  feeRate: asDecimal(feeRate),
  maxLever: { strict: 2, intl, newUser: intl === 20 ? 5 : 3 },
  sigmaYear,
})

type MetalRow = [
  base: string,
  name: string,
  ref: string,
  tick: string,
  step: string,
  min: string,
  max: string,
  bps: string,
  feeRate: string,
  lever: number,
  sigmaYear: number,
  hot: number,
]

const metal = ([base, name, ref, tick, step, min, maxQty, spreadBps, feeRate, lever, sigmaYear, hot]: MetalRow) => ({
  ...shared({ symbol: `${base}USD`, name, ref, tick, spreadBps, maxQty, hot }),
  base,
  quote: 'USD',
  category: 'metal' as const,
  qtyStep: asDecimal(step),
  minQty: asDecimal(min),
  feeRate: asDecimal(feeRate),
  maxLever: { strict: lever, intl: lever, newUser: lever === 20 ? 10 : 5 },
  sigmaYear,
})

type Cross = { a: string; b: string; by: 'multiply' | 'divide' }
type ForexRow = [
  base: string,
  quote: string,
  name: string,
  ref: string,
  tick: string,
  bps: string,
  lever: number,
  made: number | Cross,
  hot: number,
]

const forex = ([base, quote, name, ref, tick, spreadBps, lever, made, hot]: ForexRow) => ({
  ...shared({ symbol: base + quote, name, ref, tick, spreadBps, maxQty: '5000000', hot }),
  base,
  quote,
  category: 'forex' as const,
  qtyStep: asDecimal('100'),
  minQty: asDecimal('1000'),
  feeRate: asDecimal('0.00005'),
  maxLever: { strict: lever, intl: lever, newUser: 10 },
  ...(typeof made === 'number' ? { sigmaYear: made } : { derived: made }),
})

/** The 34 markets, in stored order. `hot` is the place in the hot list, 1 first. `maxQty` is worth about a million USDT or less. */
export const symbols = [
  crypto(['BTC', 'Bitcoin', '90000.00', '0.01', '0.0001', '0.0001', '10', '2', '0.0005', 20, 0.55, 1]),
  crypto(['ETH', 'Ethereum', '3200.00', '0.01', '0.001', '0.005', '300', '3', '0.0005', 20, 0.7, 2]),
  crypto(['BNB', 'BNB', '850.00', '0.01', '0.01', '0.02', '600', '5', '0.0006', 10, 0.65, 8]),
  crypto(['SOL', 'Solana', '150.00', '0.01', '0.01', '0.1', '3000', '5', '0.0006', 10, 0.85, 4]),
  crypto(['XRP', 'XRP', '2.2000', '0.0001', '1', '5', '200000', '5', '0.0006', 10, 0.85, 6]),
  crypto(['ADA', 'Cardano', '0.5000', '0.0001', '1', '20', '600000', '6', '0.0006', 10, 0.9, 13]),
  crypto(['DOGE', 'Dogecoin', '0.16000', '0.00001', '1', '50', '2000000', '6', '0.0006', 10, 0.95, 7]),
  crypto(['TRX', 'TRON', '0.28000', '0.00001', '1', '40', '1500000', '6', '0.0006', 10, 0.6, 15]),
  crypto(['LTC', 'Litecoin', '90.00', '0.01', '0.01', '0.1', '4000', '6', '0.0006', 10, 0.7, 14]),
  crypto(['BCH', 'Bitcoin Cash', '480.00', '0.01', '0.001', '0.02', '800', '6', '0.0006', 10, 0.75, 19]),
  crypto(['LINK', 'Chainlink', '14.000', '0.001', '0.1', '1', '20000', '7', '0.0006', 10, 0.85, 16]),
  crypto(['AVAX', 'Avalanche', '16.000', '0.001', '0.1', '1', '20000', '7', '0.0006', 10, 0.9, 17]),
  crypto(['DOT', 'Polkadot', '3.000', '0.001', '0.1', '4', '100000', '8', '0.0006', 10, 0.85, 20]),
  crypto(['TON', 'Toncoin', '2.000', '0.001', '0.1', '6', '150000', '8', '0.0006', 10, 0.8, 18]),
  crypto(['UNI', 'Uniswap', '6.000', '0.001', '0.1', '2', '50000', '8', '0.0006', 10, 0.9, 25]),
  crypto(['ATOM', 'Cosmos', '2.800', '0.001', '0.1', '4', '100000', '8', '0.0006', 10, 0.85, 26]),
  metal(['XAU', 'Gold', '4050.00', '0.01', '0.01', '0.01', '250', '1.5', '0.0002', 20, 0.16, 3]),
  metal(['XAG', 'Silver', '50.000', '0.001', '1', '1', '20000', '4', '0.0002', 10, 0.3, 10]),
  metal(['XPT', 'Platinum', '1550.00', '0.01', '0.01', '0.1', '600', '6', '0.0003', 10, 0.26, 27]),
  metal(['XPD', 'Palladium', '1400.00', '0.01', '0.01', '0.1', '600', '8', '0.0003', 10, 0.36, 28]),
  forex(['EUR', 'USD', 'Euro / US dollar', '1.16000', '0.00001', '0.8', 30, 0.07, 5]),
  forex(['GBP', 'USD', 'Pound / US dollar', '1.32000', '0.00001', '1.0', 30, 0.08, 11]),
  forex(['USD', 'JPY', 'US dollar / Yen', '155.000', '0.001', '1.0', 30, 0.09, 9]),
  forex(['AUD', 'USD', 'Australian dollar / US dollar', '0.65000', '0.00001', '1.2', 20, 0.09, 12]),
  forex(['NZD', 'USD', 'New Zealand dollar / US dollar', '0.57000', '0.00001', '1.5', 20, 0.09, 24]),
  forex(['USD', 'CAD', 'US dollar / Canadian dollar', '1.40000', '0.00001', '1.2', 30, 0.06, 22]),
  forex(['USD', 'CHF', 'US dollar / Swiss franc', '0.80000', '0.00001', '1.2', 30, 0.08, 23]),
  forex(['EUR', 'JPY', 'Euro / Yen', '179.800', '0.001', '1.5', 30, { a: 'EURUSD', b: 'USDJPY', by: 'multiply' }, 21]),
  forex(['GBP', 'JPY', 'Pound / Yen', '204.600', '0.001', '2', 30, { a: 'GBPUSD', b: 'USDJPY', by: 'multiply' }, 29]),
  forex(['EUR', 'GBP', 'Euro / Pound', '0.87878', '0.00001', '1.5', 30, { a: 'EURUSD', b: 'GBPUSD', by: 'divide' }, 30]),
  forex(['AUD', 'JPY', 'Australian dollar / Yen', '100.750', '0.001', '2', 20, { a: 'AUDUSD', b: 'USDJPY', by: 'multiply' }, 31]),
  forex(['USD', 'SGD', 'US dollar / Singapore dollar', '1.30000', '0.00001', '3', 20, 0.04, 32]),
  forex(['USD', 'CNH', 'US dollar / Offshore yuan', '7.1000', '0.0001', '3', 20, 0.04, 33]),
  forex(['USD', 'THB', 'US dollar / Baht', '32.500', '0.001', '6', 20, 0.06, 34]),
]
