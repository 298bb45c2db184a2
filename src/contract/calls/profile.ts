import * as z from 'zod/mini'
import { defineGetCall, definePostCall } from '../call.ts'
import { textLineSchemaOfLength } from '../lineSchema.ts'
import { pageOfRecordsSchema, pagingParams } from '../page.ts'
import { stepUpProofFields } from '../stepUp.ts'
import { wireTimeSchema } from '../timeSchema.ts'
import { account, phoneAreaCodeSchema, verificationCodeSchema, UserPersonalDetails, phoneNumberSchema, User } from './account.ts'
import { limits } from './limits.ts'
import { uploadFileIdSchema } from './uploads.ts'

/** Characters at least and at most. */
export const nicknameLengthRange = { least: 2, most: 20 }
export const antiPhishingPhraseLengthRange = { least: 4, most: 20 }

const isDay = (text: string): boolean => {
  const at = Date.parse(`${text}T00:00:00Z`)
  return text >= '1900-01-01' && !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

/** How somebody came in; `authenticator` is a second step, `earlier` is from before this was kept. */
const signInWays = ['password', 'code', 'authenticator', 'passkey', 'wallet', 'thirdParty', 'register', 'guest', 'earlier'] as const
export type SignInMethod = (typeof signInWays)[number]

/** One sign-in to one's own account, also one that was refused. */
export const SignInRecord = z.object({
  id: z.string(),
  createTime: wireTimeSchema,
  device: z.string(),
  ipMasked: z.string(),
  way: z.enum(signInWays),
  ok: z.boolean(),
  /** Whether it still goes on. */
  isOpen: z.boolean(),
  /** Whether it is the one that asks. */
  current: z.boolean(),
  disowned: z.boolean(),
})
export type SignInRecord = z.output<typeof SignInRecord>

const mePath = account.me.path
const signInsPath = '/api/user/signIn/list'

export const profile = {
  /** Refuses underage, and kycDone for a change of what was verified. */
  savePersonal: definePostCall('/api/user/appUser/updateKYC', {
    access: 'signedIn',
    body: z.object({
      surname: textLineSchemaOfLength(1, 60),
      firstName: textLineSchemaOfLength(1, 60),
      gender: z.union([z.literal(1), z.literal(2)]),
      birthday: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/), z.refine(isDay, 'date')),
      country: z.string().check(z.regex(/^[A-Z]{2}$/)),
      address: textLineSchemaOfLength(5, 200),
      phone: phoneNumberSchema,
      areaCode: phoneAreaCodeSchema,
    }),
    reply: UserPersonalDetails,
    touches: [mePath],
  }),
  /** Ours: what others see of oneself. `avatar` is an uploaded picture of biz avatar, '' takes it away. */
  saveProfile: definePostCall('/api/user/appUser/updateProfile', {
    access: 'signedIn',
    body: z.object({
      nickname: z.optional(textLineSchemaOfLength(nicknameLengthRange.least, nicknameLengthRange.most)),
      avatar: z.optional(z.union([uploadFileIdSchema, z.literal('')])),
    }),
    reply: User,
    touches: [mePath],
  }),
  /** Ours: the country that a guest lives in, said once. Refuses stateConflict where one is known, validation {country} and countryBlocked. */
  declareCountry: definePostCall('/api/user/appUser/country', {
    access: 'signedIn',
    body: z.object({ country: z.string().check(z.regex(/^[A-Z]{2}$/)) }),
    reply: User,
    touches: [mePath, limits.mine.path],
  }),
  /**
   * Adds an email or a phone to an account that has none, so that it can be signed in to with it; a guest becomes a full
   * account. `target` is the address or the number. Whoever is no guest proves it with all that they have: `password`, and a step-up. Of
   * a guest `newPassword` takes the place of the password that was given by us, and the last three are what registration asks for.
   */
  bind: definePostCall('/api/app/bindAccount', {
    access: 'signedIn',
    once: true,
    body: z.object({
      type: z.enum(['email', 'phone']),
      target: z.string().check(z.maxLength(254)),
      areaCode: z.optional(phoneAreaCodeSchema),
      captcha: verificationCodeSchema,
      newPassword: z.optional(z.string().check(z.minLength(8), z.maxLength(64))),
      confirmPassword: z.optional(z.string()),
      password: z.optional(z.string().check(z.maxLength(64))),
      ...stepUpProofFields,
      country: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))),
      birthYearOk: z.optional(z.boolean()),
      agreementVersion: z.optional(z.string().check(z.maxLength(20))),
    }),
    reply: User,
    touches: [mePath, signInsPath],
  }),
  /** Ours, with step-up: the phrase that stands in every mail to this person; '' takes it away. The reply shows it masked. */
  savePhrase: definePostCall('/api/user/appUser/antiPhishing', {
    access: 'signedIn',
    body: z.object({
      phrase: z.union([z.literal(''), textLineSchemaOfLength(antiPhishingPhraseLengthRange.least, antiPhishingPhraseLengthRange.most)]),
      ...stepUpProofFields,
    }),
    reply: z.object({ mailPhrase: z.string() }),
    touches: [mePath],
  }),
  /** Ours: where and how somebody signed in to this account, half a year back. */
  signIns: defineGetCall(signInsPath, {
    access: 'signedIn',
    params: z.object(pagingParams),
    reply: pageOfRecordsSchema(SignInRecord),
    kept: 'page',
  }),
  /** Ours: "this was not me". Ends its session and holds new withdrawal addresses until `holdUntil`. */
  disownSignIn: definePostCall('/api/user/signIn/notMe', {
    access: 'signedIn',
    body: z.object({ id: z.string() }),
    reply: z.object({ ended: z.boolean(), holdUntil: wireTimeSchema }),
    touches: [signInsPath, account.sessions.path],
  }),
}
