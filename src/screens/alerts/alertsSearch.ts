export interface PriceAlertsSearchParams {
  /** A market to make an alert for at once. */
  symbol?: string
}

export const readPriceAlertsSearchParams = (search: Record<string, unknown>): PriceAlertsSearchParams => {
  const { symbol } = search
  return typeof symbol === 'string' && /^[A-Z0-9]{3,20}$/.test(symbol) ? { symbol } : {}
}
