import * as z from 'zod/mini'
import { read, write } from '../call.ts'
import { decimal, positiveInput } from '../decimalSchema.ts'
import { csvParam, intParam, page, paging } from '../page.ts'
import { stepUpProof } from '../stepUp.ts'
import { milliseconds, time } from '../timeSchema.ts'
import { accountType, wallet } from './wallet.ts'

/** Where the income comes from: worked out each day, agreed once, the fund's unit value, or a machine's output (product §1.4). */
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
/** Why staff may freeze an order: there is nothing else, and never for longer than 72 hours without a new reason (product §2.9). */
export const freezeReasons = ['legal_order', 'sanction_match', 'suspected_takeover'] as const

/** Income rates are fractions of the principal for one day. */
const last30 = z.object({ avg: decimal, min: decimal, max: decimal, zeroDays: z.int(), days: z.int() })

/** A machine as its maker describes it; money is USDT, output is `incomeCurrency` per machine and day, by today's published values. */
const Miner = z.object({
  manufacturer: z.string(),
  hashrate: decimal,
  hashUnit: z.string(),
  powerW: z.int(),
  size: z.string(),
  weightKg: decimal,
  tempRange: z.string(),
  humidityRange: z.string(),
  algorithm: z.string(),
  network: z.string(),
  price: decimal,
  kwhPrice: decimal,
  hashprice: decimal,
  coinPrice: decimal,
  dayGross: decimal,
  dayPower: decimal,
  dayNet: decimal,
  dayNetUsdt: decimal,
  /** The same with a hashprice 30 % lower. */
  dayNetUsdtLow: decimal,
  /** At today's values; null: never. */
  paybackDays: z.nullable(z.int()),
})

/** A borrower's project. 0 upcoming, 1 raising, 2 repaying, 3 repaid, -1 failed, -2 defaulted (product §2.9). */
const Debt = z.object({
  borrower: z.string(),
  purpose: z.string(),
  target: decimal,
  raised: decimal,
  annualRate: decimal,
  repay: z.enum(['maturity', 'monthly']),
  projectStatus: z.int(),
  /** For good once it has: when it is over, less came back than was lent, or later than agreed. */
  hasDefaulted: z.boolean(),
  deadline: time,
  repayTime: z.nullable(time),
  /** The help article with its documents. */
  docKey: z.nullable(z.string()),
})

/** `currency` is what is paid, `incomeCurrency` what comes in. `sold` and the caps are in `currency`, a miner's in machines. */
export const Product = z.object({
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
  rateMin: decimal,
  rateMax: decimal,
  rateKind: z.enum(rateKinds),
  /** What is ours of the income (arbitrage, pledge) or of a new high (AI-quant), as a fraction; null elsewhere. */
  ourShare: z.nullable(decimal),
  last30: z.nullable(last30),
  minMoney: decimal,
  maxMoney: decimal,
  stepMoney: decimal,
  userCap: z.nullable(decimal),
  totalCap: z.nullable(decimal),
  sold: decimal,
  levelLimit: z.int(),
  purchaseLimit: z.nullable(z.int()),
  /** 0 upcoming, 1 open, 2 sold out, 3 closed. */
  status: z.int(),
  startTime: z.nullable(time),
  endTime: z.nullable(time),
  exitRule: z.enum(exitRules),
  unbondDays: z.int(),
  backing: z.object({
    kind: z.enum(backings),
    /** What the reserve holds against what running orders may ask for in a day's income, as a fraction; null where nothing is reserved. */
    reserveCoverage: z.nullable(decimal),
  }),
  riskGrade: z.int(),
  risks: z.array(z.enum(productRisks)),
  nav: z.optional(decimal),
  navDay: z.optional(z.string()),
  miner: z.optional(Miner),
  debt: z.optional(Debt),
})
export type Product = z.output<typeof Product>

