import * as z from 'zod/mini'
import { defineGetCall, definePostCall } from '../call.ts'
import { decimalSchema } from '../decimalSchema.ts'
import { wireTimeSchema } from '../timeSchema.ts'
import { benefits } from './benefits.ts'
import { competitionReferenceSchema } from './wallet.ts'

/** Where a number that went into a result comes from: the order, its market's terms, the price record, the ledger, a published rule. */
const inputSource = ['order', 'market', 'record', 'ledger', 'rule'] as const
export type SettlementInputSource = (typeof inputSource)[number]

const input = z.object({ name: z.string(), value: z.string(), source: z.enum(inputSource) })
const figure = z.object({ name: z.string(), value: decimalSchema, unit: z.string() })

/** One end of a posting. Only the owner's legs say type and balances; the house's and other people's say neither. */
const leg = z.object({
  /** AVAIL, MARGIN …, the house's account, or OTHER for somebody else's. */
  account: z.string(),
  mine: z.boolean(),
  currency: z.string(),
  amount: decimalSchema,
  type: z.nullable(z.int()),
  before: z.nullable(decimalSchema),
  after: z.nullable(decimalSchema),
})
export type SettlementLeg = z.output<typeof leg>

/**
 * Why something came out as it did (docs/rules/ledger.md): `formula` names the rule, `inputs` are what it was given, `priceRecords` the
 * seconds it read, `figures` what was booked. Whoever has it can compute the figures again: src/rules/recheck/recheckReceipt.ts does.
 */
export const SettlementReceipt = z.object({
  refType: z.string(),
  refId: z.string(),
  /** position, second, spot, swap, option, demoFund … */
  what: z.string(),
  formula: z.string(),
  orderNo: z.string(),
  accountType: z.int(),
  competition: competitionReferenceSchema,
  state: z.enum(['pending', 'running', 'settling', 'done', 'cancelled']),
  inputs: z.array(input),
  /** `price` null: that second has no record. `leafIndex` null: not signed yet, or deleted after thirty days. */
  priceRecords: z.array(
    z.object({
      use: z.string(),
      symbol: z.string(),
      sec: z.int(),
      price: z.nullable(decimalSchema),
      leafIndex: z.nullable(z.int()),
      /** Not this second's price but the mean of so many seconds that end before it. */
      mean: z.optional(z.int()),
      /** Not the leaf's number but the one of this name among its sources: 'short' of `…|RULE|2|long=0.058,short=-0.042`. */
      part: z.optional(z.string()),
      treeDay: z.string(),
    }),
  ),
  figures: z.array(figure),
  postings: z.array(z.object({ id: z.string(), time: wireTimeSchema, legs: z.array(leg) })),
  /** What it came to for its owner; null until it is over. */
  result: z.nullable(figure),
  time: wireTimeSchema,
})
export type SettlementReceipt = z.output<typeof SettlementReceipt>

/** What moved somebody's money, as its postings name it. */
const reference = z.object({
  refType: z.string().check(z.regex(/^[A-Za-z]{1,40}$/)),
  refId: z.string().check(z.regex(/^[\w-]{1,80}$/)),
})

export const settlement = {
  /** Refuses notFound for what is not one's own. */
  info: defineGetCall('/api/finance/settlementInfo', {
    access: 'signedIn',
    params: reference,
    reply: SettlementReceipt,
    kept: 'page',
  }),
  /**
   * Ours: a device says that it proved and computed the receipt of something that is over, and all came out the same. It does the task of
   * doing so once (docs/rules/levels-and-team.md). Refuses notFound for what is not one's own, and taskNotDone for what is not over.
   */
  verified: definePostCall('/api/finance/settlementVerified', {
    access: 'signedIn',
    body: reference,
    reply: z.object({}),
    touches: [benefits.benefits.path],
  }),
}
