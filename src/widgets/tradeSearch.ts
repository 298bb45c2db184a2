import type { SearchSchemaInput } from '@tanstack/react-router'
import { askedSymbol } from './askedSymbol.ts'

/** The kinds of trade of the trading tab (product §4.2 row 7). In a file of its own, because the address is read before the screen is fetched. */
export const tradeModes = ['contract', 'spot', 'option', 'second', 'fast'] as const
export type TradeMode = (typeof tradeModes)[number]

/** The three lists below a ticket. */
export type OrderList = 'positions' | 'pending' | 'history'
export const orderListOf = (asked: unknown): OrderList => (asked === 'history' || asked === 'pending' ? asked : 'positions')

/** What the tab's address says: kind, market and list; all of it kept when the kind changes. */
export interface TradeSearch {
  mode: TradeMode
  symbol: string
  book: OrderList
  /** The competition whose virtual book is traded in; one's own book without it. */
  comp?: string
}

export const tradeSearch = (asked: Partial<TradeSearch> & SearchSchemaInput): TradeSearch => ({
  mode: tradeModes.find((mode) => mode === asked.mode) ?? 'contract',
  symbol: askedSymbol(asked.symbol),
  book: orderListOf(asked.book),
  ...(typeof asked.comp === 'string' && /^[a-z0-9-]{1,40}$/.test(asked.comp) && { comp: asked.comp }),
})

/** What a pane is given: where it is, and how to go elsewhere without leaving a step to go back to. */
export interface PaneProps {
  at: TradeSearch
  go(next: Partial<TradeSearch>): void
}
