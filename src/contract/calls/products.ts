import * as z from 'zod/mini'
import { defineGetCall, definePostCall } from '../call.ts'
import { decimalSchema, positiveDecimalInput } from '../decimalSchema.ts'
import { csvQueryParamUpTo, integerParamBetween, pageOfRecordsSchema, pagingParams } from '../page.ts'
import { stepUpProofFields } from '../stepUp.ts'
import { epochMsSchema, wireTimeSchema } from '../timeSchema.ts'
import { realOrDemoAccountTypeParam, wallet } from './wallet.ts'

/** Where the income comes from: worked out each day, agreed once, the fund's unit value, or a machine's output (docs/rules/earn.md). */
const rateKinds = ['variable', 'fixedByContract', 'nav', 'output'] as const
/** What stands behind a product. `simulated`: nothing but play money. */
const backings = ['simulated', 'reserve', 'custody', 'borrower'] as const
/** What can go wrong, by name; the words are the app's. */
const productRisks = [
  'rateCanBeZero',
  'reserveCanFallShort',
  'houseCanFail',
  'coinPriceCanFall',
  'unbondingWait',
  'navCanFall',
  'rulesCanLose',
  'outputCanStop',
  'costNotReturned',
  'borrowerCanDefault',
  'repaidLate',
] as const
/** How one leaves before the end, by name. */
const exitRules = ['nextDayFeeFromIncome', 'nextDayFree', 'unbonding', 'nextNav', 'none'] as const
/** Why staff may freeze an order: there is nothing else, and never for longer than 72 hours without a new reason (docs/rules/earn.md). */
export const earnOrderFreezeReasons = ['legal_order', 'sanction_match', 'suspected_takeover'] as const

/** Income rates are fractions of the principal for one day. */
const last30 = z.object({ avg: decimalSchema, min: decimalSchema, max: decimalSchema, zeroDays: z.int(), days: z.int() })

/** A machine as its maker describes it; money is USDT, output is `incomeCurrency` per machine and day, by today's published values. */
const Miner = z.object({
  manufacturer: z.string(),
  hashrate: decimalSchema,
  hashUnit: z.string(),
  powerW: z.int(),
  size: z.string(),
  weightKg: decimalSchema,
  tempRange: z.string(),
  humidityRange: z.string(),
  algorithm: z.string(),
  network: z.string(),
  price: decimalSchema,
  kwhPrice: decimalSchema,
  hashprice: decimalSchema,
  coinPrice: decimalSchema,
  dayGross: decimalSchema,
  dayPower: decimalSchema,
  dayNet: decimalSchema,
  dayNetUsdt: decimalSchema,
  /** The same with a hashprice 30 % lower. */
  dayNetUsdtLow: decimalSchema,
  /** At today's values; null: never. */
  paybackDays: z.nullable(z.int()),
})

/** A borrower's project. 0 upcoming, 1 raising, 2 repaying, 3 repaid, -1 failed, -2 defaulted (docs/rules/earn.md). */
const Debt = z.object({
  borrower: z.string(),
  purpose: z.string(),
  target: decimalSchema,
  raised: decimalSchema,
  annualRate: decimalSchema,
  repay: z.enum(['maturity', 'monthly']),
  projectStatus: z.int(),
  /** For good once it has: when it is over, less came back than was lent, or later than agreed. */
  hasDefaulted: z.boolean(),
  deadline: wireTimeSchema,
  repayTime: z.nullable(wireTimeSchema),
  /** The help article with its documents. */
  docKey: z.nullable(z.string()),
  /** The same as addresses on this server. */
  docs: z.array(z.object({ id: z.string(), url: z.string() })),
})

