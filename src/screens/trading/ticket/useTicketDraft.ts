import { asPartialObject, useTabFormDraft } from '#api/stored/useDraft.ts'
import { direction, orderType } from '#contract/states.ts'
import { emptyStopPriceTexts, type StopPriceTexts } from './StopPriceFields.tsx'

export type ContractOrderKind = keyof typeof orderType
export type ContractSide = keyof typeof direction

/** What has been typed into a ticket. */
export interface ContractTicketDraft {
  side: ContractSide
  kind: ContractOrderKind
  limit: string
  hasStops: boolean
  stops: StopPriceTexts
  entry: 'money' | 'quantity'
  amount: string
  /** Undefined until chosen. */
  lever: number | undefined
}

const empty: ContractTicketDraft = {
  side: 'long',
  kind: 'market',
  limit: '',
  hasStops: false,
  stops: emptyStopPriceTexts,
  entry: 'money',
  amount: '',
  lever: undefined,
}

/** A draft as the tab kept it, written perhaps by another build: what does not fit is left out. */
export function parseContractTicketDraft(stored: unknown): Partial<ContractTicketDraft> {
  const { side, kind, limit, hasStops, stops, entry, amount, lever } = asPartialObject<ContractTicketDraft>(stored)
  const { stopProfit, stopLoss } = asPartialObject<StopPriceTexts>(stops)
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
export const useContractTicketDraft = (symbol: string, start: Partial<ContractTicketDraft>) =>
  useTabFormDraft(`ticket:${symbol}`, empty, parseContractTicketDraft, start)
