import * as z from 'zod/mini'
import { CompletedSwap, SwapQuote } from '../calls/swap.ts'
import { realOrDemoAccountTypeParam } from '../calls/wallet.ts'
import { positiveDecimalInput } from '../decimalSchema.ts'
import { integerParamBetween } from '../page.ts'

/** A market's coin against USDT in one step, at the price of the flash exchange (docs/rules/{spot,swaps}.md); exactly one of the two amounts. */
export const FastTradeRequest = z.object({
  accountType: realOrDemoAccountTypeParam,
  posType: z.literal(5),
  symbol: z.string().check(z.maxLength(20)),
  /** 1 USDT into the coin, 2 the coin into USDT. */
  direction: integerParamBetween(1, 2),
  orderType: z.literal(1),
  /** USDT: given when buying, wanted when selling. */
  money: z.optional(positiveDecimalInput),
  /** Coins: wanted when buying, given when selling. */
  quantity: z.optional(positiveDecimalInput),
})
export type FastTradeRequest = z.output<typeof FastTradeRequest>

const kind = { posType: z.literal(5), symbol: z.string(), direction: z.int() }

/** Firm until expireAt, good once. */
export const FastTradePreview = z.extend(z.omit(SwapQuote, { quoteId: true }), {
  ...kind,
  action: z.literal('position'),
  confirmToken: z.string(),
})
export type FastTradePreview = z.output<typeof FastTradePreview>

/** Done at once (status 3). The list of swaps shows it too. */
export const FastTradeOrder = z.extend(CompletedSwap, kind)
export type FastTradeOrder = z.output<typeof FastTradeOrder>
