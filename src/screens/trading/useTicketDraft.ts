import { useState } from 'react'
import type { direction, orderType } from '#contract/states.ts'
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

// As long as the app is open: looking at a chart or another tab on the way loses nothing that was typed.
const drafts = new Map<string, TicketDraft>()

/** The draft of one market's ticket, and what changes it. */
export function useTicketDraft(symbol: string, start: Partial<TicketDraft>): [TicketDraft, (next: Partial<TicketDraft>) => void] {
  const [draft, setDraft] = useState<TicketDraft>(() => ({ ...empty, ...drafts.get(symbol), ...start }))
  const change = (next: Partial<TicketDraft>) => {
    const changed = { ...draft, ...next }
    drafts.set(symbol, changed)
    setDraft(changed)
  }
  return [draft, change]
}
