import * as z from 'zod/mini'
import { defineGetCall, definePostCall } from '../call.ts'
import { decimalSchema, positiveDecimalInput } from '../decimalSchema.ts'
import { csvQueryParamUpTo, pageOfRecordsSchema, pagingParams } from '../page.ts'
import { stepUpProofFields } from '../stepUp.ts'
import { epochMsSchema, wireTimeSchema } from '../timeSchema.ts'
import { wallet } from './wallet.ts'

/** Addresses and bank accounts that one person keeps at most (docs/rules/deposits-and-withdrawals.md). */
export const maxWithdrawalAccounts = 20
/**
 * A new address waits this long, unless a second factor that the person had for as long confirmed it and the day stays below that many USDT. Adding
 * another factor later starts no new wait.
 */
export const newAddressHoldHours = 24
export const newAddressDailyLimitUsdt = '1000'
/** From this value on the rules ask who receives it (docs/rules/deposits-and-withdrawals.md). */
export const beneficiaryRequiredFromUsdt = '1000'
/** Up to this value a known address needs no reviewer. */
export const withdrawalAutoApproveMaxUsdt = '1000'
/** A withdrawal is decided by then, and approves itself by then unless the law stands in the way. */
export const withdrawalReviewHours = 24
export const withdrawalAutoApproveHours = 72

/** How money goes to banks (docs/rules/{seed-data,time-and-numbers}.md). `places`: the currency's smallest unit; what is smaller stays in the wallet. */
export const bankWithdrawalTerms = [
  { currency: 'USD', min: '50', fee: '10', places: 2, canWithdraw: true },
  { currency: 'EUR', min: '50', fee: '10', places: 2, canWithdraw: false },
  { currency: 'JPY', min: '7500', fee: '1500', places: 0, canWithdraw: false },
  { currency: 'KRW', min: '70000', fee: '14000', places: 0, canWithdraw: false },
  { currency: 'MYR', min: '200', fee: '40', places: 2, canWithdraw: false },
  { currency: 'THB', min: '1600', fee: '320', places: 2, canWithdraw: false },
  { currency: 'VND', min: '1300000', fee: '260000', places: 0, canWithdraw: false },
] as const
/** What stands in the place of a chain for a bank. */
export const bankChainCode = 'BANK'

/** Why a withdrawal can be rejected or fail: there is nothing else, and none can be answered with money (docs/rules/deposits-and-withdrawals.md). */
export const withdrawalRejectionReasons = [
  'address_invalid',
  'beneficiary_info_missing',
  'sanction_match',
  'ownership_unconfirmed',
  'suspected_takeover',
  'network_halt',
  'legal_order',
] as const
export type WithdrawalRejectionReason = (typeof withdrawalRejectionReasons)[number]

/** What happened on the way, by name; the words are the app's. */
const withdrawalSteps = [
  'requested',
  'approved',
  'approvedLate',
  'escalated',
  'legalHold',
  'sent',
  'paid',
  'cancelled',
  'rejected',
  'failed',
] as const
export type WithdrawalStep = (typeof withdrawalSteps)[number]

/** 0 under review or on its way, 2 withdrawn, -1 rejected, -2 failed, -3 cancelled. Money with the fee in it. */
export const Withdrawal = z.object({
  id: z.string(),
  orderNo: z.string(),
  currency: z.string(),
  chainType: z.string(),
  method: z.enum(['chain', 'bank']),
  money: decimalSchema,
  fee: decimalSchema,
  arrivalMoney: decimalSchema,
  address: z.optional(z.string()),
  /** The bank's name and the end of the account's number. */
  bankMasked: z.optional(z.string()),
  memo: z.optional(z.string()),
  label: z.optional(z.string()),
  remark: z.string(),
  /** Or the bank's reference. */
  txHash: z.optional(z.string()),
  confirmations: z.optional(z.int()),
  needConfirmations: z.optional(z.int()),
  status: z.int(),
  /** What of status 0: waiting for a decision, approved and in the queue, or signed. Done otherwise. */
  phase: z.enum(['review', 'approved', 'signed', 'done']),
  canCancel: z.boolean(),
  reasonCode: z.optional(z.enum(withdrawalRejectionReasons)),
  /** Why, and what can be done about it, in the reader's language. */
  reasonText: z.optional(z.string()),
  /** The order of an authority that holds it; shown, because it may not be a secret (docs/rules/deposits-and-withdrawals.md). */
  legalReference: z.optional(z.string()),
  /** Decided by then. */
  reviewBy: wireTimeSchema,
  /** Nobody decided in time; it approves itself at `selfApproveAt`. */
  isLate: z.boolean(),
  selfApproveAt: wireTimeSchema,
  createTime: wireTimeSchema,
  updateTime: wireTimeSchema,
  timeline: z.array(z.object({ status: z.int(), time: wireTimeSchema, note: z.enum(withdrawalSteps) })),
})
export type Withdrawal = z.output<typeof Withdrawal>

