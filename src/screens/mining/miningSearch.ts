export interface MiningIdSearchParams {
  id?: string
}

const parseSearch = (param: unknown, pattern: RegExp): MiningIdSearchParams => {
  const id = typeof param === 'string' || typeof param === 'number' ? String(param) : ''
  return pattern.test(id) ? { id } : {}
}

/** Which machine is shown. */
export const readMiningMachineSearchParams = (search: Record<string, unknown>): MiningIdSearchParams =>
  parseSearch(search['id'], /^[a-z0-9-]{1,40}$/)
/** Which order is shown; all of them without one. */
export const readMiningOrderSearchParams = (search: Record<string, unknown>): MiningIdSearchParams =>
  parseSearch(search['id'], /^\d{1,20}$/)
