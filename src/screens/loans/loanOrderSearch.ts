export interface LoanOrderSearchParams {
  id?: string
  show?: 'ended'
}

/** One loan by its id, or the list: what is open, or what has ended. */
export const readLoanOrderSearchParams = ({ id, show }: Record<string, unknown>): LoanOrderSearchParams => ({
  ...(/^\d{1,20}$/.test(String(id ?? '')) && { id: String(id) }),
  ...(show === 'ended' && { show: 'ended' as const }),
})
