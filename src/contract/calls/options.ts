import * as z from 'zod/mini'
import { read } from '../call.ts'
import { decimal } from '../decimalSchema.ts'
import { feedMode } from '../states.ts'
import { milliseconds, time } from '../timeSchema.ts'

/** One option on sale (product §2.5). Prices are in USDT for one unit of the underlying; they are those of the reply's `mid`. */
const ListedOption = z.object({
  optionId: z.string(),
  underlying: z.string(),
  cp: z.enum(['C', 'P']),
  strike: decimal,
  expiry: time,
  iv: decimal,
  bid: decimal,
  ask: decimal,
  fair: decimal,
  delta: decimal,
  minQty: decimal,
  feeText: z.string(),
})
export type ListedOption = z.output<typeof ListedOption>

export const OptionChain = z.object({
  underlying: z.string(),
  /** The price that the options are reckoned at, and the second of its record; null before there is one. */
  mid: z.nullable(decimal),
  sec: z.nullable(z.int()),
  feedMode: z.enum(feedMode),
  /** The published volatility of the UTC+8 day: at the money, and what each 5 % below the price adds. */
  surface: z.object({ day: z.string(), iv: decimal, skew: decimal }),
  qtyStep: decimal,
  minQty: decimal,
  maxQty: decimal,
  /** Every expiry on sale, soonest first. */
  expiries: z.array(time),
  /** Of the expiry asked for, or of all: by expiry, strike, call before put. */
  list: z.array(ListedOption),
  asOf: milliseconds,
})
export type OptionChain = z.output<typeof OptionChain>

export const options = {
  /** Ours (call 95). `expiry` is a wire time. */
  chain: read('/api/trade/appOption/list', {
    access: 'open',
    params: z.object({ underlying: z.string().check(z.maxLength(20)), expiry: z.optional(z.string().check(z.maxLength(19))) }),
    reply: OptionChain,
    kept: 'worker',
  }),
}
