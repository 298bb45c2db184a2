/** What the history is narrowed to. */
export type ResultFilter = 'all' | 'won' | 'lost' | 'returned'
