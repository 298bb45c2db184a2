import * as z from 'zod/mini'
import { defineGetCall, definePostCall } from '../call.ts'
import { slippageDefaultBps, slippageMaxBps } from '../constants.ts'
import { decimalSchema, positiveDecimalInput } from '../decimalSchema.ts'
import { csvQueryParamUpTo, integerParamBetween, pageOfRecordsSchema, pagingParams } from '../page.ts'
import { OptionOrderRequest, OptionOrder, OptionOrderPreview } from '../orders/option.ts'
import { FastTradeRequest, FastTradeOrder, FastTradePreview } from '../orders/fast.ts'
import {
  InstantSpotOrderRequest,
  InstantSpotOrder,
  InstantSpotOrderPreview,
  SpotOrderRequest,
  SpotOrder,
  SpotOrderPreview,
} from '../orders/spot.ts'
import { epochMsSchema, wireTimeSchema } from '../timeSchema.ts'
import { IeoApplyRequest, IeoApplyPreview, IeoPayRequest, IeoPayPreview } from './ieo.ts'
import { CreditLoanRequest, CreditLoanPreview, PledgedLoanRequest, PledgedLoanPreview } from './loans.ts'
import { MiningMachineOrderRequest, MiningMachineOrderPreview, EarnProductOrderRequest, EarnProductOrderPreview } from './products.ts'
import { SecondContractOrderRequest, SecondContractOrderPreview } from './secondContracts.ts'
import { swap } from './swap.ts'
import { anyAccountTypeParam, competitionIdParam, wallet } from './wallet.ts'
import { WithdrawalPreviewRequest, WithdrawalPreview } from './withdrawals.ts'

/** A contract, the position of docs/rules/contracts.md. Prices are in the quote currency, money in USDT; times ending in Sec are Unix seconds. */
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
  price: z.optional(decimalSchema),
  quantity: decimalSchema,
  openPrice: decimalSchema,
  closePrice: z.optional(decimalSchema),
  markPrice: z.nullable(decimalSchema),
  lever: z.int(),
  margin: decimalSchema,
  /** What was added to the margin since; below zero when charges took from it. */
  addedMargin: decimalSchema,
  liqPrice: decimalSchema,
  stopProfit: z.optional(decimalSchema),
  stopLoss: z.optional(decimalSchema),
  /** Unrealised by mark while running, realised (before fees) when closed. */
  profit: z.nullable(decimalSchema),
  /** profit / margin, a fraction. */
  profitRate: z.nullable(decimalSchema),
  /** equity / margin in percent; 100.00 at open, closed out at 50.00. */
  marginRatio: z.nullable(decimalSchema),
  openFee: decimalSchema,
  /** The rate of both its fees: that of its opening. */
  feeRate: z.optional(decimalSchema),
  /** Its own spread, step of prices and size, which it keeps to its end. */
  spreadBps: z.optional(decimalSchema),
  tick: z.optional(decimalSchema),
  contractSize: z.optional(decimalSchema),
  closeFee: decimalSchema,
  /** All funding and overnight so far: negative was paid, positive received. */
  funding: decimalSchema,
  /** What came back to the available balance at close. */
  returned: z.optional(decimalSchema),
  status: z.int(),
  /** Open on a price feed that is not played now: it has no live numbers, and no price of another feed settles it (docs/rules/prices.md). */
  waitsForFeed: z.optional(z.literal(true)),
  closeReason: z.optional(z.int()),
  /** The position that this closed part was taken from. */
  partOf: z.optional(z.string()),
  openSec: z.int(),
  closeSec: z.optional(z.int()),
  createTime: wireTimeSchema,
  closeTime: z.optional(wireTimeSchema),
  /** When a pending order is cancelled by itself. */
  expireTime: z.optional(wireTimeSchema),
})
export type Position = z.output<typeof Position>

/**
 * The order as it is previewed and then placed; exactly one of quantity and money (margin). A limit order (orderType 2) has a price,
 * a market order has none. Stops go with both. In book 3 `compId` says in which competition.
 */
