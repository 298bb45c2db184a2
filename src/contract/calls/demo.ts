import * as z from 'zod/mini'
import { read, write } from '../call.ts'
import { decimal, positiveInput } from '../decimalSchema.ts'
import { intParam } from '../page.ts'
import { time } from '../timeSchema.ts'
import { inbox } from './inbox.ts'
import { trading } from './trading.ts'
import { wallet } from './wallet.ts'

/** Most rows of a paper ledger that are carried over at once. */
export const mostPaperRows = 120

const symbol = z.string().check(z.maxLength(20))
const sec = intParam(1, 100_000_000_000)

/** What a fill on paper was: market, side, size, and the second and price that the phone saw. */
const fill = {
  symbol,
  direction: intParam(1, 2),
  lever: intParam(1, 125),
  quantity: positiveInput,
  openSec: sec,
  openPrice: positiveInput,
  addedMargin: z.optional(positiveInput),
}
const stops = { stopProfit: z.optional(positiveInput), stopLoss: z.optional(positiveInput) }

/** A paper ledger as it leaves the phone. `id` names a row in the answer. */
export const Paper = z.object({
  closed: z.array(z.object({ id: z.string().check(z.maxLength(40)), ...fill, closeSec: sec, closePrice: positiveInput })),
  running: z.array(z.object({ id: z.string().check(z.maxLength(40)), ...fill, ...stops })),
  pending: z.array(
    z.object({
      id: z.string().check(z.maxLength(40)),
      symbol,
      direction: intParam(1, 2),
      lever: intParam(1, 125),
      quantity: positiveInput,
      price: positiveInput,
      ...stops,
    }),
  ),
})
export type Paper = z.output<typeof Paper>

/** Why a row was left behind: its price is not in our record, it was closed out, or what an order is refused for. */
const left = z.object({ id: z.string(), symbol: z.string(), why: z.string() })

export const CarriedOver = z.object({
  /** The demo balance before positions were opened anew: 100,000 and the result of what was closed. */
  cash: decimal,
  /** The result of closed rows that our record bears out, after fees. */
  result: decimal,
  /** Whether the result was more than is carried, and cut. */
  isCut: z.boolean(),
  closed: z.int(),
  /** Positions that run now on the account, and limit orders that wait there. */
  opened: z.array(z.object({ id: z.string(), positionId: z.string(), symbol: z.string() })),
  placed: z.array(z.object({ id: z.string(), positionId: z.string(), symbol: z.string() })),
  left: z.array(left),
})
export type CarriedOver = z.output<typeof CarriedOver>

const statePath = '/api/trade/demo/state'
const touches = [
  statePath,
  trading.positions.path,
  trading.positionsSummary.path,
  wallet.balances.path,
  wallet.assets.path,
  wallet.balanceRecords.path,
  inbox.notices.path,
]

export const demo = {
  /** Whether the demo book can begin anew now, and whether a paper ledger can still be carried into it. */
  state: read(statePath, {
    access: 'signedIn',
    params: z.object({}),
    reply: z.object({
      resetTime: z.optional(time),
      /** Absent while it can be reset at once. */
      nextResetTime: z.optional(time),
      /** True once for each account, while nothing was done in the book. */
      canCarryOver: z.boolean(),
    }),
    kept: 'nowhere',
  }),
  /** Call 50: ends what runs in the demo book, then 100,000 USDT and nothing else. Once in 24 hours. */
  reset: write('/api/finance/transferDemoReset', {
    access: 'signedIn',
    once: true,
    body: z.object({}),
    reply: z.object({
      /** What was ended: positions closed and orders cancelled. */
      ended: z.int(),
      available: decimal,
      resetTime: time,
      nextResetTime: time,
    }),
    touches,
  }),
  /** Ours: a visitor's paper ledger into the untouched demo book, every fill recomputed from our own record (product §2.16). */
  carryOver: write('/api/trade/demo/carryOver', {
    access: 'signedIn',
    once: true,
    body: Paper,
    reply: CarriedOver,
    touches,
  }),
}
