import * as z from 'zod/mini'
import { Swap, SwapQuote } from '../calls/swap.ts'
import { accountType } from '../calls/wallet.ts'
import { positiveInput } from '../decimalSchema.ts'
import { intParam } from '../page.ts'

/** A market's coin against USDT in one step, at the price of the flash exchange (product §2.3, §2.8); exactly one of the two amounts. */
export const FastAsked = z.object({
  accountType,
  posType: z.literal(5),
  symbol: z.string().check(z.maxLength(20)),
  /** 1 USDT into the coin, 2 the coin into USDT. */
  direction: intParam(1, 2),
  orderType: z.literal(1),
  /** USDT: given when buying, wanted when selling. */
  money: z.optional(positiveInput),
  /** Coins: wanted when buying, given when selling. */
  quantity: z.optional(positiveInput),
})
export type FastAsked = z.output<typeof FastAsked>

const kind = { posType: z.literal(5), symbol: z.string(), direction: z.int() }

/** Firm until expireAt, good once. */
export const FastPreview = z.extend(z.omit(SwapQuote, { quoteId: true }), {
  ...kind,
  action: z.literal('position'),
  confirmToken: z.string(),
})
export type FastPreview = z.output<typeof FastPreview>

/** Done at once (status 3). The list of swaps shows it too. */
export const FastOrder = z.extend(Swap, kind)
export type FastOrder = z.output<typeof FastOrder>