/** `currency` is what is paid, `incomeCurrency` what comes in. `sold` and the caps are in `currency`, a miner's in machines. */
export const EarnProduct = z.object({
  id: z.string(),
  /** 1 arbitrage, 2 pledge, 3 AI-quant, 4 miner, 5 debt. */
  type: z.int(),
  name: z.string(),
  /** What its kind is known by, an address on this server. */
  icon: z.string(),
  currency: z.string(),
  incomeCurrency: z.string(),
  /** 0: open-ended. */
  days: z.int(),
  rateMin: decimalSchema,
  rateMax: decimalSchema,
  rateKind: z.enum(rateKinds),
  /** How income comes about, in one line, in the language that was asked for. */
  rateText: z.string(),
  /** What is ours of the income (arbitrage, pledge) or of a new high (AI-quant), as a fraction; null elsewhere. */
  ourShare: z.nullable(decimalSchema),
  last30: z.nullable(last30),
  minMoney: decimalSchema,
  maxMoney: decimalSchema,
  stepMoney: decimalSchema,
  userCap: z.nullable(decimalSchema),
  totalCap: z.nullable(decimalSchema),
  sold: decimalSchema,
  levelLimit: z.int(),
  purchaseLimit: z.nullable(z.int()),
  /** 0 upcoming, 1 open, 2 sold out, 3 closed. */
  status: z.int(),
  startTime: z.nullable(wireTimeSchema),
  endTime: z.nullable(wireTimeSchema),
  exitRule: z.enum(exitRules),
  unbondDays: z.int(),
  backing: z.object({
    kind: z.enum(backings),
    /** The same in one sentence, in the language that was asked for. */
    text: z.string(),
    /** Where that can be checked, an address on this server: the published reserves, or a borrower's documents; null where there is nothing to check. */
    proofUrl: z.nullable(z.string()),
    /** What the reserve holds against what running orders may ask for in a day's income, as a fraction; null where nothing is reserved. */
    reserveCoverage: z.nullable(decimalSchema),
  }),
  riskGrade: z.int(),
  risks: z.array(z.enum(productRisks)),
  nav: z.optional(decimalSchema),
  navDay: z.optional(z.string()),
  miner: z.optional(Miner),
  debt: z.optional(Debt),
})
export type EarnProduct = z.output<typeof EarnProduct>

/** One day of a product: the rate (arbitrage, pledge), the unit value (AI-quant) or a machine's net output. `paid`: the share that the reserve could pay. */
const EarnProductDay = z.object({
  day: z.string(),
  value: decimalSchema,
  paid: decimalSchema,
  /** Worked out from earlier prices before there was a product: never a result (docs/rules/seed-data.md). */
  isBackTest: z.boolean(),
  /** What the value was worked out from, published in the price record: name and value. */
  inputs: z.array(z.object({ name: z.string(), value: decimalSchema, sec: z.nullable(z.int()) })),
})
export type EarnProductDay = z.output<typeof EarnProductDay>

/** A product with all that is known of it. */
const EarnProductDetail = z.extend(EarnProduct, {
  /** What a new order agrees to, by the names of the published terms, as fractions. */
  terms: z.array(z.object({ name: z.string(), value: decimalSchema })),
  /** What people ask about its kind: the sections of its help article, in the language that was asked for. `answer` is cleaned HTML. */
  faq: z.array(z.object({ question: z.string(), answer: z.string() })),
  /** The newest thirty days, newest first. */
  incomeHistory: z.array(EarnProductDay),
})
export type EarnProductDetail = z.output<typeof EarnProductDetail>

/** What came in for one day. `basis` is the day's value, `paid` the share of it that the reserve could pay. */
const Income = z.object({
  id: z.string(),
  day: z.string(),
  basis: decimalSchema,
  paid: decimalSchema,
  amount: decimalSchema,
  currency: z.string(),
  time: wireTimeSchema,
})

