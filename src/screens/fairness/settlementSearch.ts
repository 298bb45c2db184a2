export interface SettlementSearchParams {
  type?: string
  id?: string
}

/** What is to be explained; anything else in the address is left out. */
export const readSettlementSearchParams = ({ type, id }: Record<string, unknown>): SettlementSearchParams => {
  const text = typeof id === 'number' && Number.isInteger(id) ? BigInt(id).toString() : id
  return {
    ...(typeof type === 'string' && /^[A-Za-z]{1,40}$/.test(type) && { type }),
    ...(typeof text === 'string' && /^[\w-]{1,80}$/.test(text) && { id: text }),
  }
}
