import * as z from 'zod/mini'
import { read, write } from '../call.ts'
import { slippageDefaultBps, slippageMaxBps } from '../constants.ts'
import { decimal, positiveInput } from '../decimalSchema.ts'
import { csvParam, intParam, page, paging } from '../page.ts'
import { OptionAsked, OptionOrder, OptionPreview } from '../orders/option.ts'
import { FastAsked, FastOrder, FastPreview } from '../orders/fast.ts'
import { InstantAsked, InstantOrder, InstantPreview, SpotAsked, SpotOrder, SpotPreview } from '../orders/spot.ts'
import { milliseconds, time } from '../timeSchema.ts'
import { IeoApplyAsk, IeoApplyPreview, IeoPayAsk, IeoPayPreview } from './ieo.ts'
import { CreditAsk, CreditPreview, PledgeAsk, PledgePreview } from './loans.ts'
import { MinerAsk, MinerPreview, ProductAsk, ProductPreview } from './products.ts'
import { SecondAsk, SecondPreview } from './secondContracts.ts'
import { swap } from './swap.ts'
import { anyAccountType, compId, wallet } from './wallet.ts'
import { WithdrawAsk, WithdrawPreview } from './withdrawals.ts'

/** A contract, the position of product §1.5. Prices are in the quote currency, money in USDT; times ending in Sec are Unix seconds. */
export const Position = z.object({
  id: z.string(),
  orderNo: z.string(),
  accountType: z.int(),
  /** The competition; null outside of book 3. */
  compId: z.nullable(z.string()),
  posType: z.literal(2),
  symbol: z.string(),
  name: z.string(),
  /** 1 long, 2 short. */
  direction: z.int(),
  /** 1 market, 2 limit. */
  orderType: z.int(),
  /** The limit of an order that is or was one; while it is pending, openPrice, margin and openFee are those at this price. */
  price: z.optional(decimal),
  quantity: decimal,
  openPrice: decimal,
  closePrice: z.optional(decimal),
  markPrice: z.nullable(decimal),
  lever: z.int(),
  margin: decimal,
  /** What was added to the margin since; below zero when charges took from it. */
  addedMargin: decimal,
  liqPrice: decimal,
  stopProfit: z.optional(decimal),
  stopLoss: z.optional(decimal),
  /** Unrealised by mark while running, realised (before fees) when closed. */
  profit: z.nullable(decimal),
  /** profit / margin, a fraction. */
  profitRate: z.nullable(decimal),
  /** equity / margin in percent; 100.00 at open, closed out at 50.00. */
  marginRatio: z.nullable(decimal),
  openFee: decimal,
  /** The rate of both its fees: that of its opening. */
  feeRate: z.optional(decimal),
  closeFee: decimal,
  /** All funding and overnight so far: negative was paid, positive received. */
  funding: decimal,
  /** What came back to the available balance at close. */
  returned: z.optional(decimal),
  status: z.int(),
  closeReason: z.optional(z.int()),
  /** The position that this closed part was taken from. */
  partOf: z.optional(z.string()),
  openSec: z.int(),
  closeSec: z.optional(z.int()),
  createTime: time,
  closeTime: z.optional(time),
  /** When a pending order is cancelled by itself. */
  expireTime: z.optional(time),
})
export type Position = z.output<typeof Position>

/**
 * The order as it is previewed and then placed; exactly one of quantity and money (margin). A limit order (orderType 2) has a price,
 * a market order has none. Stops go with both. In book 3 `compId` says in which competition.
 */
export const Order = z.object({
  accountType: anyAccountType,
  compId,
  posType: z.literal(2),
  symbol: z.string().check(z.maxLength(20)),
  direction: intParam(1, 2),
  orderType: intParam(1, 2),
  price: z.optional(positiveInput),
  slippageBps: z._default(intParam(1, slippageMaxBps), slippageDefaultBps),
  quantity: z.optional(positiveInput),
  money: z.optional(positiveInput),
  lever: intParam(1, 125),
  stopProfit: z.optional(positiveInput),
  stopLoss: z.optional(positiveInput),
})
export type Order = z.output<typeof Order>

/** One number of a preview. `key` names it for the app's own words: notional, margin, openFee, estCloseFee, liqPrice … */
const line = z.object({ key: z.string(), value: decimal, unit: z.string() })

export const Preview = z.object({
  action: z.literal('position'),
  posType: z.literal(2),
  lines: z.array(line),
  fees: z.array(z.object({ key: z.string(), amount: decimal, currency: z.string(), rate: decimal })),
  /** The price shown, on the tick: ask for long, bid for short; the limit of a limit order. */
  price: decimal,
  quantity: decimal,
  youPay: decimal,
  worstLoss: z.object({ amount: decimal, currency: z.string() }),
  liqPrice: decimal,
  warnings: z.array(z.object({ level: z.enum(['info', 'warn']), key: z.string() })),
  feedMode: z.string(),
  confirmToken: z.string(),
  expireAt: milliseconds,
})
export type Preview = z.output<typeof Preview>

/** What the one way for all orders takes, shows and gives, told apart by `posType` (product §1.5). A new kind is a line in each. */
const AskedOrder = z.discriminatedUnion('posType', [Order, SpotAsked, OptionAsked, InstantAsked, FastAsked])
export type AskedOrder = z.output<typeof AskedOrder>
const OrderPreview = z.discriminatedUnion('posType', [Preview, SpotPreview, OptionPreview, InstantPreview, FastPreview])
export type OrderPreview = z.output<typeof OrderPreview>
const AnyOrder = z.discriminatedUnion('posType', [Position, SpotOrder, OptionOrder, InstantOrder, FastOrder])
export type AnyOrder = z.output<typeof AnyOrder>
const confirmed = { confirmToken: z.optional(z.string().check(z.maxLength(4000))) }
const ConfirmedOrder = z.discriminatedUnion('posType', [
  z.extend(Order, confirmed),
  z.extend(SpotAsked, confirmed),
  z.extend(OptionAsked, confirmed),
  z.extend(InstantAsked, confirmed),
  z.extend(FastAsked, confirmed),
])

