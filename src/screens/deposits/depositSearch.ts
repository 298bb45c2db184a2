export interface DepositSearchParams {
  currency?: string
  network?: string
}

const parseCode = (param: unknown): string | undefined => (typeof param === 'string' && /^[A-Z0-9]{2,10}$/.test(param) ? param : undefined)

/** Which currency and which network the address asks for; what cannot be one is left out. */
export function readDepositSearchParams(search: Record<string, unknown>): DepositSearchParams {
  const [currency, network] = [parseCode(search['currency']), parseCode(search['network'])]
  return { ...(currency !== undefined && { currency }), ...(network !== undefined && { network }) }
}
