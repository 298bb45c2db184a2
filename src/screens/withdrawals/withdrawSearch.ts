export interface WithdrawSearchParams {
  currency?: string
}

export const readWithdrawSearchParams = (search: Record<string, unknown>): WithdrawSearchParams => {
  const { currency } = search
  return typeof currency === 'string' && /^[A-Z0-9]{2,10}$/.test(currency) ? { currency } : {}
}
