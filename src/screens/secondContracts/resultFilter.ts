/** What the history is narrowed to. */
export type SecondContractResultFilter = 'all' | 'won' | 'lost' | 'returned'