export const ContractOrderRequest = z.object({
  accountType: anyAccountTypeParam,
  compId: competitionIdParam,
  posType: z.literal(2),
  symbol: z.string().check(z.maxLength(20)),
  direction: integerParamBetween(1, 2),
  orderType: integerParamBetween(1, 2),
  price: z.optional(positiveDecimalInput),
  slippageBps: z._default(integerParamBetween(1, slippageMaxBps), slippageDefaultBps),
  quantity: z.optional(positiveDecimalInput),
  money: z.optional(positiveDecimalInput),
  lever: integerParamBetween(1, 125),
  stopProfit: z.optional(positiveDecimalInput),
  stopLoss: z.optional(positiveDecimalInput),
})
export type ContractOrderRequest = z.output<typeof ContractOrderRequest>

/** One number of a preview. `key` names it for the app's own words: notional, margin, openFee, estCloseFee, liqPrice … */
const line = z.object({ key: z.string(), value: decimalSchema, unit: z.string() })

export const ContractOrderPreviewReply = z.object({
  action: z.literal('position'),
  posType: z.literal(2),
  lines: z.array(line),
  fees: z.array(z.object({ key: z.string(), amount: decimalSchema, currency: z.string(), rate: decimalSchema })),
  /** The price shown, on the tick: ask for long, bid for short; the limit of a limit order. */
  price: decimalSchema,
  quantity: decimalSchema,
  youPay: decimalSchema,
  worstLoss: z.object({ amount: decimalSchema, currency: z.string() }),
  liqPrice: decimalSchema,
  warnings: z.array(z.object({ level: z.enum(['info', 'warn']), key: z.string() })),
  feedMode: z.string(),
  confirmToken: z.string(),
  expireAt: epochMsSchema,
})
export type ContractOrderPreviewReply = z.output<typeof ContractOrderPreviewReply>

/** What the one way for contracts, spot, options and fast trades takes, shows and gives, told apart by `posType` (docs/architecture.md). A new kind is a line in each. */
const AnyPosTypeOrderRequest = z.discriminatedUnion('posType', [
  ContractOrderRequest,
  SpotOrderRequest,
  OptionOrderRequest,
  InstantSpotOrderRequest,
  FastTradeRequest,
])
export type AnyPosTypeOrderRequest = z.output<typeof AnyPosTypeOrderRequest>
const AnyPosTypeOrderPreview = z.discriminatedUnion('posType', [
  ContractOrderPreviewReply,
  SpotOrderPreview,
  OptionOrderPreview,
  InstantSpotOrderPreview,
  FastTradePreview,
])
export type AnyPosTypeOrderPreview = z.output<typeof AnyPosTypeOrderPreview>
const AnyPosTypeOrder = z.discriminatedUnion('posType', [Position, SpotOrder, OptionOrder, InstantSpotOrder, FastTradeOrder])
export type AnyPosTypeOrder = z.output<typeof AnyPosTypeOrder>
const confirmed = { confirmToken: z.optional(z.string().check(z.maxLength(4000))) }
const ConfirmedOrder = z.discriminatedUnion('posType', [
  z.extend(ContractOrderRequest, confirmed),
  z.extend(SpotOrderRequest, confirmed),
  z.extend(OptionOrderRequest, confirmed),
  z.extend(InstantSpotOrderRequest, confirmed),
  z.extend(FastTradeRequest, confirmed),
])

const positionId = z.string().check(z.regex(/^\d{1,20}$/))
const positionsPath = '/api/trade/appTradePositions/listMy'
const summaryPath = '/api/trade/appTradePositions/summary'
const tradeTouches = [positionsPath, summaryPath, wallet.balances.path, wallet.assets.path, wallet.balanceRecords.path]

