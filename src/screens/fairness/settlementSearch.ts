export interface SettlementSearch {
  type?: string
  id?: string
}

/** What is to be explained; anything else in the address is left out. */
export const readSettlementSearch = ({ type, id }: Record<string, unknown>): SettlementSearch => {
  const text = typeof id === 'number' ? digits(id) : id
  return {
    ...(typeof type === 'string' && /^[A-Za-z]{1,40}$/.test(type) && { type }),
    ...(typeof text === 'string' && /^[\w-]{1,80}$/.test(text) && { id: text }),
  }
}

/** The router reads digits as a number, and a long one loses its end there: it is taken from the address itself. */
const digits = (id: number): string =>
  Number.isSafeInteger(id) ? String(id) : (new URLSearchParams(globalThis.location?.search).get('id') ?? '')
