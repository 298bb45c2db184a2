import * as z from 'zod/mini'
import { read, write } from '../call.ts'
import { decimal, positiveInput } from '../decimalSchema.ts'
import { csvParam, intParam, page, paging } from '../page.ts'
import { milliseconds, time } from '../timeSchema.ts'
import { accountType, wallet } from './wallet.ts'

/** One duration on one market (product §1.5 call 88). Odds are a fraction: '0.85' pays 185 for a stake of 100. */
export const SecondSet = z.object({
  id: z.string(),
  symbol: z.string(),
  seconds: z.int(),
  odds: decimal,
  minMoney: decimal,
  maxMoney: decimal,
  /** The same with real money. */
  realMaxMoney: decimal,
  /** How often one must be right to lose nothing, in percent. */
  breakEvenPct: decimal,
  /** What a coin toss loses of every 100 staked, on average. */
  houseEdgePct: decimal,
  /** 1 sold. */
  status: z.int(),
  realAllowed: z.boolean(),
  demoAllowed: z.boolean(),
})
export type SecondSet = z.output<typeof SecondSet>

/** The second of the price record that was used, and the UTC+8 day whose record holds it. */
const proof = z.nullable(z.object({ sec: z.int(), day: z.string() }))

/** SecondOrder of product §1.5. Money in USDT, prices with the ten decimals of the record, times ending in Sec are Unix seconds. */
export const SecondOrder = z.object({
  id: z.string(),
  orderNo: z.string(),
  accountType: z.int(),
  symbol: z.string(),
  setId: z.string(),
  seconds: z.int(),
  /** 1 up, 2 down. */
  type: z.int(),
  money: decimal,
  odds: decimal,
  openPrice: z.nullable(decimal),
  openSec: z.int(),
  closePrice: z.nullable(decimal),
  closeSec: z.int(),
  /** 1 running, 2 settling, 3 settled. */
  status: z.int(),
  /** 0 none yet, 1 win, 2 lose, 3 tie, 4 void. */
  result: z.int(),
  /** payout − stake once settled; 0 before. */
  profit: decimal,
  payout: decimal,
  proof: z.object({ open: proof, close: proof }),
  createTime: time,
  settleTime: z.optional(time),
})
export type SecondOrder = z.output<typeof SecondOrder>

const order = {
  accountType,
  symbol: z.string().check(z.maxLength(20)),
  money: positiveInput,
  setId: z.string().check(z.maxLength(40)),
  /** 1 up, 2 down. */
  type: intParam(1, 2),
}
export const SecondAsk = z.object(order)
export type SecondAsk = z.output<typeof SecondAsk>

/** Every number of a second contract before it is bought, signed: trading.preview with action 'second' (product §1.11). */
export const SecondPreview = z.object({
  action: z.literal('second'),
  lines: z.array(z.object({ key: z.string(), value: decimal, unit: z.string() })),
  /** None: the odds are the whole cost. */
  fees: z.array(z.object({ key: z.string(), amount: decimal, currency: z.string(), rate: decimal })),
  youPay: decimal,
  /** What a win pays, the stake in it. */
  payout: decimal,
  odds: decimal,
  seconds: z.int(),
  breakEvenPct: decimal,
  expectedAtCoinToss: decimal,
  houseEdgePct: decimal,
  worstLoss: z.object({ amount: decimal, currency: z.string() }),
  warnings: z.array(z.object({ level: z.enum(['info', 'warn']), key: z.string() })),
  feedMode: z.string(),
  confirmToken: z.string(),
  expireAt: milliseconds,
})
export type SecondPreview = z.output<typeof SecondPreview>

const listPath = '/api/trade/appSecondContractOrder/listMy'
const headPath = '/api/trade/appSecondContractOrder/head'

export const secondContracts = {
  sets: read('/api/trade/appSecondContractSet/list', {
    access: 'open',
    params: z.object({ symbol: z.optional(z.string().check(z.maxLength(20))) }),
    reply: z.array(SecondSet),
    kept: 'worker',
  }),
  buy: write('/api/trade/appSecondContractOrder/buy', {
    access: 'signedIn',
    once: true,
    body: z.object({ ...order, confirmToken: z.optional(z.string().check(z.maxLength(4000))) }),
    reply: SecondOrder,
    touches: [listPath, headPath, wallet.balances.path, wallet.assets.path, wallet.balanceRecords.path],
  }),
  orders: read(listPath, {
    access: 'signedIn',
    params: z.object({
      ...paging,
      accountType: z._default(accountType, 1),
      status: z.optional(csvParam(3)),
      symbol: z.optional(z.string().check(z.maxLength(20))),
      /** Ours: only these results. */
      result: z.optional(csvParam(5)),
    }),
    reply: page(SecondOrder),
    kept: 'page',
  }),
  head: read(headPath, {
    access: 'signedIn',
    params: z.object({ accountType: z._default(accountType, 1) }),
    reply: z.object({
      serverTime: time,
      runningCount: z.int(),
      todayCount: z.int(),
      todayStake: decimal,
      todayNet: decimal,
      lifetimeNet: decimal,
      /** Won of won and lost, a fraction; null before the first. */
      winRate: z.nullable(decimal),
      /** Lost one after another, ending with the newest result; ties and voids neither count nor interrupt. */
      lossesInRow: z.int(),
      /** Limits of the REAL book; null on DEMO, where there are none. */
      lossLimitLeft: z.nullable(decimal),
      stakeLimitLeft: z.nullable(decimal),
      maxOpen: z.int(),
      /** Everybody's, over 30 days. */
      platform: z.object({ winRate30d: z.nullable(decimal), userNet30d: decimal, settled30d: z.int() }),
    }),
    kept: 'page',
  }),
}
