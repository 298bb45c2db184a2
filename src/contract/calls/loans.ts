import * as z from 'zod/mini'
import { read, write } from '../call.ts'
import { decimal, positiveInput } from '../decimalSchema.ts'
import { csvParam, intParam, page, paging } from '../page.ts'
import { milliseconds, time } from '../timeSchema.ts'
import { wallet } from './wallet.ts'

/** Loans are of the REAL book (product §2.12). */
export const loanDays = [7, 14, 30, 60, 90] as const
export const loanPurposes = ['living', 'education', 'business', 'medical', 'trading', 'other'] as const
export const loanIncomes = ['below500', 'from500', 'from1500', 'from4000', 'from10000'] as const
/** Why a loan is not granted: there is nothing else, and none can be answered with money. */
export const loanReasons = [
  'limit_exceeded',
  'documents_expired',
  'income_not_enough',
  'overdue_before',
  'sanction_match',
  'legal_order',
] as const

const kind = z.int()

/** Terms of one kind and duration set. 1 credit, 2 pledge. Rates are fractions: daily, and per year as `apr`. */
export const LoanSet = z.object({
  id: z.string(),
  kind,
  currency: z.string(),
  minAmount: decimal,
  maxAmount: decimal,
  daysOptions: z.array(z.object({ days: z.int(), dailyRate: decimal, apr: decimal })),
  /** On the principal, for each day overdue beyond the days of grace: 1.5 times the daily rate. */
  lateFactor: decimal,
  graceDays: z.int(),
  callLtv: z.nullable(decimal),
  liqLtv: z.nullable(decimal),
  liqFee: z.nullable(decimal),
  collaterals: z.array(z.object({ currency: z.string(), initLtv: decimal })),
  levelLimit: z.int(),
  /** What one loan of this set costs, held to its end. */
  example: z.object({ amount: decimal, days: z.int(), apr: decimal, interest: decimal, toRepay: decimal }),
})
export type LoanSet = z.output<typeof LoanSet>

/** The collateral of a pledge, in its own coin; prices are USDT for one of it, loan to value a fraction at the newest price. */
const Collateral = z.object({
  currency: z.string(),
  amount: decimal,
  sold: decimal,
  returned: decimal,
  price: z.nullable(decimal),
  ltv: z.nullable(decimal),
  callPrice: z.nullable(decimal),
  liqPrice: z.nullable(decimal),
  isCalled: z.boolean(),
})

const Repayment = z.object({
  id: z.string(),
  time,
  principal: decimal,
  interest: decimal,
  lateInterest: decimal,
  how: z.enum(['own', 'debited', 'collateral', 'returned']),
})

/** 0 pending review, 1 under review, 2 passed, 3 paid out, 4 settled, 5 overdue, -1 rejected, -2 cancelled, -3 liquidated (product §1.9). */
export const LoanOrder = z.object({
  id: z.string(),
  orderNo: z.string(),
  kind,
  currency: z.string(),
  amount: decimal,
  days: z.int(),
  dailyRate: decimal,
  apr: decimal,
  /** Held to the end. */
  totalInterest: decimal,
  accruedInterest: decimal,
  lateInterest: decimal,
  principalLeft: decimal,
  outstanding: decimal,
  collateral: z.nullable(Collateral),
  status: z.int(),
  reason: z.nullable(z.enum(loanReasons)),
  startTime: z.nullable(time),
  endTime: z.nullable(time),
  /** Until then the principal can be given back without interest. */
  returnUntil: z.nullable(time),
  /** Under review: decided by then. */
  reviewBy: z.nullable(time),
  overdueDays: z.int(),
  createTime: time,
  closeTime: z.nullable(time),
  repayments: z.array(Repayment),
})
export type LoanOrder = z.output<typeof LoanOrder>

export const LoanAccount = z.object({
  currency: z.string(),
  creditLimit: decimal,
  creditUsed: decimal,
  creditLeft: decimal,
  kycLevel: z.int(),
  nextLimitBy: z.nullable(z.enum(['kyc1', 'kyc2'])),
  /** What the next step would make it. */
  nextLimit: z.nullable(decimal),
  outstanding: decimal,
  overdue: decimal,
  nextDue: z.nullable(z.object({ time, amount: decimal, orderId: z.string() })),
  pledge: z.object({ debt: decimal, collateralValue: decimal, ltv: z.nullable(decimal) }),
  canApply: z.boolean(),
  why: z.nullable(z.enum(['kyc', 'overdue', 'pending', 'region', 'selfExcluded', 'limitUsed'])),
})
export type LoanAccount = z.output<typeof LoanAccount>