/** One day of a product: the rate (arbitrage, pledge), the unit value (AI-quant) or a machine's net output. `paid`: the share that the reserve could pay. */
const ProductDay = z.object({
  day: z.string(),
  value: decimal,
  paid: decimal,
  /** Worked out from earlier prices before there was a product: never a result (product §5.3). */
  isBackTest: z.boolean(),
  /** What the value was worked out from, published in the price record: name and value. */
  inputs: z.array(z.object({ name: z.string(), value: decimal, sec: z.nullable(z.int()) })),
})
export type ProductDay = z.output<typeof ProductDay>

/** 0 not started, 1 running, 2 ended, 3 frozen, 4 cancelled, 5 exiting, 6 defaulted (product §1.4). */
export const ProductOrder = z.object({
  id: z.string(),
  orderNo: z.string(),
  productId: z.string(),
  type: z.int(),
  name: z.string(),
  accountType: z.int(),
  currency: z.string(),
  incomeCurrency: z.string(),
  money: decimal,
  /** Machines. */
  num: z.optional(z.int()),
  /** Units of a fund, the unit value they were bought at, and what they are worth by the newest one. */
  units: z.nullable(decimal),
  buyNav: z.nullable(decimal),
  value: z.nullable(decimal),
  status: z.int(),
  startTime: time,
  endTime: z.nullable(time),
  incomeTotal: decimal,
  incomeToday: decimal,
  days: z.int(),
  daysDone: z.int(),
  /** What leaving now costs, out of income that has come in, and what of the principal comes back; null where it cannot be left. */
  exitFeeNow: z.nullable(decimal),
  redeemableNow: z.nullable(decimal),
  /** When what is asked for now would be paid. */
  exitTime: z.nullable(time),
  /** What leaving costs or cost, of one that is being paid out or was; fixed when it was asked for. Null of all others. */
  exitFee: z.nullable(decimal),
  /** Until then it can be cancelled without any cost; null once it cannot. */
  cancelUntil: z.nullable(time),
  /** What came back in the end. */
  returned: z.nullable(decimal),
  frozenReason: z.nullable(z.enum(freezeReasons)),
  frozenUntil: z.nullable(time),
  /** A debt's repayment is late since then. */
  lateSince: z.nullable(time),
  createTime: time,
  closeTime: z.nullable(time),
})
export type ProductOrder = z.output<typeof ProductOrder>

/** What came in for one day. `basis` is the day's value, `paid` the share of it that the reserve could pay. */
const Income = z.object({ id: z.string(), day: z.string(), basis: decimal, paid: decimal, amount: decimal, currency: z.string(), time })

const productId = z.string().check(z.maxLength(40))
const orderId = z.string().check(z.regex(/^\d{1,20}$/))

/** What is previewed and then bought. */
const buying = { productId, accountType, money: positiveInput }
const buyingMiner = { productId, accountType, num: intParam(1, 100), acknowledge: z.optional(z.boolean()) }
export const ProductAsk = z.object(buying)
export const MinerAsk = z.object(buyingMiner)
const confirmed = {
  confirmToken: z.optional(z.string().check(z.maxLength(4000))),
  /** Of those who turned "ask on purchases" on. */
  safePassword: stepUpProof.safePassword,
}

/** One number of a preview; `key` names it for the app's own words. */
const line = z.object({ key: z.string(), value: decimal, unit: z.string() })
const costs = {
  rateKind: z.enum(rateKinds),
  exitRule: z.enum(exitRules),
  lines: z.array(line),
  fees: z.array(z.object({ key: z.string(), amount: decimal, currency: z.string(), rate: decimal })),
  youPay: decimal,
  payCurrency: z.string(),
  worstLoss: z.object({ amount: decimal, currency: z.string() }),
  warnings: z.array(z.object({ level: z.enum(['info', 'warn']), key: z.string() })),
  startTime: time,
  endTime: z.nullable(time),
  cancelUntil: time,
  confirmToken: z.string(),
  expireAt: milliseconds,
}
/** lines: rateAvg, rateMin, rateMax, zeroDays, coverage, dayAtAverage … as the kind has them (product §1.11). */
export const ProductPreview = z.object({ action: z.literal('product'), ...costs })
export type ProductPreview = z.output<typeof ProductPreview>
/** lines: dayNet, dayNetUsdt, paybackDays (absent: never), termDays, kwhPrice, hashprice. `acknowledge` must be ticked where it does not pay back. */
export const MinerPreview = z.object({ action: z.literal('miner'), needsAcknowledge: z.boolean(), ...costs })
export type MinerPreview = z.output<typeof MinerPreview>

