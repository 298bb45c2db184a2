/** Which way the money went, and which of it is shown. */
export interface DepositWithdrawalSearchParams {
  tab?: 'withdrawal'
  status?: number
  currency?: string
}

const statuses = [0, 1, 2, -1, -2, -3]

/** A filter out of an address; what cannot be is left out. Deposits come first. */
export function readDepositWithdrawalSearchParams(search: Record<string, unknown>): DepositWithdrawalSearchParams {
  const { tab, currency } = search
  const status = search['status'] === undefined ? undefined : Number(search['status'])
  return {
    ...(tab === 'withdrawal' && { tab }),
    ...(status !== undefined && statuses.includes(status) && { status }),
    ...(typeof currency === 'string' && /^[A-Z0-9]{2,10}$/.test(currency) && { currency }),
  }
}
