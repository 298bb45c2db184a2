import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { ceilToStep, divide, floorToStep, multiply, subtract, add } from './decimal.ts'

export interface Quote {
  mid: Decimal
  bid: Decimal
  ask: Decimal
}

/** Bid down and ask up to the tick, half the spread to each side of mid (product §2.2, Q1). */
export function quoteOf(mid: Decimal, spreadBps: Decimal, tick: Decimal): Quote {
  const half = divide(spreadBps, '20000')
  return {
    mid,
    bid: floorToStep(multiply(mid, subtract('1', half)), tick),
    ask: ceilToStep(multiply(mid, add('1', half)), tick),
  }
}

/** How money in a quote currency becomes USDT, by the record of the same second (product §2.4). */
export interface Conversion {
  rate: Decimal
  by: 'multiply' | 'divide'
}

export const noConversion: Conversion = { rate: asDecimal('1'), by: 'multiply' }

export const toUsdt = (amount: Decimal, conversion: Conversion): Decimal =>
  conversion.by === 'multiply' ? multiply(amount, conversion.rate) : divide(amount, conversion.rate)

/** The symbol whose mid turns a quote currency into USDT, and the direction. USD counts as USDT one to one (product §5.1). */
export const conversionSymbol: Record<string, { symbol: string; by: Conversion['by'] } | undefined> = {
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
export function convertedBy({ symbol, quote }: { symbol: string; quote: string }): 'none' | 'itself' | 'other' {
  const converter = conversionSymbol[quote]
  if (!converter) return 'none'
  return converter.symbol === symbol ? 'itself' : 'other'
}
