import * as z from 'zod/mini'
import { defineGetCall, definePostCall } from '../call.ts'
import { decimalSchema, positiveDecimalInput } from '../decimalSchema.ts'
import { integerParamBetween } from '../page.ts'
import { wireTimeSchema } from '../timeSchema.ts'
import { inbox } from './inbox.ts'
import { trading } from './trading.ts'
import { wallet } from './wallet.ts'

/** Most rows of a paper ledger that are carried over at once. */
export const maxPaperImportRows = 120

const symbol = z.string().check(z.maxLength(20))
const sec = integerParamBetween(1, 100_000_000_000)

/** What a fill on paper was: market, side, size, and the second and price that the phone saw. */
const fill = {
  symbol,
  direction: integerParamBetween(1, 2),
  lever: integerParamBetween(1, 125),
  quantity: positiveDecimalInput,
  openSec: sec,
  /** Of one that was a limit order, when it was placed: it has the terms of that second. */
  placedSec: z.optional(sec),
  openPrice: positiveDecimalInput,
  addedMargin: z.optional(positiveDecimalInput),
}
const stops = { stopProfit: z.optional(positiveDecimalInput), stopLoss: z.optional(positiveDecimalInput) }

/** A paper ledger as it leaves the phone. `id` names a row in the answer. */
export const PaperImportRequest = z.object({
  closed: z.array(z.object({ id: z.string().check(z.maxLength(40)), ...fill, closeSec: sec, closePrice: positiveDecimalInput })),
  running: z.array(z.object({ id: z.string().check(z.maxLength(40)), ...fill, ...stops })),
  pending: z.array(
    z.object({
      id: z.string().check(z.maxLength(40)),
      symbol,
      direction: integerParamBetween(1, 2),
      lever: integerParamBetween(1, 125),
      quantity: positiveDecimalInput,
      price: positiveDecimalInput,
      ...stops,
    }),
  ),
})
export type PaperImportRequest = z.output<typeof PaperImportRequest>

/** Why a row was left behind: its price is not in our record, it was closed out, or what an order is refused for. */
const left = z.object({ id: z.string(), symbol: z.string(), why: z.string() })

export const PaperImportResult = z.object({
  /** The demo balance before positions were opened anew: 100,000 and the result of what was closed. */
  cash: decimalSchema,
  /** The result of closed rows that our record bears out, after fees. */
  result: decimalSchema,
  /** Whether the result was more than is carried, and cut. */
  isCut: z.boolean(),
  closed: z.int(),
  /** Positions that run now on the account, and limit orders that wait there. */
  opened: z.array(z.object({ id: z.string(), positionId: z.string(), symbol: z.string() })),
  placed: z.array(z.object({ id: z.string(), positionId: z.string(), symbol: z.string() })),
  left: z.array(left),
})
export type PaperImportResult = z.output<typeof PaperImportResult>

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
  state: defineGetCall(statePath, {
    access: 'signedIn',
    params: z.object({}),
    reply: z.object({
      resetTime: z.optional(wireTimeSchema),
      /** Absent while it can be reset at once. */
      nextResetTime: z.optional(wireTimeSchema),
      /** True once for each account, while nothing was done in the book. */
      canCarryOver: z.boolean(),
    }),
    kept: 'nowhere',
  }),
  /** Ends what runs in the demo book, then 100,000 USDT and nothing else. Once in 24 hours. */
  reset: definePostCall('/api/finance/transferDemoReset', {
    access: 'signedIn',
    once: true,
    body: z.object({}),
    reply: z.object({
      /** What was ended: positions closed and orders cancelled. */
      ended: z.int(),
      available: decimalSchema,
      resetTime: wireTimeSchema,
      nextResetTime: wireTimeSchema,
    }),
    touches,
  }),
  /** Ours: a visitor's paper ledger into the untouched demo book, every fill recomputed from our own record (docs/rules/environments.md). */
  carryOver: definePostCall('/api/trade/demo/carryOver', {
    access: 'signedIn',
    once: true,
    body: PaperImportRequest,
    reply: PaperImportResult,
    touches,
  }),
}
