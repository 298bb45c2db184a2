import { randomBytes } from 'node:crypto'
import type { SwapQuote } from '#contract/calls/swap.ts'
import { swapQuoteMs } from '#contract/constants.ts'
import { Refusal } from '#contract/refusals.ts'
import { asInstant } from '#contract/time.ts'
import { swapCurrency } from '#rules/swap.ts'
import type { House } from '../house.ts'
import type { TradeAsk } from '../mayTrade.ts'
import { readText, signText } from '../signedText.ts'
import { priceSwap, type SwapAsked } from './price.ts'

const kind = 'fx1'

/** Everything that was promised, to whom, until when. `no` is the quote's own number: the first exchange on it takes it. */
export interface Promised extends Omit<SwapQuote, 'quoteId' | 'expireAt' | 'feedMode'> {
  no: string
  user: string
  expireAtMs: number
}

/** A firm price for ten seconds (product §2.8). It is signed, not stored: asking costs the database nothing. */
export function makeQuote(house: House, key: Buffer, userId: string, asked: SwapAsked & { accountType: number }): SwapQuote {
  const nowMs = house.clock.now()
  const { terms, sources, feedMode } = priceSwap(house.market, asked, nowMs)
  const { valueUsdt: _, ...shown } = terms
  const { accountType, fromCurrency, toCurrency } = asked
  const told = { accountType, fromCurrency, toCurrency, ...shown, sources }
  const expireAtMs = nowMs + swapQuoteMs
  const promised: Promised = { ...told, no: randomBytes(16).toString('hex'), user: userId, expireAtMs }
  return { quoteId: signText(key, kind, promised), ...told, feedMode, expireAt: asInstant(expireAtMs) }
}

/** What was promised, if this quote is ours and this person's. Refuses quoteExpired when it is not, or when its time is over. */
export function readQuote(key: Buffer, quoteId: string, userId: string, nowMs: number): Promised {
  const promised = readText(key, kind, quoteId) as Promised | undefined
  if (!promised || promised.user !== userId || nowMs >= promised.expireAtMs) throw new Refusal('quoteExpired')
  return promised
}

/** As the gate asks about it. Into USDT is leaving. */
export const tradeAskOf = ({ accountType, toCurrency, sources }: Pick<SwapQuote, 'accountType' | 'toCurrency' | 'sources'>): TradeAsk => ({
  accountType,
  product: 'spot',
  symbols: sources.map(({ symbol }) => symbol),
  isLeaving: toCurrency === swapCurrency,
})
