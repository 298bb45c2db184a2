import * as z from 'zod/mini'
import { accountType } from '../calls/wallet.ts'
import { slippageDefaultBps, slippageMaxBps } from '../constants.ts'
import { decimal, positiveInput } from '../decimalSchema.ts'
import { intParam } from '../page.ts'
import { feedMode } from '../states.ts'
import { milliseconds, time } from '../timeSchema.ts'

/** An option that is bought (product §2.5): always at the market, always long. `symbol` is its underlying. */
export const OptionAsked = z.object({
  accountType,
  posType: z.literal(3),
  symbol: z.string().check(z.maxLength(20)),
  direction: z.literal(1),
  orderType: z.literal(1),
  slippageBps: z._default(intParam(1, slippageMaxBps), slippageDefaultBps),
  quantity: positiveInput,
  optionId: z.string().check(z.maxLength(60)),
})
export type OptionAsked = z.output<typeof OptionAsked>

/** Which option it is: a call (C) or put (P), its strike in the quote currency and the moment of its settlement. */
const terms = {
  optionId: z.string(),
  underlying: z.string(),
  cp: z.enum(['C', 'P']),
  strike: decimal,
  expiry: time,
}

/** Prices are in USDT for one unit of the underlying, `iv` a fraction a year. */
export const OptionPreview = z.object({
  action: z.literal('position'),
  posType: z.literal(3),
  lines: z.array(z.object({ key: z.string(), value: decimal, unit: z.string() })),
  fees: z.array(z.object({ key: z.string(), amount: decimal, currency: z.string(), rate: decimal })),
  ...terms,
  /** The ask. */
  price: decimal,
  quantity: decimal,
  premium: decimal,
  fee: decimal,
  youPay: decimal,
  worstLoss: z.object({ amount: decimal, currency: z.string() }),
  /** The settlement price at which nothing is won or lost. */
  breakEven: decimal,
  iv: decimal,
  delta: decimal,
  /** The underlying's price that all of this is reckoned at. */
  mid: decimal,
  warnings: z.array(z.object({ level: z.enum(['info', 'warn']), key: z.string() })),
  feedMode: z.enum(feedMode),
  confirmToken: z.string(),
  expireAt: milliseconds,
})
export type OptionPreview = z.output<typeof OptionPreview>

/** An option somebody has or had: the fields of a position that mean something here (product §1.5). Money is USDT. */
export const OptionOrder = z.object({
  id: z.string(),
  orderNo: z.string(),
  accountType: z.int(),
  posType: z.literal(3),
  symbol: z.string(),
  name: z.string(),
  direction: z.int(),
  orderType: z.int(),
  quantity: decimal,
  /** The ask that was paid. */
  openPrice: decimal,
  /** What one unit brought: the bid it was sold at, or its gain at expiry. */
  closePrice: z.optional(decimal),
  /** The bid of now; null without a fresh price, and once it is over. */
  markPrice: z.nullable(decimal),
  /** The premium. */
  margin: decimal,
  openFee: decimal,
  /** What came back to the available balance. */
  returned: z.optional(decimal),
  /** Before the fee: bid × quantity less the premium while it runs, what came back less the premium once it is over. */
  profit: z.nullable(decimal),
  /** profit / premium, a fraction. */
  profitRate: z.nullable(decimal),
  /** 1 running, 2 closing at the next record, 3 over. */
  status: z.int(),
  closeReason: z.optional(z.int()),
  openSec: z.int(),
  closeSec: z.optional(z.int()),
  createTime: time,
  closeTime: z.optional(time),
  option: z.object({
    ...terms,
    iv: decimal,
    /** The underlying's price when it was bought. */
    openMid: decimal,
    /** The mean of the last records before expiry. */
    settlePrice: z.optional(decimal),
    /** How many records there were; below 1,700 the option is void: premium and fee came back. */
    records: z.optional(z.int()),
    isVoid: z.boolean(),
  }),
})
export type OptionOrder = z.output<typeof OptionOrder>
