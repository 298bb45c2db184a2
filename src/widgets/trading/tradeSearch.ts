import type { SearchSchemaInput } from '@tanstack/react-router'
import { parseMarketSymbolParamOrDefault } from '../market/requestedSymbol.ts'

/** The kinds of trade of the trading tab. In a file of its own, because the address is read before the screen is fetched. */
export const tradeModes = ['contract', 'spot', 'option', 'second', 'fast'] as const
export type TradeMode = (typeof tradeModes)[number]

/** The three lists below a ticket. */
export type TradeOrderTab = 'positions' | 'pending' | 'history'
export const parseTradeOrderTabOrDefault = (param: unknown): TradeOrderTab =>
  param === 'history' || param === 'pending' ? param : 'positions'

/** What the tab's address says: kind, market and list; all of it kept when the kind changes. */
export interface TradeSearchParams {
  mode: TradeMode
  symbol: string
  book: TradeOrderTab
  /** The competition whose virtual book is traded in; one's own book without it. */
  comp?: string
}

export const readTradeSearchParams = (params: Partial<TradeSearchParams> & SearchSchemaInput): TradeSearchParams => ({
  mode: tradeModes.find((mode) => mode === params.mode) ?? 'contract',
  symbol: parseMarketSymbolParamOrDefault(params.symbol),
  book: parseTradeOrderTabOrDefault(params.book),
  ...(typeof params.comp === 'string' && /^[a-z0-9-]{1,40}$/.test(params.comp) && { comp: params.comp }),
})

/** What a pane is given: where it is, and how to go elsewhere without leaving a step to go back to. */
export interface TradePaneProps {
  at: TradeSearchParams
  go(next: Partial<TradeSearchParams>): void
}
