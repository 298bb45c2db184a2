export interface WithdrawSearch {
  currency?: string
}

export const readWithdrawSearch = (search: Record<string, unknown>): WithdrawSearch => {
  const { currency } = search
  return typeof currency === 'string' && /^[A-Z0-9]{2,10}$/.test(currency) ? { currency } : {}
}
