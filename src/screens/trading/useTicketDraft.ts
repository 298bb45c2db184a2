import { partsOf, useDraft } from '#api/useDraft.ts'
import { direction, orderType } from '#contract/states.ts'
import { noStops, type StopTexts } from './StopFields.tsx'

export type Kind = keyof typeof orderType
export type Side = keyof typeof direction

/** What has been typed into a ticket. */
export interface TicketDraft {
  side: Side
  kind: Kind
  limit: string
  hasStops: boolean
  stops: StopTexts
  entry: 'money' | 'quantity'
  amount: string
  /** Undefined until chosen. */
  lever: number | undefined
}

const empty: TicketDraft = {
  side: 'long',
  kind: 'market',
  limit: '',
  hasStops: false,
  stops: noStops,
  entry: 'money',
  amount: '',
  lever: undefined,
}

/** A draft as the tab kept it, written perhaps by another build: what does not fit is left out. */
export function readDraft(kept: unknown): Partial<TicketDraft> {
  const { side, kind, limit, hasStops, stops, entry, amount, lever } = partsOf<TicketDraft>(kept)
  const { stopProfit, stopLoss } = partsOf<StopTexts>(stops)
  return {
    ...(isKeyOf(direction, side) && { side }),
    ...(isKeyOf(orderType, kind) && { kind }),
    ...(typeof limit === 'string' && { limit }),
    ...(typeof hasStops === 'boolean' && { hasStops }),
    ...(typeof stopProfit === 'string' && typeof stopLoss === 'string' && { stops: { stopProfit, stopLoss } }),
    // An amount means nothing without what it is of.
    ...((entry === 'money' || entry === 'quantity') && typeof amount === 'string' && { entry, amount }),
    ...(Number.isInteger(lever) && Number(lever) > 0 && { lever: Number(lever) }),
  }
}

const isKeyOf = <T extends object>(table: T, key: unknown): key is keyof T & string => typeof key === 'string' && Object.hasOwn(table, key)

/** The draft of one market's ticket, and what changes it. */
export const useTicketDraft = (symbol: string, start: Partial<TicketDraft>) => useDraft(`ticket:${symbol}`, empty, readDraft, start)
