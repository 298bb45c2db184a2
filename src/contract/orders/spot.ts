import * as z from 'zod/mini'
import { realOrDemoAccountTypeParam } from '../calls/wallet.ts'
import { slippageDefaultBps, slippageMaxBps } from '../constants.ts'
import { decimalSchema, positiveDecimalInput } from '../decimalSchema.ts'
import { integerParamBetween } from '../page.ts'
import { feedModes } from '../states.ts'
import { epochMsSchema, wireTimeSchema } from '../timeSchema.ts'

/** Which market, which way, and how much: exactly one of quantity (coins) and money (USDT). */
const size = {
  accountType: realOrDemoAccountTypeParam,
  symbol: z.string().check(z.maxLength(20)),
  /** 1 buy, 2 sell. */
  direction: integerParamBetween(1, 2),
  quantity: z.optional(positiveDecimalInput),
  /** Buying: all that is spent, fee included. Selling: what is sold, before the fee. */
  money: z.optional(positiveDecimalInput),
}

/** An order for coins: at the market (orderType 1), or at `price` or better within 30 days (2). */
export const SpotOrderRequest = z.object({
  posType: z.literal(1),
  ...size,
  orderType: integerParamBetween(1, 2),
  price: z.optional(positiveDecimalInput),
  slippageBps: z._default(integerParamBetween(1, slippageMaxBps), slippageDefaultBps),
})
export type SpotOrderRequest = z.output<typeof SpotOrderRequest>

/** An instant order: at the market, at exactly the price that was shown (docs/rules/spot.md). */
export const InstantSpotOrderRequest = z.object({ posType: z.literal(4), ...size, orderType: z.literal(1) })
export type InstantSpotOrderRequest = z.output<typeof InstantSpotOrderRequest>

/** Price in USDT for one coin, on the tick. `give` leaves the balance, `get` comes. Of a limit order that waits they are those at its limit. */
const fill = {
  symbol: z.string(),
  base: z.string(),
  direction: z.int(),
  orderType: z.int(),
  price: decimalSchema,
  quantity: decimalSchema,
  notional: decimalSchema,
  fee: decimalSchema,
  feeRate: decimalSchema,
  give: decimalSchema,
  get: decimalSchema,
}

const preview = {
  action: z.literal('position'),
  ...fill,
  /** Of the money of a limit order, what its whole steps of coins do not take: it is never set aside. */
  unused: z.optional(decimalSchema),
  /** What can be lost of it at most: all that is paid when buying, the fee when selling. */
  worstLoss: z.object({ amount: decimalSchema, currency: z.string() }),
  warnings: z.array(z.object({ level: z.enum(['info', 'warn']), key: z.string() })),
  feedMode: z.enum(feedModes),
  confirmToken: z.string(),
  expireAt: epochMsSchema,
}
export const SpotOrderPreview = z.object({ posType: z.literal(1), ...preview })
export type SpotOrderPreview = z.output<typeof SpotOrderPreview>
/** Until expireAt the price is firm: what is shown is what happens, or nothing does. */
export const InstantSpotOrderPreview = z.object({ posType: z.literal(4), ...preview })
export type InstantSpotOrderPreview = z.output<typeof InstantSpotOrderPreview>

const order = {
  id: z.string(),
  orderNo: z.string(),
  accountType: z.int(),
  ...fill,
  /** The price record's second; of an order that waits or was cancelled, the one it was placed on. */
  sec: z.int(),
  /** 0 waits, 3 filled, 4 cancelled. Market and instant orders are filled whole at once. */
  status: z.int(),
  /** Of limit orders: what was asked for, what is or was set aside (USDT buying, coins selling), and what of it came back. */
  limitPrice: z.optional(decimalSchema),
  reserved: z.optional(decimalSchema),
  returned: z.optional(decimalSchema),
  closeReason: z.optional(z.int()),
  createTime: wireTimeSchema,
  closeTime: z.optional(wireTimeSchema),
  /** When a waiting order is cancelled by itself. */
  expireTime: z.optional(wireTimeSchema),
}
export const SpotOrder = z.object({ posType: z.literal(1), ...order })
export type SpotOrder = z.output<typeof SpotOrder>
export const InstantSpotOrder = z.object({ posType: z.literal(4), ...order })
export type InstantSpotOrder = z.output<typeof InstantSpotOrder>
