import * as z from 'zod/mini'
import { defineGetCall, definePostCall } from '../call.ts'
import { decimalSchema, positiveDecimalInput } from '../decimalSchema.ts'
import { integerParamBetween, pageOfRecordsSchema, pagingParams } from '../page.ts'
import { epochMsSchema, wireTimeSchema } from '../timeSchema.ts'
import { wallet } from './wallet.ts'

/** `percent` of what was won becomes free at `time`. */
const unlock = z.object({ time: wireTimeSchema, percent: decimalSchema })

/** 0 upcoming, 1 subscribing, 2 drawing, 3 paying, 4 unlocking, 5 finished, -1 cancelled (docs/rules/token-sales.md). Quantities are tokens. */
export const IeoProject = z.object({
  id: z.string(),
  name: z.string(),
  summary: z.string(),
  tokenSymbol: z.string(),
  /** The token's disc, an address on this server. */
  icon: z.string(),
  estimatePrice: decimalSchema,
  winPrice: z.nullable(decimalSchema),
  priceCurrency: z.string(),
  totalSupply: decimalSchema,
  userCap: decimalSchema,
  /** Applications and wins are whole lots. */
  lot: decimalSchema,
  /** The most that one application can ask for; more than the cap weighs more in the draw, but wins the cap at most. */
  applyMax: decimalSchema,
  applyStart: wireTimeSchema,
  applyEnd: wireTimeSchema,
  drawTime: wireTimeSchema,
  payEnd: wireTimeSchema,
  unlock: z.array(unlock),
  status: z.int(),
  totalApplied: decimalSchema,
  applicants: z.int(),
  /** This person's; null for visitors and for those who did not apply. */
  myOrderId: z.nullable(z.string()),
  myQty: z.nullable(decimalSchema),
  myWin: z.nullable(decimalSchema),
  /** SHA-256 of the secret that takes part in the draw, published before applications end. */
  secretHash: z.string(),
  /** The help article with its documents. */
  docKey: z.nullable(z.string()),
  /** The same as addresses on this server. */
  docs: z.array(z.object({ id: z.string(), url: z.string() })),
  /** What can go wrong, by name: nobody promises a market for a new token, and it can be worth nothing. */
  risks: z.array(z.enum(['noMarket', 'canLoseAll'])),
  /** Made up, for a sandbox. */
  isExample: z.boolean(),
})
export type IeoProject = z.output<typeof IeoProject>

/**
 * 0 applied, 1 won, 2 not won, 3 paid, 4 unlocking, 5 done, -1 cancelled, -2 lapsed. `amount`: what all that was won costs, and once it is
 * paid, what was paid. `unlocked`: tokens that are free.
 */
export const IeoOrder = z.object({
  id: z.string(),
  orderNo: z.string(),
  ieoId: z.string(),
  name: z.string(),
  tokenSymbol: z.string(),
  priceCurrency: z.string(),
  applyNum: decimalSchema,
  winNum: z.nullable(decimalSchema),
  paidNum: z.nullable(decimalSchema),
  winPrice: z.nullable(decimalSchema),
  amount: z.nullable(decimalSchema),
  status: z.int(),
  payEnd: wireTimeSchema,
  unlocked: decimalSchema,
  unlock: z.array(unlock),
  /** Once it took part in a draw: the root of the applications, its place among their leaves, and the seed. */
  proof: z.nullable(z.object({ root: z.string(), leafIndex: z.int(), seed: z.string() })),
  createTime: wireTimeSchema,
})
export type IeoOrder = z.output<typeof IeoOrder>

