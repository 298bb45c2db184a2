import { asPartialObject } from '#api/stored/useDraft.ts'

/** Now at the market, at a price, or at a firm price. */
const spotKinds = ['market', 'limit', 'instant'] as const
export type SpotTicketKind = (typeof spotKinds)[number]

/** What has been typed into a spot ticket. */
export interface SpotDraft {
  side: 'buy' | 'sell'
  entry: 'money' | 'quantity'
  amount: string
  /** Undefined until typed: then the price at which the ticket was opened stands there. */
  limit?: string | undefined
}

export const emptySpotDraft: SpotDraft = { side: 'buy', entry: 'money', amount: '' }

/** A draft as the tab kept it; what does not fit is left out. */
export function parseSpotDraft(stored: unknown): Partial<SpotDraft> {
  const { side, entry, amount, limit } = asPartialObject<SpotDraft>(stored)
  return {
    ...((side === 'buy' || side === 'sell') && { side }),
    // An amount means nothing without what it is of.
    ...((entry === 'money' || entry === 'quantity') && typeof amount === 'string' && { entry, amount }),
    ...(typeof limit === 'string' && { limit }),
  }
}

/** Which of the three tickets was open. */
export function parseSpotTicketKindDraft(stored: unknown): { kind?: SpotTicketKind } {
  const { kind } = asPartialObject<{ kind: SpotTicketKind }>(stored)
  const ticketKind = spotKinds.find((one) => one === kind)
  return ticketKind ? { kind: ticketKind } : {}
}
