/** Arbitrage, pledge and AI-quant share their screens; the address says which. */
export type ArbitragePledgeQuantType = 1 | 2 | 3
export const isArbitragePledgeQuantType = (type: number): type is ArbitragePledgeQuantType => type === 1 || type === 2 || type === 3

export interface EarnSearchParams {
  type?: ArbitragePledgeQuantType
  id?: string
}

const parseEarnType = (param: unknown): ArbitragePledgeQuantType | undefined =>
  ([1, 2, 3] as const).find((type) => String(type) === String(param))
const productId = /^[a-z0-9-]{1,40}$/
const orderId = /^\d{1,20}$/

const parseSearch = (search: Record<string, unknown>, pattern: RegExp): EarnSearchParams => {
  const type = parseEarnType(search['type'])
  const id = typeof search['id'] === 'string' || typeof search['id'] === 'number' ? String(search['id']) : ''
  return { ...(type && { type }), ...(pattern.test(id) && { id }) }
}

/** Of a screen that shows a product. */
export const readProductSearchParams = (search: Record<string, unknown>): EarnSearchParams => parseSearch(search, productId)
/** Of a screen that shows an order. */
export const readProductOrderSearchParams = (search: Record<string, unknown>): EarnSearchParams => parseSearch(search, orderId)
