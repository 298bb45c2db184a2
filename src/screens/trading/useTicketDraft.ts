import { useState } from 'react'
import { filed } from '#api/keep.ts'
import { readTab, writeTab } from '#api/keptInTab.ts'
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
  if (typeof kept !== 'object' || kept === null) return {}
  const { side, kind, limit, hasStops, stops, entry, amount, lever } = kept as Partial<Record<keyof TicketDraft, unknown>>
  const { stopProfit, stopLoss } = (stops ?? {}) as Partial<Record<keyof StopTexts, unknown>>
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

// Where the tab has no storage: as long as the app is open.
const drafts = new Map<string, TicketDraft>()

/** The draft of one market's ticket, and what changes it: looking at a chart, another tab or an update on the way loses nothing typed. */
export function useTicketDraft(symbol: string, start: Partial<TicketDraft>): [TicketDraft, (next: Partial<TicketDraft>) => void] {
  const name = `ticket:${symbol}`
  const [draft, setDraft] = useState<TicketDraft>(() => ({ ...empty, ...(drafts.get(filed(name)) ?? readDraft(readTab(name))), ...start }))
  const change = (next: Partial<TicketDraft>) => {
    const changed = { ...draft, ...next }
    drafts.set(filed(name), changed)
    writeTab(name, changed)
    setDraft(changed)
  }
  return [draft, change]
}
