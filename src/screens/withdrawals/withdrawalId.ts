export interface WithdrawalSearch {
  id?: string
}

export const readWithdrawalSearch = (search: Record<string, unknown>): WithdrawalSearch => {
  const id = String(search['id'] ?? '')
  return /^\d{1,20}$/.test(id) ? { id } : {}
}
