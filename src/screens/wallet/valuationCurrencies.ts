/** Currencies that the total can be shown in, with the decimals of each (docs/rules/ledger.md). */
export const valuationScale = { USDT: 2, BTC: 8, ETH: 8, EUR: 2, JPY: 0 } as const
export type ValuationCurrency = keyof typeof valuationScale

export const valuationCurrencies = Object.keys(valuationScale) as ValuationCurrency[]
export const isValuationCurrency = (text: unknown): text is ValuationCurrency =>
  typeof text === 'string' && Object.hasOwn(valuationScale, text)