/** 0 not started, 1 running, 2 ended, 3 frozen, 4 cancelled, 5 exiting, 6 defaulted (docs/rules/earn.md). */
export const ProductOrder = z.object({
  id: z.string(),
  orderNo: z.string(),
  productId: z.string(),
  type: z.int(),
  name: z.string(),
  accountType: z.int(),
  currency: z.string(),
  incomeCurrency: z.string(),
  money: decimalSchema,
  /** Machines. */
  num: z.optional(z.int()),
  /** Units of a fund, the unit value they were bought at, and what they are worth by the newest one. */
  units: z.nullable(decimalSchema),
  buyNav: z.nullable(decimalSchema),
  value: z.nullable(decimalSchema),
  status: z.int(),
  startTime: wireTimeSchema,
  endTime: z.nullable(wireTimeSchema),
  incomeTotal: decimalSchema,
  incomeToday: decimalSchema,
  days: z.int(),
  daysDone: z.int(),
  /** What leaving now costs, out of income that has come in, and what of the principal comes back; null where it cannot be left. */
  exitFeeNow: z.nullable(decimalSchema),
  redeemableNow: z.nullable(decimalSchema),
  /** When what is asked for now would be paid. */
  exitTime: z.nullable(wireTimeSchema),
  /** What leaving costs or cost, of one that is being paid out or was; fixed when it was asked for. Null of all others. */
  exitFee: z.nullable(decimalSchema),
  /** Until then it can be cancelled without any cost; null once it cannot. */
  cancelUntil: z.nullable(wireTimeSchema),
  /** What came back in the end. */
  returned: z.nullable(decimalSchema),
  frozenReason: z.nullable(z.enum(earnOrderFreezeReasons)),
  frozenUntil: z.nullable(wireTimeSchema),
  /** A debt's repayment is late since then. */
  lateSince: z.nullable(wireTimeSchema),
  createTime: wireTimeSchema,
  closeTime: z.nullable(wireTimeSchema),
  /** Of one order that was asked for by its id: what came in for its newest thirty days, newest first. */
  incomes: z.optional(z.array(Income)),
})
export type ProductOrder = z.output<typeof ProductOrder>

const productId = z.string().check(z.maxLength(40))
const orderId = z.string().check(z.regex(/^\d{1,20}$/))

/** What is previewed and then bought. */
const buying = { productId, accountType: realOrDemoAccountTypeParam, money: positiveDecimalInput }
const buyingMiner = {
  productId,
  accountType: realOrDemoAccountTypeParam,
  num: integerParamBetween(1, 100),
  acknowledge: z.optional(z.boolean()),
}
export const EarnProductOrderRequest = z.object(buying)
export const MiningMachineOrderRequest = z.object(buyingMiner)
const confirmed = {
  confirmToken: z.optional(z.string().check(z.maxLength(4000))),
  /** Of those who turned "ask on purchases" on. */
  safePassword: stepUpProofFields.safePassword,
}

/** One number of a preview; `key` names it for the app's own words. */
const line = z.object({ key: z.string(), value: decimalSchema, unit: z.string() })
const costs = {
  rateKind: z.enum(rateKinds),
  exitRule: z.enum(exitRules),
  lines: z.array(line),
  fees: z.array(z.object({ key: z.string(), amount: decimalSchema, currency: z.string(), rate: decimalSchema })),
  youPay: decimalSchema,
  payCurrency: z.string(),
  worstLoss: z.object({ amount: decimalSchema, currency: z.string() }),
  warnings: z.array(z.object({ level: z.enum(['info', 'warn']), key: z.string() })),
  startTime: wireTimeSchema,
  endTime: z.nullable(wireTimeSchema),
  cancelUntil: wireTimeSchema,
  confirmToken: z.string(),
  expireAt: epochMsSchema,
}
/** lines: rateAvg, rateMin, rateMax, zeroDays, coverage, dayAtAverage … as the kind has them (docs/rules/wire.md). */
export const EarnProductOrderPreview = z.object({ action: z.literal('product'), ...costs })
export type EarnProductOrderPreview = z.output<typeof EarnProductOrderPreview>
/** lines: dayNet, dayNetUsdt, paybackDays (absent: never), termDays, kwhPrice, hashprice. `acknowledge` must be ticked where it does not pay back. */
export const MiningMachineOrderPreview = z.object({ action: z.literal('miner'), needsAcknowledge: z.boolean(), ...costs })
export type MiningMachineOrderPreview = z.output<typeof MiningMachineOrderPreview>

