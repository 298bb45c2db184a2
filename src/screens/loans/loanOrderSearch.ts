export interface LoanOrderSearch {
  id?: string
  show?: 'ended'
}

/** One loan by its id, or the list: what is open, or what has ended. */
export const readLoanOrderSearch = ({ id, show }: Record<string, unknown>): LoanOrderSearch => ({
  ...(/^\d{1,20}$/.test(String(id ?? '')) && { id: String(id) }),
  ...(show === 'ended' && { show: 'ended' as const }),
})
