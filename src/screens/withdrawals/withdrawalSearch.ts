export interface WithdrawalResultSearchParams {
  id?: string
}

export const readWithdrawalResultSearchParams = (search: Record<string, unknown>): WithdrawalResultSearchParams => {
  const id = String(search['id'] ?? '')
  return /^\d{1,20}$/.test(id) ? { id } : {}
}
