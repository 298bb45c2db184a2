export interface BondIdSearchParams {
  id?: string
}

const parseSearch = (param: unknown, pattern: RegExp): BondIdSearchParams => {
  const id = typeof param === 'string' || typeof param === 'number' ? String(param) : ''
  return pattern.test(id) ? { id } : {}
}

/** Which project is shown. */
export const readDebtProjectSearchParams = (search: Record<string, unknown>): BondIdSearchParams =>
  parseSearch(search['id'], /^[a-z0-9-]{1,40}$/)
/** Which order is shown; all of them without one. */
export const readBondOrderSearchParams = (search: Record<string, unknown>): BondIdSearchParams => parseSearch(search['id'], /^\d{1,20}$/)
