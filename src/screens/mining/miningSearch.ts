export interface MiningSearch {
  id?: string
}

const read = (given: unknown, shape: RegExp): MiningSearch => {
  const id = typeof given === 'string' || typeof given === 'number' ? String(given) : ''
  return shape.test(id) ? { id } : {}
}

/** Which machine is shown. */
export const readMachineSearch = (search: Record<string, unknown>): MiningSearch => read(search['id'], /^[a-z0-9-]{1,40}$/)
/** Which order is shown; all of them without one. */
export const readMiningOrderSearch = (search: Record<string, unknown>): MiningSearch => read(search['id'], /^\d{1,20}$/)
