import * as z from 'zod/mini'
import { defineGetCall, definePostCall } from '../call.ts'
import { decimalSchema, positiveDecimalInput } from '../decimalSchema.ts'
import { csvQueryParamUpTo, integerParamBetween, pageOfRecordsSchema, pagingParams } from '../page.ts'
import { epochMsSchema, wireTimeSchema } from '../timeSchema.ts'
import { wallet } from './wallet.ts'

/** The days that a loan can run. Loans are of the REAL book (docs/rules/loans.md). */
export const loanDurationOptionsDays = [7, 14, 30, 60, 90] as const
export const loanPurposes = ['living', 'education', 'business', 'medical', 'trading', 'other'] as const
export const loanIncomeBrackets = ['below500', 'from500', 'from1500', 'from4000', 'from10000'] as const
/** Why a loan is not granted: there is nothing else, and none can be answered with money. */
export const loanRejectionReasons = [
  'limit_exceeded',
  'documents_expired',
  'income_not_enough',
  'overdue_before',
  'sanction_match',
  'legal_order',
] as const

const kind = z.int()

/** Terms of one kind and duration set. 1 credit, 2 pledge. Rates are fractions: daily, and per year as `apr`. */
export const LoanPlan = z.object({
  id: z.string(),
  kind,
  currency: z.string(),
  minAmount: decimalSchema,
  maxAmount: decimalSchema,
  daysOptions: z.array(z.object({ days: z.int(), dailyRate: decimalSchema, apr: decimalSchema })),
  /** On the principal, for each day overdue beyond the days of grace: 1.5 times the daily rate. */
  lateFactor: decimalSchema,
  graceDays: z.int(),
  callLtv: z.nullable(decimalSchema),
  liqLtv: z.nullable(decimalSchema),
  liqFee: z.nullable(decimalSchema),
  collaterals: z.array(z.object({ currency: z.string(), initLtv: decimalSchema })),
  levelLimit: z.int(),
  /** What one loan of this set costs, held to its end. */
  example: z.object({ amount: decimalSchema, days: z.int(), apr: decimalSchema, interest: decimalSchema, toRepay: decimalSchema }),
})
export type LoanPlan = z.output<typeof LoanPlan>

/** The collateral of a pledge, in its own coin; prices are USDT for one of it, loan to value a fraction at the newest price. */
const Collateral = z.object({
  currency: z.string(),
  amount: decimalSchema,
  sold: decimalSchema,
  returned: decimalSchema,
  price: z.nullable(decimalSchema),
  ltv: z.nullable(decimalSchema),
  callPrice: z.nullable(decimalSchema),
  liqPrice: z.nullable(decimalSchema),
  /** The loan's own: at which loan to value a call comes, and at which it is sold. */
  callLtv: z.optional(decimalSchema),
  liqLtv: z.optional(decimalSchema),
  isCalled: z.boolean(),
})

const Repayment = z.object({
  id: z.string(),
  time: wireTimeSchema,
  principal: decimalSchema,
  interest: decimalSchema,
  lateInterest: decimalSchema,
  how: z.enum(['own', 'debited', 'collateral', 'returned']),
})

/** 0 pending review, 1 under review, 2 passed, 3 paid out, 4 settled, 5 overdue, -1 rejected, -2 cancelled, -3 liquidated (docs/rules/loans.md). */
export const LoanOrder = z.object({
  id: z.string(),
  orderNo: z.string(),
  kind,
  currency: z.string(),
  amount: decimalSchema,
  days: z.int(),
  dailyRate: decimalSchema,
  apr: decimalSchema,
  /** The loan's own, as in its plan when it was asked for. */
  lateFactor: z.optional(decimalSchema),
  graceDays: z.optional(z.int()),
  /** Held to the end. */
  totalInterest: decimalSchema,
  accruedInterest: decimalSchema,
  lateInterest: decimalSchema,
  principalLeft: decimalSchema,
  outstanding: decimalSchema,
  collateral: z.nullable(Collateral),
  status: z.int(),
  reason: z.nullable(z.enum(loanRejectionReasons)),
  startTime: z.nullable(wireTimeSchema),
  endTime: z.nullable(wireTimeSchema),
  /** Until then the principal can be given back without interest. */
  returnUntil: z.nullable(wireTimeSchema),
  /** Under review: decided by then. */
  reviewBy: z.nullable(wireTimeSchema),
  overdueDays: z.int(),
  createTime: wireTimeSchema,
  closeTime: z.nullable(wireTimeSchema),
  repayments: z.array(Repayment),
})
export type LoanOrder = z.output<typeof LoanOrder>

export const UserLoanSummary = z.object({
  currency: z.string(),
  creditLimit: decimalSchema,
  creditUsed: decimalSchema,
  creditLeft: decimalSchema,
  kycLevel: z.int(),
  nextLimitBy: z.nullable(z.enum(['kyc1', 'kyc2'])),
  /** What the next step would make it. */
  nextLimit: z.nullable(decimalSchema),
  outstanding: decimalSchema,
  overdue: decimalSchema,
  nextDue: z.nullable(z.object({ time: wireTimeSchema, amount: decimalSchema, orderId: z.string() })),
  pledge: z.object({ debt: decimalSchema, collateralValue: decimalSchema, ltv: z.nullable(decimalSchema) }),
  canApply: z.boolean(),
  why: z.nullable(z.enum(['kyc', 'overdue', 'pending', 'region', 'selfExcluded', 'limitUsed'])),
})
export type UserLoanSummary = z.output<typeof UserLoanSummary>

