import * as z from 'zod/mini'
import { defineGetCall, definePostCall } from '../call.ts'
import { decimalSchema, positiveDecimalInput } from '../decimalSchema.ts'
import { pageOfRecordsSchema, pagingParams } from '../page.ts'
import { feedModes } from '../states.ts'
import { epochMsSchema, wireTimeSchema } from '../timeSchema.ts'
import { realOrDemoAccountTypeParam, wallet } from './wallet.ts'

const currency = z.string().check(z.regex(/^[A-Z0-9]{2,10}$/))

/** A price that a rate was made of: the mid of one second's record, so that anyone can look it up. */
const source = z.object({ symbol: z.string(), mid: decimalSchema, sec: z.int() })

/**
 * 1 `base` = `rate` `counter`; `mid` is the same in the middle of the market and `spreadRate` the distance as a fraction.
 * With USDT on one side the rate is USDT for one coin, whichever way it goes.
 */
const terms = {
  accountType: z.int(),
  fromCurrency: z.string(),
  toCurrency: z.string(),
  fromAmount: decimalSchema,
  toAmount: decimalSchema,
  base: z.string(),
  counter: z.string(),
  rate: decimalSchema,
  inverseRate: decimalSchema,
  mid: decimalSchema,
  spreadRate: decimalSchema,
  /** Against the mid; there is no other fee. */
  costUsdt: decimalSchema,
  sources: z.array(source),
}

export const SwapQuote = z.object({ quoteId: z.string(), ...terms, feedMode: z.enum(feedModes), expireAt: epochMsSchema })
export type SwapQuote = z.output<typeof SwapQuote>

/** One done exchange. Refused ones leave nothing behind, so there is no other status than 1. */
export const CompletedSwap = z.object({ id: z.string(), orderNo: z.string(), ...terms, status: z.int(), createTime: wireTimeSchema })
export type CompletedSwap = z.output<typeof CompletedSwap>

const swapsPath = '/api/trade/appFlashExchangeLog/listMy'

export const swap = {
  /** A firm price for ten seconds, good once; exactly one of the two amounts. The quote is the preview (docs/rules/swaps.md). */
  quote: defineGetCall('/api/trade/appFlashExchangeLog/quote', {
    access: 'signedIn',
    params: z.object({
      accountType: z._default(realOrDemoAccountTypeParam, 1),
      fromCurrency: currency,
      toCurrency: currency,
      fromAmount: z.optional(positiveDecimalInput),
      toAmount: z.optional(positiveDecimalInput),
    }),
    reply: SwapQuote,
    kept: 'nowhere',
  }),
  swap: definePostCall('/api/trade/appFlashExchangeLog/flashExchange', {
    access: 'signedIn',
    once: true,
    body: z.object({ quoteId: z.string().check(z.maxLength(4000)) }),
    reply: CompletedSwap,
    touches: [swapsPath, wallet.balances.path, wallet.assets.path, wallet.balanceRecords.path],
  }),
  swaps: defineGetCall(swapsPath, {
    access: 'signedIn',
    params: z.object({ ...pagingParams, accountType: z._default(realOrDemoAccountTypeParam, 1) }),
    reply: pageOfRecordsSchema(CompletedSwap),
    kept: 'page',
  }),
}