const orderId = z.string().check(z.regex(/^\d{1,20}$/))
const setId = z.string().check(z.maxLength(40))
const days = intParam(1, 365)
const confirmed = { confirmToken: z.optional(z.string().check(z.maxLength(4000))) }

export const CreditAsk = z.object({ setId, amount: positiveInput, days, purpose: z.enum(loanPurposes), income: z.enum(loanIncomes) })
export const PledgeAsk = z.object({
  setId,
  amount: positiveInput,
  days,
  collateralCurrency: z.string().check(z.maxLength(10)),
  collateralAmount: positiveInput,
})

export type CreditAsk = z.output<typeof CreditAsk>
export type PledgeAsk = z.output<typeof PledgeAsk>

const line = z.object({ key: z.string(), value: decimal, unit: z.string() })
const costs = {
  /** apr, dailyRate, totalInterest, lateRate, toRepay, graceDays; a pledge's also ltv, callPrice, liqPrice, liqFee. */
  lines: z.array(line),
  fees: z.array(z.object({ key: z.string(), amount: decimal, currency: z.string(), rate: decimal })),
  youGet: decimal,
  getCurrency: z.string(),
  youPay: decimal,
  payCurrency: z.string(),
  worstLoss: z.object({ amount: decimal, currency: z.string() }),
  warnings: z.array(z.object({ level: z.enum(['info', 'warn']), key: z.string() })),
  endTime: time,
  confirmToken: z.string(),
  expireAt: milliseconds,
}
export const CreditPreview = z.object({ action: z.literal('loanCredit'), ...costs })
export type CreditPreview = z.output<typeof CreditPreview>
export const PledgePreview = z.object({ action: z.literal('loanPledge'), ...costs })
export type PledgePreview = z.output<typeof PledgePreview>

const accountPath = '/api/prod/appLoanOrder/myLoanInfo'
const ordersPath = '/api/prod/appLoanOrder/listMy'
const orderPath = '/api/prod/appLoanOrder/queryById'
const touches = [accountPath, ordersPath, orderPath, wallet.balances.path, wallet.assets.path, wallet.balanceRecords.path]

export const loans = {
  loanAccount: read(accountPath, { access: 'signedIn', params: z.object({}), reply: LoanAccount, kept: 'page' }),
  loanSets: read('/api/prod/appLoanSet/list', { access: 'open', params: z.object({}), reply: z.array(LoanSet), kept: 'worker' }),
  applyForCredit: write('/api/prod/appLoanOrder/creditApply', {
    access: 'kyc1',
    once: true,
    body: z.extend(CreditAsk, confirmed),
    reply: LoanOrder,
    touches,
  }),
  /** Passed and paid out at once where the loan to value allows it. */
  applyForPledge: write('/api/prod/appLoanOrder/pledgeApply', {
    access: 'kyc1',
    once: true,
    body: z.extend(PledgeAsk, confirmed),
    reply: LoanOrder,
    touches,
  }),
  loanOrders: read(ordersPath, {
    access: 'signedIn',
    params: z.object({ ...paging, kind: z.optional(intParam(1, 2)), status: z.optional(csvParam(9)) }),
    reply: page(LoanOrder),
    kept: 'page',
  }),
  /** Ours: one order of one's own, for its own address. */
  loanOrder: read(orderPath, { access: 'signedIn', params: z.object({ id: orderId }), reply: LoanOrder, kept: 'page' }),
  /** Late interest first, then interest, then principal; all that is owed for `'all'`, or where `amount` is left out. Never needs a confirm token. */
  repayLoan: write('/api/prod/appLoanOrder/repay', {
    access: 'signedIn',
    once: true,
    body: z.object({ id: orderId, amount: z.optional(z.union([z.literal('all'), positiveInput])) }),
    reply: LoanOrder,
    touches,
  }),
  addCollateral: write('/api/prod/appLoanOrder/addCollateral', {
    access: 'signedIn',
    once: true,
    body: z.object({ id: orderId, amount: positiveInput }),
    reply: LoanOrder,
    touches,
  }),
  /** Within 24 hours of the payout: the principal goes back, no interest. */
  returnLoan: write('/api/prod/appLoanOrder/withdrawLoan', {
    access: 'signedIn',
    once: true,
    body: z.object({ id: orderId }),
    reply: LoanOrder,
    touches,
  }),
  cancelLoan: write('/api/prod/appLoanOrder/cancel', {
    access: 'signedIn',
    once: true,
    body: z.object({ id: orderId }),
    reply: LoanOrder,
    touches,
  }),
}
