import * as z from 'zod/mini'
import { defineGetCall, definePostCall } from '../call.ts'
import { positiveTwoDecimalInput, decimalSchema } from '../decimalSchema.ts'
import { integerParamBetween } from '../page.ts'
import { wireTimeSchema } from '../timeSchema.ts'
import { account } from './account.ts'

/** The questions about risk: ten, eight to pass (docs/rules/protection.md). */
export const suitabilityPassingScore = 8
/** Hours of a time-out and months of a self-exclusion (docs/rules/protection.md). */
const timeoutHours = [24, 168, 720, 1008] as const
const exclusionMonths = [6, 12, 24, 60] as const
const breakScopes = ['second', 'leverage', 'all'] as const
export type BreakScope = (typeof breakScopes)[number]
export const defaultSessionReminderMinutes = 60

export const ownLimitKinds = [
  'depositDay',
  'depositWeek',
  'depositMonth',
  'lossDay',
  'lossWeek',
  'lossMonth',
  'stakeSecond',
  'sessionMinutes',
] as const
export type OwnLimitKind = (typeof ownLimitKinds)[number]

/** One limit. Amounts in USDT of the REAL book, sessionMinutes in minutes. */
export const OwnLimit = z.object({
  kind: z.enum(ownLimitKinds),
  /** null: none. */
  value: z.nullable(decimalSchema),
  /** What of it is used in its day, week or month; null where nothing is counted. */
  used: z.nullable(decimalSchema),
  /** A looser one that was asked for: from then on it may be confirmed. */
  asked: z.nullable(z.object({ value: z.nullable(decimalSchema), from: wireTimeSchema })),
})
export type OwnLimit = z.output<typeof OwnLimit>

const Break = z.object({ kind: z.enum(['timeout', 'exclusion']), scope: z.enum(breakScopes), until: wireTimeSchema })

/** Why the REAL book does not take orders of a product: the name of the refusal, and until when where it ends by itself. */
const Missing = z.nullable(z.object({ reason: z.string(), until: z.nullable(wireTimeSchema) }))

/** Everything that stands between a person and a new order (docs/rules/protection.md). */
export const UserTradingRestrictions = z.object({
  limits: z.array(OwnLimit),
  breaks: z.array(Break),
  suitability: z.object({
    passed: z.boolean(),
    /** When the questions may be tried again; null: now, or never needed. */
    retryAt: z.nullable(wireTimeSchema),
    /** When contracts, options and second contracts open after passing. */
    opensAt: z.nullable(wireTimeSchema),
    failures: z.int(),
  }),
  real: z.object({ spot: Missing, contract: Missing, cryptoContract: Missing, option: Missing, second: Missing }),
  /** Coins that the REAL book sells to nobody now, because nothing would take them out again; selling them stays open. */
  notBought: z.optional(z.array(z.string())),
  /** Net result of trading today, fees in it, by book. */
  today: z.object({ real: decimalSchema, demo: decimalSchema }),
})
export type UserTradingRestrictions = z.output<typeof UserTradingRestrictions>

const amountOrNone = z.optional(z.nullable(positiveTwoDecimalInput))
const periods = z.optional(z.object({ day: amountOrNone, week: amountOrNone, month: amountOrNone }))
const minePath = '/api/user/limits/mine'
const questionsPath = '/api/user/suitability/questions'
const touches = [minePath, questionsPath, account.me.path]

export const limits = {
  /** Ours. */
  mine: defineGetCall(minePath, { access: 'signedIn', params: z.object({}), reply: UserTradingRestrictions, kept: 'page' }),
  /** Ours: what is stricter counts at once; what is looser is asked for now and confirmed by the same call after 24 h. null: none. */
  set: definePostCall('/api/user/limits/set', {
    access: 'signedIn',
    once: true,
    body: z.object({ deposit: periods, loss: periods, stakeSecond: amountOrNone, sessionMinutes: z.optional(integerParamBetween(5, 480)) }),
    reply: UserTradingRestrictions,
    touches,
  }),
  /** Ours. */
  timeout: definePostCall('/api/user/limits/timeout', {
    access: 'signedIn',
    once: true,
    body: z.object({ hours: z.literal([...timeoutHours]) }),
    reply: UserTradingRestrictions,
    touches,
  }),
  /** Ours. It cannot be shortened. */
  selfExclude: definePostCall('/api/user/limits/selfExclude', {
    access: 'signedIn',
    once: true,
    body: z.object({ months: z.literal([...exclusionMonths]), scope: z.enum(breakScopes) }),
    reply: UserTradingRestrictions,
    touches,
  }),
  /** Ours: the questions of the next try, by name; the words are the app's, the answers stay here. */
  questions: defineGetCall(questionsPath, {
    access: 'signedIn',
    params: z.object({}),
    reply: z.array(z.object({ id: z.string(), options: z.array(z.string()) })),
    kept: 'nowhere',
  }),
  /** Ours. */
  submitSuitability: definePostCall('/api/user/suitability/submit', {
    access: 'signedIn',
    once: true,
    body: z.object({
      answers: z
        .array(z.object({ id: z.string().check(z.maxLength(20)), option: z.string().check(z.maxLength(4)) }))
        .check(z.maxLength(20)),
    }),
    reply: z.object({ passed: z.boolean(), right: z.int(), retryAt: z.nullable(wireTimeSchema), opensAt: z.nullable(wireTimeSchema) }),
    touches,
  }),
  /** Sandbox only: ends the wait after the questions, so that risk products can be tried out. Refuses notFound everywhere else, stateConflict when nothing waits. */
  skipWait: definePostCall('/api/user/suitability/skipWait', {
    access: 'full',
    once: true,
    body: z.object({}),
    reply: UserTradingRestrictions,
    touches,
  }),
}
