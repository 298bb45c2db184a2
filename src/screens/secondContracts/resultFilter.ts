const filters = ['all', 'won', 'lost', 'returned'] as const

/** What the history is narrowed to. In a file of its own, because the address is read before the screen is fetched. */
export type ResultFilter = (typeof filters)[number]
export const isResultFilter = (text: unknown): text is ResultFilter => filters.includes(text as ResultFilter)