/** A place that money can go to: 1 a bank account, 2 an address of a chain. */
export const WithdrawalAccount = z.object({
  id: z.string(),
  type: z.int(),
  currency: z.string(),
  bankName: z.optional(z.string()),
  swift: z.optional(z.string()),
  realName: z.optional(z.string()),
  /** Only its end. */
  bankAccount: z.optional(z.string()),
  chainType: z.optional(z.string()),
  address: z.optional(z.string()),
  memo: z.optional(z.string()),
  label: z.string(),
  /** The person said that it is their own. */
  own: z.boolean(),
  /** 1 once its waiting time is over. */
  whitelisted: z.int(),
  coolUntil: z.optional(wireTimeSchema),
  /** While it waits, up to 1,000 USDT a day can go there already: it was confirmed with a second factor that the person had for 24 hours. */
  isVouched: z.boolean(),
  createTime: wireTimeSchema,
})
export type WithdrawalAccount = z.output<typeof WithdrawalAccount>

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(60))
const label = z.string().check(z.trim(), z.maxLength(40))
const address = z.string().check(z.trim(), z.minLength(5), z.maxLength(200))
const memo = z.string().check(z.trim(), z.maxLength(60))
const currency = z.string().check(z.regex(/^[A-Z0-9]{2,10}$/))
const chainType = z.string().check(z.regex(/^[A-Z0-9]{2,12}$/))
const rowId = z.string().check(z.regex(/^\d{1,20}$/))
const bankAccount = z.string().check(z.trim(), z.regex(/^[A-Z0-9 -]{5,40}$/i))
const swift = z.string().check(z.trim(), z.regex(/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/i))

/** Where it goes and how much: what a preview is asked with. One of `address` and `accountId`. */
export const WithdrawalPreviewRequest = z.object({
  currency,
  chainType,
  money: positiveDecimalInput,
  address: z.optional(address),
  accountId: z.optional(rowId),
  memo: z.optional(memo),
})
export type WithdrawalPreviewRequest = z.output<typeof WithdrawalPreviewRequest>

/** Fee, arrival, how long it takes, and the address in groups of four (docs/rules/wire.md). */
export const WithdrawalPreview = z.object({
  action: z.literal('withdraw'),
  lines: z.array(z.object({ key: z.string(), value: decimalSchema, unit: z.string() })),
  fees: z.array(z.object({ key: z.string(), amount: decimalSchema, currency: z.string(), rate: decimalSchema })),
  currency: z.string(),
  chainType: z.string(),
  method: z.enum(['chain', 'bank']),
  youPay: decimalSchema,
  youGet: decimalSchema,
  addressGroups: z.array(z.string()),
  memo: z.optional(z.string()),
  /** 0: without a reviewer. */
  reviewHours: z.int(),
  /** 0 where it has no price: a reviewer looks at it then. */
  usdtValue: decimalSchema,
  needsBeneficiary: z.boolean(),
  warnings: z.array(z.object({ level: z.enum(['info', 'warn']), key: z.string() })),
  confirmToken: z.string(),
  expireAt: epochMsSchema,
})
export type WithdrawalPreview = z.output<typeof WithdrawalPreview>

const listPath = '/api/finance/appWithdrawal/listMy'
const onePath = '/api/finance/appWithdrawal/queryById'
const allowancePath = '/api/finance/appWithdrawal/allowance'
const accountsPath = '/api/user/appUserWithdrawalInfoSet/listMy'
const moneyTouches = [listPath, onePath, allowancePath, wallet.balances.path, wallet.assets.path, wallet.balanceRecords.path]
const accountTouches = [accountsPath, allowancePath]

