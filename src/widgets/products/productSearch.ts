/** Arbitrage, pledge and AI-quant share their screens; the address says which (product §4.2 row 25). */
export type EarnType = 1 | 2 | 3
export const isEarnType = (type: number): type is EarnType => type === 1 || type === 2 || type === 3

export interface EarnSearch {
  type?: EarnType
  id?: string
}

const typeIn = (given: unknown): EarnType | undefined => ([1, 2, 3] as const).find((type) => String(type) === String(given))
const productId = /^[a-z0-9-]{1,40}$/
const orderId = /^\d{1,20}$/

const read = (search: Record<string, unknown>, shape: RegExp): EarnSearch => {
  const type = typeIn(search['type'])
  const id = typeof search['id'] === 'string' || typeof search['id'] === 'number' ? String(search['id']) : ''
  return { ...(type && { type }), ...(shape.test(id) && { id }) }
}

/** Of a screen that shows a product. */
export const readProductSearch = (search: Record<string, unknown>): EarnSearch => read(search, productId)
/** Of a screen that shows an order. */
export const readOrderSearch = (search: Record<string, unknown>): EarnSearch => read(search, orderId)