const positionId = z.string().check(z.regex(/^\d{1,20}$/))
const positionsPath = '/api/trade/appTradePositions/listMy'
const summaryPath = '/api/trade/appTradePositions/summary'
const tradeTouches = [positionsPath, summaryPath, wallet.balances.path, wallet.assets.path, wallet.balanceRecords.path]

export const trading = {
  /** Ours (call 180): every number that will be charged, signed. */
  preview: write('/api/trade/preview', {
    access: 'signedIn',
    body: z.discriminatedUnion('action', [
      z.object({ action: z.literal('position'), payload: AskedOrder }),
      z.object({ action: z.literal('second'), payload: SecondAsk }),
      z.object({ action: z.literal('withdraw'), payload: WithdrawAsk }),
      z.object({ action: z.literal('product'), payload: ProductAsk }),
      z.object({ action: z.literal('miner'), payload: MinerAsk }),
      z.object({ action: z.literal('ieoApply'), payload: IeoApplyAsk }),
      z.object({ action: z.literal('ieoPay'), payload: IeoPayAsk }),
      z.object({ action: z.literal('loanCredit'), payload: CreditAsk }),
      z.object({ action: z.literal('loanPledge'), payload: PledgeAsk }),
    ]),
    reply: z.discriminatedUnion('action', [
      OrderPreview,
      SecondPreview,
      WithdrawPreview,
      ProductPreview,
      MinerPreview,
      CreditPreview,
      PledgePreview,
      IeoApplyPreview,
      IeoPayPreview,
    ]),
  }),
  /** Every kind of order. */
  openPosition: write('/api/trade/appTradePositions/create', {
    access: 'signedIn',
    once: true,
    body: ConfirmedOrder,
    reply: AnyOrder,
    // A fast trade is a swap too.
    touches: [...tradeTouches, swap.swaps.path],
  }),
  /**
   * Without posType: every kind, newest first. With `compId`: those of one's entry in that competition; refuses notFound without one. In book 3
   * without it: those of all of one's entries.
   */
  positions: read(positionsPath, {
    access: 'signedIn',
    params: z.object({
      ...paging,
      accountType: z._default(anyAccountType, 1),
      posType: z.optional(intParam(1, 5)),
      status: z.optional(csvParam(5)),
      symbol: z.optional(z.string()),
      compId,
    }),
    reply: page(AnyOrder),
    kept: 'page',
  }),
  /** Leaving is never hindered: no confirm token, an empty body. */
  closePosition: write('/api/trade/appTradePositions/close/:id', {
    access: 'signedIn',
    once: true,
    body: z.object({ id: positionId }),
    reply: AnyOrder,
    touches: tradeTouches,
  }),
  /** null clears a stop; one that is left out stays as it is. */
  setStops: write('/api/trade/appTradePositions/updateStopLoss', {
    access: 'signedIn',
    once: true,
    body: z.object({ id: positionId, stopProfit: z.optional(z.nullable(positiveInput)), stopLoss: z.optional(z.nullable(positiveInput)) }),
    reply: Position,
    touches: [positionsPath],
  }),
  /** Ours (call 96). */
  addMargin: write('/api/trade/appTradePositions/addMargin', {
    access: 'signedIn',
    once: true,
    body: z.object({ id: positionId, money: positiveInput }),
    reply: Position,
    touches: tradeTouches,
  }),
  /** Ours (call 97). The reply is the closed part, a position of its own with `partOf`; the rest keeps the id. */
  closePart: write('/api/trade/appTradePositions/closePart', {
    access: 'signedIn',
    once: true,
    body: z.object({ id: positionId, quantity: positiveInput }),
    reply: Position,
    touches: tradeTouches,
  }),
  /** Ours (call 98). */
  cancelLimit: write('/api/trade/appTradePositions/cancelLimit', {
    access: 'signedIn',
    once: true,
    body: z.object({ id: positionId }),
    reply: AnyOrder,
    touches: tradeTouches,
  }),
  /** Ours: what holding each market costs at its next moment; rates are fractions, positive is paid (product §2.4). */
  holdingRates: read('/api/trade/appSymbol/holdingRates', {
    access: 'open',
    params: z.object({ symbol: z.optional(z.string().check(z.maxLength(20))) }),
    reply: z.array(
      z.object({
        symbol: z.string(),
        kind: z.enum(['funding', 'overnight']),
        long: decimal,
        short: decimal,
        nights: z.int(),
        dueAt: milliseconds,
      }),
    ),
    kept: 'nowhere',
  }),
  positionsSummary: read(summaryPath, {
    access: 'signedIn',
    params: z.object({ accountType: z._default(anyAccountType, 1), compId }),
    reply: z.object({
      runningCount: z.int(),
      totalMargin: decimal,
      totalUnrealised: decimal,
      todayRealised: decimal,
      totalRealised: decimal,
      winCount: z.int(),
      lossCount: z.int(),
      yieldRate: decimal,
      worstMarginRatio: z.nullable(decimal),
      asOf: milliseconds,
    }),
    kept: 'page',
  }),
}
