import { randomBytes } from 'node:crypto'
import type { SwapQuote } from '#contract/calls/swap.ts'
import { swapQuoteMs } from '#contract/constants.ts'
import { Refusal } from '#contract/refusals.ts'
import { asInstant } from '#contract/time.ts'
import { swapBridgeCurrency } from '#rules/swap.ts'
import type { AppContext } from '../core/appContext.ts'
import type { TradePermissionQuery } from '../risk/assertCanTrade.ts'
import { verifyClaimsToken, signClaimsToken } from '../core/signedText.ts'
import { priceSwap, type SwapRequest } from './price.ts'

const kind = 'fx1'

/** Everything that was promised, to whom, until when. `no` is the quote's own number: the first exchange on it takes it. */
export interface FirmSwapQuote extends Omit<SwapQuote, 'quoteId' | 'expireAt' | 'feedMode'> {
  no: string
  user: string
  expireAtMs: number
}

/** A firm price for ten seconds (docs/rules/swaps.md). It is signed, not stored: asking costs the database nothing. */
export function createSwapQuote(app: AppContext, key: Buffer, userId: string, request: SwapRequest & { accountType: number }): SwapQuote {
  const nowMs = app.clock.now()
  const { terms, sources, feedMode } = priceSwap(app, request, nowMs)
  const { valueUsdt: _, ...rest } = terms
  const { accountType, fromCurrency, toCurrency } = request
  const quote = { accountType, fromCurrency, toCurrency, ...rest, sources }
  const expireAtMs = nowMs + swapQuoteMs
  const promised: FirmSwapQuote = { ...quote, no: randomBytes(16).toString('hex'), user: userId, expireAtMs }
  return { quoteId: signClaimsToken(key, kind, promised), ...quote, feedMode, expireAt: asInstant(expireAtMs) }
}

/** What was promised, if this quote is ours and this person's. Refuses quoteExpired when it is not, or when its time is over. */
export function requireSwapQuote(key: Buffer, quoteId: string, userId: string, nowMs: number): FirmSwapQuote {
  const promised = verifyClaimsToken(key, kind, quoteId) as FirmSwapQuote | undefined
  if (!promised || promised.user !== userId || nowMs >= promised.expireAtMs) throw new Refusal('quoteExpired')
  return promised
}

/** As the gate asks about it. Into USDT is leaving. */
export const swapTradeRequestOf = ({
  accountType,
  toCurrency,
  sources,
}: Pick<SwapQuote, 'accountType' | 'toCurrency' | 'sources'>): TradePermissionQuery => ({
  accountType,
  product: 'spot',
  symbols: sources.map(({ symbol }) => symbol),
  isLeaving: toCurrency === swapBridgeCurrency,
  ...(toCurrency !== swapBridgeCurrency && { buys: toCurrency }),
})
