export interface SettlementSearch {
  type?: string
  id?: string
}

/** What is to be explained; anything else in the address is left out. */
export const readSettlementSearch = ({ type, id }: Record<string, unknown>): SettlementSearch => {
  const text = typeof id === 'number' && Number.isInteger(id) ? BigInt(id).toString() : id
  return {
    ...(typeof type === 'string' && /^[A-Za-z]{1,40}$/.test(type) && { type }),
    ...(typeof text === 'string' && /^[\w-]{1,80}$/.test(text) && { id: text }),
  }
}
