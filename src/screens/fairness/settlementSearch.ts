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

/** The router reads bare digits as a number, and an id of nineteen loses its end there: the address bar still has all of them. */
export function exactId(id: string, address: string): string {
  const typed = new URLSearchParams(address).get('id') ?? ''
  return /^\d+$/.test(typed) && Number(typed) === Number(id) ? typed : id
}
