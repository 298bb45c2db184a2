import * as z from 'zod/mini'
import { defineGetCall, definePostCall } from '../call.ts'
import { demoFundUsdt } from '../constants.ts'
import { decimalSchema } from '../decimalSchema.ts'
import { supportedLanguages } from '../languages.ts'
import { epochMsSchema, wireTimeSchema } from '../timeSchema.ts'

const flag = z.union([z.literal(0), z.literal(1)])
/** Wire codes of the nine languages (docs/rules/interface.md). */
export const languageCodes = supportedLanguages.map(({ code }) => code)
export const languageCodeSchema = z.enum(languageCodes)
export type { LanguageCode } from '../languages.ts'

export const emailSchema = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text: string) => text.trim().toLowerCase()),
  ),
  z.string().check(z.maxLength(254), z.regex(/^[^\s@<>()[\],;:"\\]+@[^\s@<>()[\],;:"\\.]+(\.[^\s@<>()[\],;:"\\.]+)+$/)),
)
export const phoneNumberSchema = z.string().check(z.regex(/^\d{5,15}$/))
export const phoneAreaCodeSchema = z.string().check(z.regex(/^\d{1,4}$/))
export const verificationCodeSchema = z.string().check(z.regex(/^\d{6}$/))
const password = z.string().check(z.minLength(8), z.maxLength(64))
/** By which a device names itself. */
export const deviceIdSchema = z.string().check(z.regex(/^[0-9a-f]{32}$/))
const scene = z.enum(['register', 'login', 'reset', 'bind', 'safePassword'])

const availability = z.enum(['real', 'demo', 'off'])
/** How each product is offered. */
export const ProductAvailabilityByKind = z.object({
  contract: availability,
  cryptoContract: availability,
  option: availability,
  second: availability,
  loan: availability,
  earn: availability,
  ieo: availability,
  incentive: availability,
})
export type ProductAvailabilityByKind = z.output<typeof ProductAvailabilityByKind>

export const UserSettings = z.object({
  lang: languageCodeSchema,
  theme: z.enum(['light', 'dark', 'auto']),
  upColor: z.enum(['green', 'red', 'blue']),
  hideBalance: flag,
  /** 0.9 to 1.3. Of clients that keep one text size for all devices; this app keeps its own on each, for that is about one screen. */
  textScale: z.optional(z.string().check(z.regex(/^(0\.9\d?|1(\.[0-2]\d?|\.30?)?)$/))),
  /** The hand that holds the phone. */
  hand: z.enum(['right', 'left']),
  haptics: flag,
  presence: flag,
  marketing: flag,
  defaultCurrency: z.string(),
  /** Names of ways from home with commas between, in the person's own order; '' is the usual one. */
  shortcuts: z.string().check(z.regex(/^([a-z]{2,16}(,[a-z]{2,16}){0,39})?$/)),
})
export type UserSettings = z.output<typeof UserSettings>

/** Who somebody is, as they wrote it. The birthday is a day, YYYY-MM-DD. */
export const UserPersonalDetails = z.object({
  surname: z.string(),
  firstName: z.string(),
  /** 1 male, 2 female. */
  gender: z.union([z.literal(1), z.literal(2)]),
  birthday: z.string(),
  country: z.string(),
  address: z.string(),
  phone: z.string(),
  areaCode: z.string(),
})
export type UserPersonalDetails = z.output<typeof UserPersonalDetails>

/** User of `getMyUserInfo`. `account`, `email` and `phone` arrive masked. */
export const User = z.object({
  id: z.string(),
  uid: z.string(),
  account: z.string(),
  email: z.optional(z.string()),
  phone: z.optional(z.string()),
  areaCode: z.optional(z.string()),
  nickname: z.string(),
  /** A signed address that opens for ten minutes; '' without a picture. Of `getMyUserInfo` and saveProfile alone. */
  avatar: z.optional(z.string()),
  country: z.string(),
  lang: languageCodeSchema,
  isGuest: flag,
  vipLevel: z.int(),
  vipName: z.string(),
  /** What the level takes off trading fees, a fraction. */
  feeDiscount: z.optional(decimalSchema),
  kycStatus: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  /** The level that is applied for and not decided yet; 0 where none is. */
  kycPending: z.optional(z.union([z.literal(0), z.literal(1), z.literal(2)])),
  googleBind: flag,
  passkeyCount: z.int(),
  /** A passkey is asked for after a password, a code, a wallet or another service. */
  passkeyStep: z.optional(flag),
  hasLoginPassword: flag,
  hasSafePassword: flag,
  /** The withdrawal password is asked for on purchases of earn products. */
  asksOnPurchases: z.optional(flag),
  inviteCode: z.string(),
  regionProfile: z.string(),
  /** Of the countries that are known of somebody the one with the strictest rules; '' where none is. */
  regionCountry: z.string(),
  /** Whether each is offered in this person's country: with real money, with demo money alone, or not at all (docs/rules/countries.md). */
  features: ProductAvailabilityByKind,
  /** The longest break that the person has asked for; null without one. Of `getMyUserInfo` alone. */
  exclusion: z.optional(
    z.nullable(z.object({ type: z.enum(['timeout', 'exclusion']), scope: z.enum(['second', 'leverage', 'all']), until: wireTimeSchema })),
  ),
  /** Own limits that are set, by kind. Of `getMyUserInfo` alone. */
  limits: z.optional(z.record(z.string(), z.string())),
  unreadNotice: z.int(),
  /** Null until it was written. Of `getMyUserInfo` alone. */
  personal: z.optional(z.nullable(UserPersonalDetails)),
  /** The anti-phishing phrase, masked; '' without one. */
  mailPhrase: z.optional(z.string()),
  createTime: wireTimeSchema,
  settings: UserSettings,
})
export type User = z.output<typeof User>

export const SignInSuccess = z.object({ token: z.string(), expireTime: wireTimeSchema, needGoogle: z.literal(0), userInfo: User })
const SecondStep = z.object({
  token: z.literal(''),
  needGoogle: z.literal(1),
  ticket: z.string(),
  methods: z.array(z.enum(['totp', 'passkey'])),
  /** Seconds. */
  expireIn: z.int(),
})
/** How every sign-in ends: signed in, or asked for the second factor. */
export const SignInReply = z.union([SignInSuccess, SecondStep])
export type SignInReply = z.output<typeof SignInReply>

/** `devCode` is there only in a sandbox without a mail server, so that the app can show it, labelled. */
const CodeSent = z.object({ sent: z.literal(true), resendIn: z.int(), expireIn: z.int(), devCode: z.optional(z.string()) })

const mePath = '/api/user/appUser/getMyUserInfo'
const sessionsPath = '/api/user/session/list'
const signInTouches = [mePath]

export const account = {
  sendPhoneCode: defineGetCall('/api/app/getPhoneCaptcha', {
    access: 'open',
    params: z.object({ areaCode: phoneAreaCodeSchema, phone: phoneNumberSchema, scene }),
    reply: CodeSent,
    kept: 'nowhere',
    acts: true,
  }),
  sendEmailCode: defineGetCall('/api/app/getEmailCaptcha', {
    access: 'open',
    params: z.object({ email: emailSchema, scene }),
    reply: CodeSent,
    kept: 'nowhere',
    acts: true,
  }),
  register: definePostCall('/api/app/register', {
    access: 'open',
    once: true,
    body: z.object({
      registerType: z.enum(['email', 'phone']),
      email: z.optional(emailSchema),
      areaCode: z.optional(phoneAreaCodeSchema),
      phone: z.optional(phoneNumberSchema),
      password,
      confirmPassword: z.string(),
      captcha: verificationCodeSchema,
      inviteCode: z.optional(z.string().check(z.regex(/^[A-Z2-7]{6,10}$/))),
      country: z.string().check(z.regex(/^[A-Z]{2}$/)),
      birthYearOk: z.boolean(),
      agree: z.boolean(),
      agreementVersion: z.string(),
      lang: languageCodeSchema,
      deviceId: z.optional(deviceIdSchema),
    }),
    reply: z.object({ token: z.string(), expireTime: wireTimeSchema, userInfo: User, demoFunded: z.literal(`${demoFundUsdt}.00000000`) }),
    touches: signInTouches,
  }),
  /** Whether to show the authenticator field early; the sign-in itself decides. Unknown accounts answer 0. */
  checkGoogleAuth: defineGetCall('/api/app/checkGoogleAuth', {
    access: 'open',
    params: z.object({ account: z.string().check(z.maxLength(254)) }),
    reply: z.object({ bind: flag }),
    kept: 'nowhere',
  }),
  checkAccount: defineGetCall('/api/app/checkAccount', {
    access: 'open',
    params: z.object({
      account: z.string().check(z.maxLength(254)),
      accountType: z.enum(['email', 'phone', 'guest']),
      deviceId: z.optional(deviceIdSchema),
    }),
    reply: z.object({ exists: flag }),
    kept: 'nowhere',
  }),
  signIn: definePostCall('/api/app/login', {
    access: 'open',
    body: z.object({
      account: z.string().check(z.maxLength(254)),
      areaCode: z.optional(phoneAreaCodeSchema),
      password: z.string().check(z.maxLength(64)),
      deviceId: deviceIdSchema,
      deviceName: z.optional(z.string().check(z.maxLength(80))),
    }),
    reply: SignInReply,
    touches: signInTouches,
  }),
  signInByPhone: definePostCall('/api/app/phoneLogin', {
    access: 'open',
    body: z.object({ areaCode: phoneAreaCodeSchema, phone: phoneNumberSchema, captcha: verificationCodeSchema, deviceId: deviceIdSchema }),
    reply: SignInReply,
    touches: signInTouches,
  }),
  signInByEmail: definePostCall('/api/app/emailLogin', {
    access: 'open',
    body: z.object({ email: emailSchema, captcha: verificationCodeSchema, deviceId: deviceIdSchema }),
    reply: SignInReply,
    touches: signInTouches,
  }),
  /** The second step: a code of the authenticator, or one of the ten recovery codes. Five wrong ones end the ticket. */
  signInWithAuthenticator: definePostCall('/api/app/googleSecretLogin', {
    access: 'open',
    body: z.object({
      ticket: z.string().check(z.maxLength(100)),
      googleCode: z.optional(verificationCodeSchema),
      recoveryCode: z.optional(z.string().check(z.maxLength(20))),
      deviceId: deviceIdSchema,
    }),
    reply: SignInSuccess,
    touches: signInTouches,
  }),
  /** Ours. The initial password is shown once; the same device again is refused as guestExists. */
  signInAsGuest: definePostCall('/api/app/guestLogin', {
    access: 'open',
    body: z.object({ deviceId: deviceIdSchema }),
    reply: z.object({ token: z.string(), expireTime: wireTimeSchema, userInfo: User, initialPassword: z.string() }),
    touches: signInTouches,
  }),
  /** Ours: ends this session. Answers well also where there is none: the token may be over already. */
  signOut: definePostCall('/api/app/logout', { access: 'open', body: z.object({}), reply: z.object({}) }),
  /** The signed-in person; also the navigation guard's call. */
  me: defineGetCall(mePath, { access: 'signedIn', params: z.object({}), reply: User, kept: 'page' }),
  reportActive: defineGetCall('/api/user/appUser/activeReport', {
    access: 'signedIn',
    params: z.object({}),
    reply: z.object({}),
    kept: 'nowhere',
  }),
  reportOnline: defineGetCall('/api/user/appUser/importantCustomerOnLine', {
    access: 'signedIn',
    params: z.object({}),
    reply: z.object({}),
    kept: 'nowhere',
  }),
  sessions: defineGetCall(sessionsPath, {
    access: 'signedIn',
    params: z.object({}),
    reply: z.array(
      z.object({
        id: z.string(),
        device: z.string(),
        ipMasked: z.string(),
        /** Where its person lives, by their papers or else as they said, null where they said nothing. No address is looked up. */
        country: z.nullable(z.string()),
        createTime: wireTimeSchema,
        lastActive: epochMsSchema,
        current: z.boolean(),
      }),
    ),
    kept: 'page',
  }),
  revokeSession: definePostCall('/api/user/session/revoke', {
    access: 'signedIn',
    body: z.object({ id: z.string() }),
    reply: z.object({ revoked: z.int() }),
    touches: [sessionsPath],
  }),
  /** The worker sends it plain. */
  saveSettings: definePostCall('/api/user/settings', {
    access: 'signedIn',
    unsealed: true,
    body: z.partial(UserSettings),
    reply: UserSettings,
    touches: [mePath],
  }),
}
