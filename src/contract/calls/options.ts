import * as z from 'zod/mini'
import { defineGetCall } from '../call.ts'
import { decimalSchema } from '../decimalSchema.ts'
import { feedModes } from '../states.ts'
import { epochMsSchema, wireTimeSchema } from '../timeSchema.ts'

/** One option on sale (docs/rules/options.md). Prices are in USDT for one unit of the underlying; they are those of the reply's `mid`. */
const ListedOption = z.object({
  optionId: z.string(),
  underlying: z.string(),
  cp: z.enum(['C', 'P']),
  strike: decimalSchema,
  expiry: wireTimeSchema,
  iv: decimalSchema,
  bid: decimalSchema,
  ask: decimalSchema,
  fair: decimalSchema,
  delta: decimalSchema,
  minQty: decimalSchema,
  feeText: z.string(),
})
export type ListedOption = z.output<typeof ListedOption>

export const OptionChain = z.object({
  underlying: z.string(),
  /** The price that the options are reckoned at, and the second of its record; null before there is one. */
  mid: z.nullable(decimalSchema),
  sec: z.nullable(z.int()),
  feedMode: z.enum(feedModes),
  /** The published volatility of the hour or UTC+8 day: at the money, what each 5 % below the price adds, and until each expiry where that differs. */
  surface: z.object({ day: z.string(), iv: decimalSchema, skew: decimalSchema, byExpiry: z.optional(z.record(z.string(), decimalSchema)) }),
  qtyStep: decimalSchema,
  minQty: decimalSchema,
  maxQty: decimalSchema,
  /** Every expiry on sale, soonest first. */
  expiries: z.array(wireTimeSchema),
  /** Of the expiry asked for, or of all: by expiry, strike, call before put. */
  list: z.array(ListedOption),
  asOf: epochMsSchema,
})
export type OptionChain = z.output<typeof OptionChain>

export const options = {
  /** Ours. `expiry` is a wire time. */
  chain: defineGetCall('/api/trade/appOption/list', {
    access: 'open',
    params: z.object({ underlying: z.string().check(z.maxLength(20)), expiry: z.optional(z.string().check(z.maxLength(19))) }),
    reply: OptionChain,
    kept: 'worker',
  }),
}
