import * as z from 'zod/mini'
import { defineGetCall, definePostCall } from '../call.ts'
import { decimalSchema, positiveDecimalInput } from '../decimalSchema.ts'
import { csvQueryParamUpTo, integerParamBetween, pageOfRecordsSchema, pagingParams } from '../page.ts'
import { epochMsSchema, wireTimeSchema } from '../timeSchema.ts'
import { realOrDemoAccountTypeParam, wallet } from './wallet.ts'

/** One duration on one market (docs/rules/timed-contracts.md). Odds are a fraction: '0.85' pays 185 for a stake of 100. */
export const SecondContractOffer = z.object({
  id: z.string(),
  symbol: z.string(),
  seconds: z.int(),
  odds: decimalSchema,
  minMoney: decimalSchema,
  maxMoney: decimalSchema,
  /** The same with real money. */
  realMaxMoney: decimalSchema,
  /** How often one must be right to lose nothing, in percent. */
  breakEvenPct: decimalSchema,
  /** What a coin toss loses of every 100 staked, on average. */
  houseEdgePct: decimalSchema,
  /** 1 sold. */
  status: z.int(),
  realAllowed: z.boolean(),
  demoAllowed: z.boolean(),
})
export type SecondContractOffer = z.output<typeof SecondContractOffer>

/**
 * The second of the price record that was used, the UTC+8 day whose record holds it, and its place among that day's leaves: null in what is told
 * at once (a purchase, the stream), while it is not signed, and once its day is deleted after thirty days.
 */
const proof = z.nullable(z.object({ sec: z.int(), day: z.string(), leafIndex: z.nullable(z.int()) }))

/** SecondOrder of docs/rules/timed-contracts.md. Money in USDT, prices with the ten decimals of the record, times ending in Sec are Unix seconds. */
export const SecondContractOrder = z.object({
  id: z.string(),
  orderNo: z.string(),
  accountType: z.int(),
  symbol: z.string(),
  setId: z.string(),
  seconds: z.int(),
  /** 1 up, 2 down. */
  type: z.int(),
  money: decimalSchema,
  odds: decimalSchema,
  openPrice: z.nullable(decimalSchema),
  openSec: z.int(),
  closePrice: z.nullable(decimalSchema),
  closeSec: z.int(),
  /** 1 running, 2 settling, 3 settled. */
  status: z.int(),
  /** 0 none yet, 1 win, 2 lose, 3 tie, 4 void. */
  result: z.int(),
  /** payout − stake once settled; 0 before. */
  profit: decimalSchema,
  payout: decimalSchema,
  proof: z.object({ open: proof, close: proof }),
  createTime: wireTimeSchema,
  settleTime: z.optional(wireTimeSchema),
})
export type SecondContractOrder = z.output<typeof SecondContractOrder>

const order = {
  accountType: realOrDemoAccountTypeParam,
  symbol: z.string().check(z.maxLength(20)),
  money: positiveDecimalInput,
  setId: z.string().check(z.maxLength(40)),
  /** 1 up, 2 down. */
  type: integerParamBetween(1, 2),
}
export const SecondContractOrderRequest = z.object(order)
export type SecondContractOrderRequest = z.output<typeof SecondContractOrderRequest>

/** Every number of a second contract before it is bought, signed: trading.preview with action 'second' (docs/rules/wire.md). */
export const SecondContractOrderPreview = z.object({
  action: z.literal('second'),
  lines: z.array(z.object({ key: z.string(), value: decimalSchema, unit: z.string() })),
  /** None: the odds are the whole cost. */
  fees: z.array(z.object({ key: z.string(), amount: decimalSchema, currency: z.string(), rate: decimalSchema })),
  youPay: decimalSchema,
  /** What a win pays, the stake in it. */
  payout: decimalSchema,
  odds: decimalSchema,
  seconds: z.int(),
  breakEvenPct: decimalSchema,
  expectedAtCoinToss: decimalSchema,
  houseEdgePct: decimalSchema,
  worstLoss: z.object({ amount: decimalSchema, currency: z.string() }),
  warnings: z.array(z.object({ level: z.enum(['info', 'warn']), key: z.string() })),
  feedMode: z.string(),
  confirmToken: z.string(),
  expireAt: epochMsSchema,
})
export type SecondContractOrderPreview = z.output<typeof SecondContractOrderPreview>

const listPath = '/api/trade/appSecondContractOrder/listMy'
const headPath = '/api/trade/appSecondContractOrder/head'

export const secondContracts = {
  sets: defineGetCall('/api/trade/appSecondContractSet/list', {
    access: 'open',
    params: z.object({ symbol: z.optional(z.string().check(z.maxLength(20))) }),
    reply: z.array(SecondContractOffer),
    kept: 'worker',
  }),
  buy: definePostCall('/api/trade/appSecondContractOrder/buy', {
    access: 'signedIn',
    once: true,
    body: z.object({ ...order, confirmToken: z.optional(z.string().check(z.maxLength(4000))) }),
    reply: SecondContractOrder,
    touches: [listPath, headPath, wallet.balances.path, wallet.assets.path, wallet.balanceRecords.path],
  }),
  orders: defineGetCall(listPath, {
    access: 'signedIn',
    params: z.object({
      ...pagingParams,
      accountType: z._default(realOrDemoAccountTypeParam, 1),
      status: z.optional(csvQueryParamUpTo(3)),
      symbol: z.optional(z.string().check(z.maxLength(20))),
      /** Ours: only these results. */
      result: z.optional(csvQueryParamUpTo(5)),
    }),
    reply: pageOfRecordsSchema(SecondContractOrder),
    kept: 'page',
  }),
  head: defineGetCall(headPath, {
    access: 'signedIn',
    params: z.object({ accountType: z._default(realOrDemoAccountTypeParam, 1) }),
    reply: z.object({
      serverTime: wireTimeSchema,
      runningCount: z.int(),
      /** Those that run or are being settled, newest first. */
      running: z.array(SecondContractOrder),
      /** USDT of that book that a stake can be taken from. */
      available: decimalSchema,
      todayCount: z.int(),
      todayStake: decimalSchema,
      todayNet: decimalSchema,
      lifetimeNet: decimalSchema,
      /** Won of won and lost, a fraction; null before the first. */
      winRate: z.nullable(decimalSchema),
      /** Lost one after another, ending with the newest result; ties and voids neither count nor interrupt. */
      lossesInRow: z.int(),
      /** Limits of the REAL book; null on DEMO, where there are none. */
      lossLimitLeft: z.nullable(decimalSchema),
      stakeLimitLeft: z.nullable(decimalSchema),
      maxOpen: z.int(),
      /** Everybody's, over 30 days. */
      platform: z.object({ winRate30d: z.nullable(decimalSchema), userNet30d: decimalSchema, settled30d: z.int() }),
    }),
    kept: 'page',
  }),
}
