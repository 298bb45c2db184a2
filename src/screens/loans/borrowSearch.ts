export interface BorrowSearchParams {
  kind?: 'pledge'
}

/** Credit is what the screen opens with. */
export const readBorrowSearchParams = (search: Record<string, unknown>): BorrowSearchParams =>
  search['kind'] === 'pledge' ? { kind: 'pledge' } : {}