export const withdrawals = {
  withdrawals: defineGetCall(listPath, {
    access: 'signedIn',
    params: z.object({ ...pagingParams, status: z.optional(csvQueryParamUpTo(5)), currency: z.optional(currency) }),
    reply: pageOfRecordsSchema(Withdrawal),
    kept: 'page',
  }),
  /** Ours: one of them. */
  withdrawal: defineGetCall(onePath, { access: 'signedIn', params: z.object({ id: rowId }), reply: Withdrawal, kept: 'page' }),
  /** Ours: what may leave today, and what a new address waits for. */
  allowance: defineGetCall(allowancePath, {
    access: 'signedIn',
    params: z.object({}),
    reply: z.object({
      dayUsdt: decimalSchema,
      usedUsdt: decimalSchema,
      leftUsdt: decimalSchema,
      /** Of the 1,000 USDT a day that addresses in their first 24 h can have; what goes there stays below it. */
      youngLeftUsdt: decimalSchema,
      resetAt: wireTimeSchema,
      whitelistOnly: z.int(),
      /** Switching off was asked for: from then on any saved address will do. */
      whitelistOffAt: z.nullable(wireTimeSchema),
      /** From when a second factor of the person's can confirm a new address for use at once; null without one. */
      factorUsableFrom: z.nullable(wireTimeSchema),
      /** New addresses wait until then. */
      hold: z.nullable(z.object({ until: wireTimeSchema, reason: z.string() })),
    }),
    kept: 'nowhere',
  }),
  /** The withdrawal password always, and the second factor of who has one. */
  apply: definePostCall('/api/finance/appWithdrawal/apply', {
    access: 'kyc1',
    once: true,
    body: z.extend(WithdrawalPreviewRequest, {
      ...stepUpProofFields,
      remark: z._default(z.string().check(z.trim(), z.maxLength(100)), ''),
      beneficiary: z.optional(
        z.object({ type: z.enum(['self', 'other']), name, vasp: z.optional(z.string().check(z.trim(), z.maxLength(60))) }),
      ),
      confirmToken: z.optional(z.string().check(z.maxLength(4000))),
    }),
    reply: Withdrawal,
    touches: moneyTouches,
  }),
  /** Ours: while nothing is signed. */
  cancel: definePostCall('/api/finance/appWithdrawal/cancel', {
    access: 'signedIn',
    once: true,
    body: z.object({ id: rowId }),
    reply: Withdrawal,
    touches: moneyTouches,
  }),
  accounts: defineGetCall(accountsPath, { access: 'signedIn', params: z.object({}), reply: z.array(WithdrawalAccount), kept: 'page' }),
  addAccount: definePostCall('/api/user/appUserWithdrawalInfoSet/addAccount', {
    access: 'kyc1',
    once: true,
    body: z.discriminatedUnion('type', [
      z.object({
        type: z.literal(1),
        currency,
        bankName: name,
        realName: name,
        bankAccount,
        swift: z.optional(swift),
        label: z._default(label, ''),
        ...stepUpProofFields,
      }),
      z.object({
        type: z.literal(2),
        currency,
        chainType,
        address,
        memo: z.optional(memo),
        label: z._default(label, ''),
        own: z._default(z.boolean(), true),
        ...stepUpProofFields,
      }),
    ]),
    reply: WithdrawalAccount,
    touches: accountTouches,
  }),
  /** A label at once; another address, memo or account number waits as a new one does. */
  editAccount: definePostCall('/api/user/appUserWithdrawalInfoSet/editAccount', {
    access: 'kyc1',
    once: true,
    body: z.object({
      id: rowId,
      label: z.optional(label),
      address: z.optional(address),
      memo: z.optional(memo),
      bankAccount: z.optional(bankAccount),
      ...stepUpProofFields,
    }),
    reply: WithdrawalAccount,
    touches: accountTouches,
  }),
  removeAccount: definePostCall('/api/user/appUserWithdrawalInfoSet/removeAccount', {
    access: 'full',
    once: true,
    body: z.object({ id: rowId, ...stepUpProofFields }),
    reply: z.object({ id: z.string() }),
    touches: accountTouches,
  }),
  /** Sandbox only: ends the wait of a new place, so that a withdrawal can be tried out. Refuses notFound, also everywhere else. */
  skipWait: definePostCall('/api/user/appUserWithdrawalInfoSet/skipWait', {
    access: 'full',
    once: true,
    body: z.object({ id: rowId }),
    reply: WithdrawalAccount,
    touches: accountTouches,
  }),
  /** Only addresses whose waiting time is over: on at once, off after 24 h. */
  whitelistOnly: definePostCall('/api/user/appUserWithdrawalInfoSet/whitelistOnly', {
    access: 'full',
    once: true,
    body: z.object({ on: z.boolean(), ...stepUpProofFields }),
    reply: z.object({ whitelistOnly: z.int(), whitelistOffAt: z.nullable(wireTimeSchema) }),
    touches: accountTouches,
  }),
  /** Ours: how long withdrawals take and why they were refused, for everybody (docs/rules/fair-dealing.md). Of the last 30 days. */
  withdrawalStats: defineGetCall('/api/public/fair/withdrawals', {
    access: 'open',
    params: z.object({}),
    reply: z.object({
      days: z.int(),
      paid: z.int(),
      /** Seconds from the request to the money's leaving; null while none was paid. */
      p50Seconds: z.nullable(z.int()),
      p95Seconds: z.nullable(z.int()),
      waiting: z.int(),
      late: z.int(),
      cancelled: z.int(),
      refused: z.array(z.object({ reason: z.enum(withdrawalRejectionReasons), count: z.int() })),
      asOf: wireTimeSchema,
    }),
    kept: 'nowhere',
  }),
}