const ordersPath = '/api/prod/appProductOrder/listMy'
const orderPath = '/api/prod/appProductOrder/queryById'
const statPath = '/api/prod/appProductOrder/orderStat'
const listPath = '/api/prod/appProductInfo/list'
const onePath = '/api/prod/appProductInfo/queryById'
const moneyMoves = [wallet.balances.path, wallet.assets.path, wallet.balanceRecords.path]
const orderTouches = [ordersPath, orderPath, statPath, listPath, onePath, ...moneyMoves]

export const products = {
  products: defineGetCall(listPath, {
    access: 'open',
    params: z.object({
      ...pagingParams,
      type: z.optional(integerParamBetween(1, 5)),
      currency: z.optional(z.string().check(z.maxLength(10))),
      status: z.optional(integerParamBetween(0, 3)),
      /** Whose `sold` and `status` are told. */
      accountType: z._default(realOrDemoAccountTypeParam, 1),
    }),
    reply: pageOfRecordsSchema(EarnProduct),
    kept: 'worker',
  }),
  product: defineGetCall(onePath, {
    access: 'open',
    params: z.object({ id: productId, accountType: z._default(realOrDemoAccountTypeParam, 1) }),
    reply: EarnProductDetail,
    kept: 'worker',
  }),
  /** Ours: the days of a product, newest first, for its chart and its income history. */
  productDays: defineGetCall('/api/prod/appProductInfo/days', {
    access: 'open',
    params: z.object({
      id: productId,
      days: z._default(integerParamBetween(1, 800), 30),
      accountType: z._default(realOrDemoAccountTypeParam, 1),
    }),
    reply: z.array(EarnProductDay),
    kept: 'worker',
  }),
  productOrders: defineGetCall(ordersPath, {
    access: 'signedIn',
    params: z.object({
      ...pagingParams,
      type: z.optional(csvQueryParamUpTo(5)),
      status: z.optional(csvQueryParamUpTo(7)),
      accountType: z._default(realOrDemoAccountTypeParam, 1),
    }),
    reply: pageOfRecordsSchema(ProductOrder),
    kept: 'page',
  }),
  /** Ours: one order of one's own, for its own address. */
  productOrder: defineGetCall(orderPath, { access: 'signedIn', params: z.object({ id: orderId }), reply: ProductOrder, kept: 'page' }),
  /** In USDT, by the newest prices. */
  productOrderStat: defineGetCall(statPath, {
    access: 'signedIn',
    params: z.object({ type: z.optional(csvQueryParamUpTo(5)), accountType: z._default(realOrDemoAccountTypeParam, 1) }),
    reply: z.object({
      totalMoney: decimalSchema,
      totalReward: decimalSchema,
      todayReward: decimalSchema,
      runningCount: z.int(),
      endedCount: z.int(),
    }),
    kept: 'page',
  }),
  /** Types 1, 2, 3 and 5. */
  buyProduct: definePostCall('/api/prod/appProductOrder/debitBuy', {
    access: 'signedIn',
    once: true,
    body: z.extend(EarnProductOrderRequest, confirmed),
    reply: ProductOrder,
    touches: orderTouches,
  }),
  buyMiner: definePostCall('/api/prod/appProductOrder/minerBuy', {
    access: 'signedIn',
    once: true,
    body: z.extend(MiningMachineOrderRequest, confirmed),
    reply: ProductOrder,
    touches: orderTouches,
  }),
  /** Not started, or within 24 hours of buying in the REAL book: all money comes back. */
  cancelProductOrder: definePostCall('/api/prod/appProductOrder/cancel', {
    access: 'signedIn',
    once: true,
    body: z.object({ id: orderId }),
    reply: ProductOrder,
    touches: orderTouches,
  }),
  /** `units`: a part of a fund's; all where left out. Paid at `exitTime`. */
  exitProductOrder: definePostCall('/api/prod/appProductOrder/exit', {
    access: 'signedIn',
    once: true,
    body: z.object({ id: orderId, units: z.optional(positiveDecimalInput) }),
    reply: ProductOrder,
    touches: orderTouches,
  }),
  productIncomes: defineGetCall('/api/prod/appProductOrder/incomes', {
    access: 'signedIn',
    params: z.object({ ...pagingParams, id: orderId }),
    reply: pageOfRecordsSchema(Income),
    kept: 'page',
  }),
}
