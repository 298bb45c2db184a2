import * as z from 'zod/mini'
import { read, write } from '../call.ts'
import { decimal, positiveInput } from '../decimalSchema.ts'
import { page, paging } from '../page.ts'
import { feedMode } from '../states.ts'
import { milliseconds, time } from '../timeSchema.ts'
import { accountType, wallet } from './wallet.ts'

const currency = z.string().check(z.regex(/^[A-Z0-9]{2,10}$/))

/** A price that a rate was made of: the mid of one second's record, so that anyone can look it up. */
const source = z.object({ symbol: z.string(), mid: decimal, sec: z.int() })

/**
 * 1 `base` = `rate` `counter`; `mid` is the same in the middle of the market and `spreadRate` the distance as a fraction.
 * With USDT on one side the rate is USDT for one coin, whichever way it goes.
 */
const terms = {
  accountType: z.int(),
  fromCurrency: z.string(),
  toCurrency: z.string(),
  fromAmount: decimal,
  toAmount: decimal,
  base: z.string(),
  counter: z.string(),
  rate: decimal,
  inverseRate: decimal,
  mid: decimal,
  spreadRate: decimal,
  /** Against the mid; there is no other fee. */
  costUsdt: decimal,
  sources: z.array(source),
}

export const SwapQuote = z.object({ quoteId: z.string(), ...terms, feedMode: z.enum(feedMode), expireAt: milliseconds })
export type SwapQuote = z.output<typeof SwapQuote>

/** One done exchange. Refused ones leave nothing behind, so there is no other status than 1. */
export const Swap = z.object({ id: z.string(), orderNo: z.string(), ...terms, status: z.int(), createTime: time })
export type Swap = z.output<typeof Swap>

const swapsPath = '/api/trade/appFlashExchangeLog/listMy'

export const swap = {
  /** A firm price for ten seconds, good once; exactly one of the two amounts. The quote is the preview (product §2.8). */
  quote: read('/api/trade/appFlashExchangeLog/quote', {
    access: 'signedIn',
    params: z.object({
      accountType: z._default(accountType, 1),
      fromCurrency: currency,
      toCurrency: currency,
      fromAmount: z.optional(positiveInput),
      toAmount: z.optional(positiveInput),
    }),
    reply: SwapQuote,
    kept: 'nowhere',
  }),
  swap: write('/api/trade/appFlashExchangeLog/flashExchange', {
    access: 'signedIn',
    once: true,
    body: z.object({ quoteId: z.string().check(z.maxLength(4000)) }),
    reply: Swap,
    touches: [swapsPath, wallet.balances.path, wallet.assets.path, wallet.balanceRecords.path],
  }),
  swaps: read(swapsPath, {
    access: 'signedIn',
    params: z.object({ ...paging, accountType: z._default(accountType, 1) }),
    reply: page(Swap),
    kept: 'page',
  }),
}
