/** Currencies that the total can be shown in (docs/rules/ledger.md). */
export const valuationCurrencies = ['USDT', 'BTC', 'ETH', 'EUR', 'JPY'] as const
export type ValuationCurrency = (typeof valuationCurrencies)[number]

export const isValuationCurrency = (text: unknown): text is ValuationCurrency => valuationCurrencies.some((currency) => currency === text)
