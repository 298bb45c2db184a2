export interface BondsSearch {
  id?: string
}

const read = (given: unknown, shape: RegExp): BondsSearch => {
  const id = typeof given === 'string' || typeof given === 'number' ? String(given) : ''
  return shape.test(id) ? { id } : {}
}

/** Which project is shown. */
export const readProjectSearch = (search: Record<string, unknown>): BondsSearch => read(search['id'], /^[a-z0-9-]{1,40}$/)
/** Which order is shown; all of them without one. */
export const readBondOrderSearch = (search: Record<string, unknown>): BondsSearch => read(search['id'], /^\d{1,20}$/)
