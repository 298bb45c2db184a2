export interface BorrowSearch {
  kind?: 'pledge'
}

/** Credit is what the screen opens with. */
export const readBorrowSearch = (search: Record<string, unknown>): BorrowSearch => (search['kind'] === 'pledge' ? { kind: 'pledge' } : {})
