import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { ceilToStep, divide, floorToStep, multiply, subtract, add } from './decimal.ts'

export interface Quote {
  mid: Decimal
  bid: Decimal
  ask: Decimal
}

/** Bid down and ask up to the tick, half the spread to each side of mid (docs/rules/prices.md, Q1). */
export function marketQuoteFromMid(mid: Decimal, spreadBps: Decimal, tick: Decimal): Quote {
  const halfSpread = divide(spreadBps, '20000')
  return {
    mid,
    bid: floorToStep(multiply(mid, subtract('1', halfSpread)), tick),
    ask: ceilToStep(multiply(mid, add('1', halfSpread)), tick),
  }
}

/** How money in a quote currency becomes USDT, by the record of the same second (docs/rules/contracts.md). */
export interface UsdtConversion {
  rate: Decimal
  by: 'multiply' | 'divide'
}

export const noUsdtConversion: UsdtConversion = { rate: asDecimal('1'), by: 'multiply' }

export const convertToUsdt = (amount: Decimal, conversion: UsdtConversion): Decimal =>
  conversion.by === 'multiply' ? multiply(amount, conversion.rate) : divide(amount, conversion.rate)

/** The symbol whose mid turns a quote currency into USDT, and the direction. USD counts as USDT one to one (docs/rules/seed-data.md). */
export const usdtConvertersByCurrency: Record<string, { symbol: string; by: UsdtConversion['by'] } | undefined> = {
  JPY: { symbol: 'USDJPY', by: 'divide' },
  CAD: { symbol: 'USDCAD', by: 'divide' },
  CHF: { symbol: 'USDCHF', by: 'divide' },
  SGD: { symbol: 'USDSGD', by: 'divide' },
  CNH: { symbol: 'USDCNH', by: 'divide' },
  THB: { symbol: 'USDTHB', by: 'divide' },
  GBP: { symbol: 'GBPUSD', by: 'multiply' },
}

/**
 * How a market's quote currency becomes USDT: 'none' where it is a dollar already, 'itself' where the market is the very rate (USDJPY), 'other'
 * where another market is (EURJPY).
 */
export function usdtConversionKindOfMarket({ symbol, quote }: { symbol: string; quote: string }): 'none' | 'itself' | 'other' {
  const converter = usdtConvertersByCurrency[quote]
  if (!converter) return 'none'
  return converter.symbol === symbol ? 'itself' : 'other'
}
