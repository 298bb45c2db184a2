export interface BookSearch {
  /** A currency to save a place for at once. */
  add?: string
}

export const readBookSearch = (search: Record<string, unknown>): BookSearch => {
  const { add } = search
  return typeof add === 'string' && /^[A-Z0-9]{2,10}$/.test(add) ? { add } : {}
}
