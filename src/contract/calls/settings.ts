import * as z from 'zod/mini'
import { defineGetCall } from '../call.ts'
import { decimalSchema } from '../decimalSchema.ts'
import { epochMsSchema, wireTimeSchema } from '../timeSchema.ts'
import { ProductAvailabilityByKind, languageCodeSchema } from './account.ts'

/** What `key=sys_set` answers. */
export const SystemSettings = z.object({
  env: z.enum(['sandbox', 'production']),
  /** 1: wide desktop windows get the desktop page (docs/rules/interface.md). */
  isPcLimite: z.union([z.literal(0), z.literal(1)]),
  /** `password`, `email`, `phone`, `guest`, `passkey`, `wallet`, and the key of each other service. Nothing that is not offered here. */
  loginMethods: z.array(z.string()),
  /** What the other services are called. */
  providers: z.optional(z.array(z.object({ provider: z.string(), name: z.string() }))),
  /** An older app updates without asking. */
  minClient: z.string(),
  /** A line for everybody, in the words of staff. */
  statusNote: z.optional(z.string()),
  /** When the service will not answer, or does not now; absent once it is over. */
  maintenance: z.optional(z.object({ from: epochMsSchema, to: epochMsSchema })),
  /** Hosts that a link opens without a warning, each itself or `*.host` for what is beneath it; absent where there are none. */
  vouchedHosts: z.optional(z.array(z.string())),
  /** Second contracts with real money outside the sandbox: never (docs/rules/environments.md). */
  secondsReal: z.literal(false),
  /** Rates that hold now and that no other call says; fractions. */
  rates: z.object({ spotFee: decimalSchema, optionFeeOfValue: decimalSchema, optionFeeOfPremium: decimalSchema }),
  /** Odds, fees and rates that were told of and change later, the soonest first (`fair/terms` has all); absent where there are none. */
  comingTerms: z.optional(
    z.array(z.object({ area: z.string(), subject: z.string(), name: z.string(), value: decimalSchema, from: epochMsSchema })),
  ),
  /** Money is real here. */
  realMoney: z.boolean(),
  /** What is offered to somebody whose country nobody knows: visitors, and guests who have not said it. */
  features: ProductAvailabilityByKind,
  /** Of the accounts that closed contracts with real money in the last 12 months, which share lost; absent before there are 90 days and 100 accounts. */
  retailLossShare: z.optional(decimalSchema),
})
export type SystemSettings = z.output<typeof SystemSettings>

/** What `key=app_config` answers: the store's `commonConfig` (docs/rules/interface.md). */
export const AppConfig = z.object({
  /** What profits, losses and fees are in. */
  settleCurrency: z.string(),
  languages: z.array(languageCodeSchema),
  ledgerScale: z.int(),
  demoFund: decimalSchema,
  slippageDefaultBps: z.int(),
  slippageMaxBps: z.int(),
  previewExpireMs: z.int(),
  swapQuoteMs: z.int(),
  /** From this age on a price is shown with its age. */
  staleAfterMs: z.int(),
  /** A limit order waits so long. */
  limitDays: z.int(),
  /** Of the initial margin: at or below it a position is closed. */
  closeOutRatio: decimalSchema,
  teamRebateRate: decimalSchema,
  codeResendSeconds: z.int(),
  codeExpireSeconds: z.int(),
  uploadMaxBytes: z.int(),
})
export type AppConfig = z.output<typeof AppConfig>

/** What `key=limits` answers: the most of everything, in USDT, loans in their currency. What one person can do, their own limits included, is `limits.mine`. */
export const PlatformLimitSettings = z.object({
  /** In a day, by the level of verification and, of the second, by VIP level; to addresses that are still new in all less than `newAddress`. */
  withdrawDay: z.object({
    basic: decimalSchema,
    advanced: z.array(z.object({ level: z.int(), most: decimalSchema })),
    newAddress: decimalSchema,
  }),
  withdraw: z.object({ coolingHours: z.int(), withoutReview: decimalSchema, beneficiaryFrom: decimalSchema }),
  /** Second contracts in the real book. */
  second: z.object({
    stake: decimalSchema,
    stakeDay: decimalSchema,
    lossDay: decimalSchema,
    betweenSeconds: z.int(),
    afterLossesSeconds: z.int(),
  }),
  swapMost: decimalSchema,
  loans: z.array(z.object({ id: z.string(), currency: z.string(), most: decimalSchema })),
})
export type PlatformLimitSettings = z.output<typeof PlatformLimitSettings>

/** What `key=agreements` answers. `mustAgree`: nothing can be opened without it. */
export const AgreementSettings = z.object({
  agreements: z.array(z.object({ id: z.string(), title: z.string(), version: z.string(), mustAgree: z.boolean() })),
})
export type AgreementSettings = z.output<typeof AgreementSettings>

/** What `key=risk_texts` answers: the risk disclosure by product, as sanitised HTML. */
export const RiskTexts = z.object({
  version: z.string(),
  texts: z.array(z.object({ id: z.string(), title: z.string(), html: z.string() })),
})
export type RiskTexts = z.output<typeof RiskTexts>

const least = z.array(z.object({ currency: z.string(), chainType: z.string(), least: decimalSchema }))
const leastOf = z.array(z.object({ id: z.string(), currency: z.string(), least: decimalSchema }))
/** What `key=min_amounts` answers: orders and stakes in USDT, everything else in its currency. */
export const MinAmounts = z.object({
  deposits: least,
  withdrawals: least,
  contract: decimalSchema,
  spot: decimalSchema,
  swap: decimalSchema,
  second: decimalSchema,
  loans: leastOf,
  products: leastOf,
})
export type MinAmounts = z.output<typeof MinAmounts>

export const settings = {
  /** `key` is sys_set, app_config, limits, agreements, risk_texts or min_amounts; any other is notFound. */
  setting: defineGetCall('/api/set/appSysSet/getKeyByParam', {
    access: 'open',
    params: z.object({ key: z.string() }),
    reply: z.union([SystemSettings, AppConfig, PlatformLimitSettings, AgreementSettings, RiskTexts, MinAmounts]),
    kept: 'worker',
  }),
  serverTime: defineGetCall('/api/public/getServerTime', {
    access: 'open',
    params: z.object({}),
    reply: z.object({ serverTime: wireTimeSchema, timestamp: epochMsSchema }),
    kept: 'nowhere',
  }),
  /** RSA keys for sealed bodies, the current one first; ours. `publicKey` is SPKI in PEM. */
  sealKey: defineGetCall('/api/public/sealKey', {
    access: 'open',
    params: z.object({}),
    reply: z.array(z.object({ kid: z.string(), publicKey: z.string(), notAfter: epochMsSchema })),
    kept: 'nowhere',
  }),
  /** Resolves an invitation or article short link. */
  shortLink: defineGetCall('/api/set/appShortLink/use', {
    access: 'open',
    params: z.object({ code: z.string().check(z.regex(/^[A-Za-z0-9]{4,16}$/)) }),
    reply: z.object({
      code: z.string(),
      type: z.enum(['invite', 'article']),
      inviteCode: z.optional(z.string()),
      target: z.string(),
      valid: z.boolean(),
    }),
    kept: 'nowhere',
  }),
}
