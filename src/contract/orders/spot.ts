import * as z from 'zod/mini'
import { accountType } from '../calls/wallet.ts'
import { slippageDefaultBps, slippageMaxBps } from '../constants.ts'
import { decimal, positiveInput } from '../decimalSchema.ts'
import { intParam } from '../page.ts'
import { feedMode } from '../states.ts'
import { milliseconds, time } from '../timeSchema.ts'

/** A market order for coins; exactly one of quantity (coins) and money (USDT: all that is spent, or what is sold before the fee). */
export const SpotAsked = z.object({
  accountType,
  posType: z.literal(1),
  symbol: z.string().check(z.maxLength(20)),
  /** 1 buy, 2 sell. */
  direction: intParam(1, 2),
  orderType: z.literal(1),
  slippageBps: z._default(intParam(1, slippageMaxBps), slippageDefaultBps),
  quantity: z.optional(positiveInput),
  money: z.optional(positiveInput),
})
export type SpotAsked = z.output<typeof SpotAsked>

/** Price in USDT for one coin, on the tick. `give` leaves the balance, `get` comes. */
const fill = {
  symbol: z.string(),
  base: z.string(),
  direction: z.int(),
  price: decimal,
  quantity: decimal,
  notional: decimal,
  fee: decimal,
  feeRate: decimal,
  give: decimal,
  get: decimal,
}

export const SpotPreview = z.object({
  action: z.literal('position'),
  posType: z.literal(1),
  ...fill,
  feedMode: z.enum(feedMode),
  confirmToken: z.string(),
  expireAt: milliseconds,
})
export type SpotPreview = z.output<typeof SpotPreview>

/** A filled order: market orders are filled whole at once, so there is no other status than 3. `sec` is the price record's second. */
export const SpotOrder = z.object({
  id: z.string(),
  orderNo: z.string(),
  accountType: z.int(),
  posType: z.literal(1),
  orderType: z.int(),
  ...fill,
  sec: z.int(),
  status: z.int(),
  createTime: time,
})
export type SpotOrder = z.output<typeof SpotOrder>