/** Everything needed to draw again on the phone (docs/rules/token-sales.md). `seed` = SHA-256(secret ‖ root of applications ‖ root of the price record). */
export const IeoDraw = z.object({
  ieoId: z.string(),
  supply: decimalSchema,
  cap: decimalSchema,
  lot: decimalSchema,
  secretHash: z.string(),
  secret: z.string(),
  root: z.string(),
  priceDay: z.string(),
  priceTreeSize: z.int(),
  priceRoot: z.string(),
  seed: z.string(),
  applications: z.int(),
  /** Where this person's application is among the leaves, and the way to the root. */
  leafIndex: z.nullable(z.int()),
  path: z.array(z.string()),
  /** Every application in the order of the leaves: the order's id, what was asked, what was won. No names. */
  all: z.array(z.tuple([z.string(), decimalSchema, decimalSchema])),
})
export type IeoDraw = z.output<typeof IeoDraw>

const ieoId = z.string().check(z.maxLength(40))
const orderId = z.string().check(z.regex(/^\d{1,20}$/))
const confirmed = { confirmToken: z.optional(z.string().check(z.maxLength(4000))) }

export const IeoApplyRequest = z.object({ ieoId, num: positiveDecimalInput })
export const IeoPayRequest = z.object({ id: orderId, num: z.optional(positiveDecimalInput) })

const line = z.object({ key: z.string(), value: decimalSchema, unit: z.string() })
const costs = {
  lines: z.array(line),
  fees: z.array(z.object({ key: z.string(), amount: decimalSchema, currency: z.string(), rate: decimalSchema })),
  youPay: decimalSchema,
  payCurrency: z.string(),
  worstLoss: z.object({ amount: decimalSchema, currency: z.string() }),
  warnings: z.array(z.object({ level: z.enum(['info', 'warn']), key: z.string() })),
  confirmToken: z.string(),
  expireAt: epochMsSchema,
}
/** Lines: applyNum, mostWin, estimatePrice, mostToPay. */
export const IeoApplyPreview = z.object({ action: z.literal('ieoApply'), ...costs })
export type IeoApplyPreview = z.output<typeof IeoApplyPreview>
/** Lines: payNum, winPrice, lapses. Warnings: restLapses, canLoseAll, noMarket, insufficientBalance. */
export const IeoPayPreview = z.object({ action: z.literal('ieoPay'), ...costs })
export type IeoPayPreview = z.output<typeof IeoPayPreview>

const projectsPath = '/api/prod/appProdIoe/listMy'
const ordersPath = '/api/prod/appOrderIoe/listMy'
const touches = [projectsPath, ordersPath]
const moneyTouches = [...touches, wallet.balances.path, wallet.assets.path, wallet.balanceRecords.path]

export const ieo = {
  ieos: defineGetCall(projectsPath, {
    access: 'open',
    params: z.object({ ...pagingParams, status: z.optional(integerParamBetween(-1, 5)) }),
    reply: pageOfRecordsSchema(IeoProject),
    kept: 'page',
  }),
  ieoOrders: defineGetCall(ordersPath, {
    access: 'signedIn',
    params: z.object(pagingParams),
    reply: pageOfRecordsSchema(IeoOrder),
    kept: 'page',
  }),
  applyForIeo: definePostCall('/api/prod/appOrderIoe/apply', {
    access: 'kyc1',
    once: true,
    body: z.extend(IeoApplyRequest, confirmed),
    reply: IeoOrder,
    touches,
  }),
  /** A part may be paid; what is left lapses without a charge. */
  payForIeo: definePostCall('/api/prod/appOrderIoe/pay', {
    access: 'kyc1',
    once: true,
    body: z.extend(IeoPayRequest, confirmed),
    reply: IeoOrder,
    touches: moneyTouches,
  }),
  cancelIeoOrder: definePostCall('/api/prod/appOrderIoe/cancel', {
    access: 'signedIn',
    once: true,
    body: z.object({ id: orderId }),
    reply: IeoOrder,
    touches,
  }),
  /** Ours: the draw's proof. */
  ieoDraw: defineGetCall('/api/prod/appProdIoe/draw', {
    access: 'open',
    params: z.object({ ieoId, orderId: z.optional(orderId) }),
    reply: IeoDraw,
    kept: 'nowhere',
  }),
}
