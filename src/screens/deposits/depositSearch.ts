export interface DepositSearch {
  currency?: string
  network?: string
}

const code = (given: unknown): string | undefined => (typeof given === 'string' && /^[A-Z0-9]{2,10}$/.test(given) ? given : undefined)

/** Which currency and which network the address asks for; what cannot be one is left out. */
export function depositSearch(search: Record<string, unknown>): DepositSearch {
  const [currency, network] = [code(search['currency']), code(search['network'])]
  return { ...(currency !== undefined && { currency }), ...(network !== undefined && { network }) }
}
