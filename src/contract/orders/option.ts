import * as z from 'zod/mini'
import { realOrDemoAccountTypeParam } from '../calls/wallet.ts'
import { slippageDefaultBps, slippageMaxBps } from '../constants.ts'
import { decimalSchema, positiveDecimalInput } from '../decimalSchema.ts'
import { integerParamBetween } from '../page.ts'
import { feedModes } from '../states.ts'
import { epochMsSchema, wireTimeSchema } from '../timeSchema.ts'

/** An option that is bought (docs/rules/options.md): always at the market, always long. `symbol` is its underlying. */
export const OptionOrderRequest = z.object({
  accountType: realOrDemoAccountTypeParam,
  posType: z.literal(3),
  symbol: z.string().check(z.maxLength(20)),
  direction: z.literal(1),
  orderType: z.literal(1),
  slippageBps: z._default(integerParamBetween(1, slippageMaxBps), slippageDefaultBps),
  quantity: positiveDecimalInput,
  optionId: z.string().check(z.maxLength(60)),
})
export type OptionOrderRequest = z.output<typeof OptionOrderRequest>

/** Which option it is: a call (C) or put (P), its strike in the quote currency and the moment of its settlement. */
const terms = {
  optionId: z.string(),
  underlying: z.string(),
  cp: z.enum(['C', 'P']),
  strike: decimalSchema,
  expiry: wireTimeSchema,
}

/** Prices are in USDT for one unit of the underlying, `iv` a fraction a year. */
export const OptionOrderPreview = z.object({
  action: z.literal('position'),
  posType: z.literal(3),
  lines: z.array(z.object({ key: z.string(), value: decimalSchema, unit: z.string() })),
  fees: z.array(z.object({ key: z.string(), amount: decimalSchema, currency: z.string(), rate: decimalSchema })),
  ...terms,
  /** The ask. */
  price: decimalSchema,
  quantity: decimalSchema,
  premium: decimalSchema,
  fee: decimalSchema,
  youPay: decimalSchema,
  worstLoss: z.object({ amount: decimalSchema, currency: z.string() }),
  /** The settlement price at which nothing is won or lost. */
  breakEven: decimalSchema,
  iv: decimalSchema,
  delta: decimalSchema,
  /** The underlying's price that all of this is reckoned at. */
  mid: decimalSchema,
  warnings: z.array(z.object({ level: z.enum(['info', 'warn']), key: z.string() })),
  feedMode: z.enum(feedModes),
  confirmToken: z.string(),
  expireAt: epochMsSchema,
})
export type OptionOrderPreview = z.output<typeof OptionOrderPreview>

/** An option somebody has or had: the fields of a position that mean something here (docs/rules/options.md). Money is USDT. */
export const OptionOrder = z.object({
  id: z.string(),
  orderNo: z.string(),
  accountType: z.int(),
  posType: z.literal(3),
  symbol: z.string(),
  name: z.string(),
  direction: z.int(),
  orderType: z.int(),
  quantity: decimalSchema,
  /** The ask that was paid. */
  openPrice: decimalSchema,
  /** What one unit brought: the bid it was sold at, or its gain at expiry. */
  closePrice: z.optional(decimalSchema),
  /** The bid of now; null without a fresh price, and once it is over. */
  markPrice: z.nullable(decimalSchema),
  /** The premium. */
  margin: decimalSchema,
  openFee: decimalSchema,
  /** What came back to the available balance. */
  returned: z.optional(decimalSchema),
  /** Before the fee: bid × quantity less the premium while it runs, what came back less the premium once it is over. */
  profit: z.nullable(decimalSchema),
  /** profit / premium, a fraction. */
  profitRate: z.nullable(decimalSchema),
  /** 1 running, 2 closing at the next record, 3 over. */
  status: z.int(),
  closeReason: z.optional(z.int()),
  openSec: z.int(),
  closeSec: z.optional(z.int()),
  createTime: wireTimeSchema,
  closeTime: z.optional(wireTimeSchema),
  option: z.object({
    ...terms,
    iv: decimalSchema,
    /** The underlying's price when it was bought. */
    openMid: decimalSchema,
    /** The mean of the last records before expiry. */
    settlePrice: z.optional(decimalSchema),
    /** How many records there were; below 1,700 the option is void: premium and fee came back. */
    records: z.optional(z.int()),
    isVoid: z.boolean(),
  }),
})
export type OptionOrder = z.output<typeof OptionOrder>
