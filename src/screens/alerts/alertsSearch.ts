export interface AlertsSearch {
  /** A market to make an alert for at once. */
  symbol?: string
}

export const readAlertsSearch = (search: Record<string, unknown>): AlertsSearch => {
  const { symbol } = search
  return typeof symbol === 'string' && /^[A-Z0-9]{3,20}$/.test(symbol) ? { symbol } : {}
}