const ordersPath = '/api/prod/appProductOrder/listMy'
const orderPath = '/api/prod/appProductOrder/queryById'
const statPath = '/api/prod/appProductOrder/orderStat'
const listPath = '/api/prod/appProductInfo/list'
const onePath = '/api/prod/appProductInfo/queryById'
const moneyMoves = [wallet.balances.path, wallet.assets.path, wallet.balanceRecords.path]
const orderTouches = [ordersPath, orderPath, statPath, listPath, onePath, ...moneyMoves]

export const products = {
  products: read(listPath, {
    access: 'open',
    params: z.object({
      ...paging,
      type: z.optional(intParam(1, 5)),
      currency: z.optional(z.string().check(z.maxLength(10))),
      status: z.optional(intParam(0, 3)),
      /** Whose `sold` and `status` are told. */
      accountType: z._default(accountType, 1),
    }),
    reply: page(Product),
    kept: 'worker',
  }),
  product: read(onePath, {
    access: 'open',
    params: z.object({ id: productId, accountType: z._default(accountType, 1) }),
    reply: Product,
    kept: 'worker',
  }),
  /** Ours: the days of a product, newest first, for its chart and its income history. */
  productDays: read('/api/prod/appProductInfo/days', {
    access: 'open',
    params: z.object({ id: productId, days: z._default(intParam(1, 800), 30), accountType: z._default(accountType, 1) }),
    reply: z.array(ProductDay),
    kept: 'worker',
  }),
  productOrders: read(ordersPath, {
    access: 'signedIn',
    params: z.object({
      ...paging,
      type: z.optional(csvParam(5)),
      status: z.optional(csvParam(7)),
      accountType: z._default(accountType, 1),
    }),
    reply: page(ProductOrder),
    kept: 'page',
  }),
  /** Ours: one order of one's own, for its own address. */
  productOrder: read(orderPath, { access: 'signedIn', params: z.object({ id: orderId }), reply: ProductOrder, kept: 'page' }),
  /** In USDT, by the newest prices. */
  productOrderStat: read(statPath, {
    access: 'signedIn',
    params: z.object({ type: z.optional(csvParam(5)), accountType: z._default(accountType, 1) }),
    reply: z.object({ totalMoney: decimal, totalReward: decimal, todayReward: decimal, runningCount: z.int(), endedCount: z.int() }),
    kept: 'page',
  }),
  /** Types 1, 2, 3 and 5. */
  buyProduct: write('/api/prod/appProductOrder/debitBuy', {
    access: 'signedIn',
    once: true,
    body: z.extend(ProductAsk, confirmed),
    reply: ProductOrder,
    touches: orderTouches,
  }),
  buyMiner: write('/api/prod/appProductOrder/minerBuy', {
    access: 'signedIn',
    once: true,
    body: z.extend(MinerAsk, confirmed),
    reply: ProductOrder,
    touches: orderTouches,
  }),
  /** Not started, or within 24 hours of buying in the REAL book: all money comes back. */
  cancelProductOrder: write('/api/prod/appProductOrder/cancel', {
    access: 'signedIn',
    once: true,
    body: z.object({ id: orderId }),
    reply: ProductOrder,
    touches: orderTouches,
  }),
  /** `units`: a part of a fund's; all where left out. Paid at `exitTime`. */
  exitProductOrder: write('/api/prod/appProductOrder/exit', {
    access: 'signedIn',
    once: true,
    body: z.object({ id: orderId, units: z.optional(positiveInput) }),
    reply: ProductOrder,
    touches: orderTouches,
  }),
  productIncomes: read('/api/prod/appProductOrder/incomes', {
    access: 'signedIn',
    params: z.object({ ...paging, id: orderId }),
    reply: page(Income),
    kept: 'page',
  }),
}