export const trading = {
  /** Ours: every number that will be charged, signed. */
  preview: definePostCall('/api/trade/preview', {
    access: 'signedIn',
    preview: true,
    body: z.discriminatedUnion('action', [
      z.object({ action: z.literal('position'), payload: AnyPosTypeOrderRequest }),
      z.object({ action: z.literal('second'), payload: SecondContractOrderRequest }),
      z.object({ action: z.literal('withdraw'), payload: WithdrawalPreviewRequest }),
      z.object({ action: z.literal('product'), payload: EarnProductOrderRequest }),
      z.object({ action: z.literal('miner'), payload: MiningMachineOrderRequest }),
      z.object({ action: z.literal('ieoApply'), payload: IeoApplyRequest }),
      z.object({ action: z.literal('ieoPay'), payload: IeoPayRequest }),
      z.object({ action: z.literal('loanCredit'), payload: CreditLoanRequest }),
      z.object({ action: z.literal('loanPledge'), payload: PledgedLoanRequest }),
    ]),
    reply: z.discriminatedUnion('action', [
      AnyPosTypeOrderPreview,
      SecondContractOrderPreview,
      WithdrawalPreview,
      EarnProductOrderPreview,
      MiningMachineOrderPreview,
      CreditLoanPreview,
      PledgedLoanPreview,
      IeoApplyPreview,
      IeoPayPreview,
    ]),
  }),
  /** Every kind of order that has a `posType`. */
  openPosition: definePostCall('/api/trade/appTradePositions/create', {
    access: 'signedIn',
    once: true,
    body: ConfirmedOrder,
    reply: AnyPosTypeOrder,
    // A fast trade is a swap too.
    touches: [...tradeTouches, swap.swaps.path],
  }),
  /**
   * Without posType: every kind, newest first. With `compId`: those of one's entry in that competition; refuses notFound without one. In
   * book 3 without it: those of all of one's entries.
   */
  positions: defineGetCall(positionsPath, {
    access: 'signedIn',
    params: z.object({
      ...pagingParams,
      accountType: z._default(anyAccountTypeParam, 1),
      posType: z.optional(integerParamBetween(1, 5)),
      status: z.optional(csvQueryParamUpTo(5)),
      symbol: z.optional(z.string()),
      compId: competitionIdParam,
    }),
    reply: pageOfRecordsSchema(AnyPosTypeOrder),
    kept: 'page',
  }),
  /** Leaving is never hindered: no confirm token, an empty body. */
  closePosition: definePostCall('/api/trade/appTradePositions/close/:id', {
    access: 'signedIn',
    once: true,
    body: z.object({ id: positionId }),
    reply: AnyPosTypeOrder,
    touches: tradeTouches,
  }),
  /** null clears a stop; one that is left out stays as it is. */
  setStops: definePostCall('/api/trade/appTradePositions/updateStopLoss', {
    access: 'signedIn',
    once: true,
    body: z.object({
      id: positionId,
      stopProfit: z.optional(z.nullable(positiveDecimalInput)),
      stopLoss: z.optional(z.nullable(positiveDecimalInput)),
    }),
    reply: Position,
    touches: [positionsPath],
  }),
  /** Ours. */
  addMargin: definePostCall('/api/trade/appTradePositions/addMargin', {
    access: 'signedIn',
    once: true,
    body: z.object({ id: positionId, money: positiveDecimalInput }),
    reply: Position,
    touches: tradeTouches,
  }),
  /** Ours. The reply is the closed part, a position of its own with `partOf`; the rest keeps the id. */
  closePart: definePostCall('/api/trade/appTradePositions/closePart', {
    access: 'signedIn',
    once: true,
    body: z.object({ id: positionId, quantity: positiveDecimalInput }),
    reply: Position,
    touches: tradeTouches,
  }),
  /** Ours. */
  cancelLimit: definePostCall('/api/trade/appTradePositions/cancelLimit', {
    access: 'signedIn',
    once: true,
    body: z.object({ id: positionId }),
    reply: AnyPosTypeOrder,
    touches: tradeTouches,
  }),
  /** Ours: what holding each market costs at its next moment; rates are fractions, positive is paid (docs/rules/contracts.md). */
  holdingRates: defineGetCall('/api/trade/appSymbol/holdingRates', {
    access: 'open',
    params: z.object({ symbol: z.optional(z.string().check(z.maxLength(20))) }),
    reply: z.array(
      z.object({
        symbol: z.string(),
        kind: z.enum(['funding', 'overnight']),
        long: decimalSchema,
        short: decimalSchema,
        nights: z.int(),
        dueAt: epochMsSchema,
      }),
    ),
    kept: 'nowhere',
  }),
  positionsSummary: defineGetCall(summaryPath, {
    access: 'signedIn',
    params: z.object({ accountType: z._default(anyAccountTypeParam, 1), compId: competitionIdParam }),
    reply: z.object({
      runningCount: z.int(),
      totalMargin: decimalSchema,
      totalUnrealised: decimalSchema,
      todayRealised: decimalSchema,
      totalRealised: decimalSchema,
      winCount: z.int(),
      lossCount: z.int(),
      yieldRate: decimalSchema,
      worstMarginRatio: z.nullable(decimalSchema),
      asOf: epochMsSchema,
    }),
    kept: 'page',
  }),
}