const orderId = z.string().check(z.regex(/^\d{1,20}$/))
const setId = z.string().check(z.maxLength(40))
const days = integerParamBetween(1, 365)
const confirmed = { confirmToken: z.optional(z.string().check(z.maxLength(4000))) }

export const CreditLoanRequest = z.object({
  setId,
  amount: positiveDecimalInput,
  days,
  purpose: z.enum(loanPurposes),
  income: z.enum(loanIncomeBrackets),
})
export const PledgedLoanRequest = z.object({
  setId,
  amount: positiveDecimalInput,
  days,
  collateralCurrency: z.string().check(z.maxLength(10)),
  collateralAmount: positiveDecimalInput,
})

export type CreditLoanRequest = z.output<typeof CreditLoanRequest>
export type PledgedLoanRequest = z.output<typeof PledgedLoanRequest>

const line = z.object({ key: z.string(), value: decimalSchema, unit: z.string() })
const costs = {
  /** apr, dailyRate, totalInterest, lateRate, toRepay, graceDays; a pledge's also ltv, callPrice, liqPrice, liqFee. */
  lines: z.array(line),
  fees: z.array(z.object({ key: z.string(), amount: decimalSchema, currency: z.string(), rate: decimalSchema })),
  youGet: decimalSchema,
  getCurrency: z.string(),
  youPay: decimalSchema,
  payCurrency: z.string(),
  worstLoss: z.object({ amount: decimalSchema, currency: z.string() }),
  warnings: z.array(z.object({ level: z.enum(['info', 'warn']), key: z.string() })),
  endTime: wireTimeSchema,
  confirmToken: z.string(),
  expireAt: epochMsSchema,
}
export const CreditLoanPreview = z.object({ action: z.literal('loanCredit'), ...costs })
export type CreditLoanPreview = z.output<typeof CreditLoanPreview>
export const PledgedLoanPreview = z.object({ action: z.literal('loanPledge'), ...costs })
export type PledgedLoanPreview = z.output<typeof PledgedLoanPreview>

const accountPath = '/api/prod/appLoanOrder/myLoanInfo'
const ordersPath = '/api/prod/appLoanOrder/listMy'
const orderPath = '/api/prod/appLoanOrder/queryById'
const touches = [accountPath, ordersPath, orderPath, wallet.balances.path, wallet.assets.path, wallet.balanceRecords.path]

export const loans = {
  loanAccount: defineGetCall(accountPath, { access: 'signedIn', params: z.object({}), reply: UserLoanSummary, kept: 'page' }),
  loanSets: defineGetCall('/api/prod/appLoanSet/list', { access: 'open', params: z.object({}), reply: z.array(LoanPlan), kept: 'worker' }),
  applyForCredit: definePostCall('/api/prod/appLoanOrder/creditApply', {
    access: 'kyc1',
    once: true,
    body: z.extend(CreditLoanRequest, confirmed),
    reply: LoanOrder,
    touches,
  }),
  /** Passed and paid out at once where the loan to value allows it. */
  applyForPledge: definePostCall('/api/prod/appLoanOrder/pledgeApply', {
    access: 'kyc1',
    once: true,
    body: z.extend(PledgedLoanRequest, confirmed),
    reply: LoanOrder,
    touches,
  }),
  loanOrders: defineGetCall(ordersPath, {
    access: 'signedIn',
    params: z.object({ ...pagingParams, kind: z.optional(integerParamBetween(1, 2)), status: z.optional(csvQueryParamUpTo(9)) }),
    reply: pageOfRecordsSchema(LoanOrder),
    kept: 'page',
  }),
  /** Ours: one order of one's own, for its own address. */
  loanOrder: defineGetCall(orderPath, { access: 'signedIn', params: z.object({ id: orderId }), reply: LoanOrder, kept: 'page' }),
  /** Late interest first, then interest, then principal; all that is owed for `'all'`, or where `amount` is left out. Never needs a confirm token. */
  repayLoan: definePostCall('/api/prod/appLoanOrder/repay', {
    access: 'signedIn',
    once: true,
    body: z.object({ id: orderId, amount: z.optional(z.union([z.literal('all'), positiveDecimalInput])) }),
    reply: LoanOrder,
    touches,
  }),
  addCollateral: definePostCall('/api/prod/appLoanOrder/addCollateral', {
    access: 'signedIn',
    once: true,
    body: z.object({ id: orderId, amount: positiveDecimalInput }),
    reply: LoanOrder,
    touches,
  }),
  /** Within 24 hours of the payout: the principal goes back, no interest. */
  returnLoan: definePostCall('/api/prod/appLoanOrder/withdrawLoan', {
    access: 'signedIn',
    once: true,
    body: z.object({ id: orderId }),
    reply: LoanOrder,
    touches,
  }),
  cancelLoan: definePostCall('/api/prod/appLoanOrder/cancel', {
    access: 'signedIn',
    once: true,
    body: z.object({ id: orderId }),
    reply: LoanOrder,
    touches,
  }),
}
