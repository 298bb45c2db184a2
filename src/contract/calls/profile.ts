import * as z from 'zod/mini'
import { read, write } from '../call.ts'
import { line } from '../lineSchema.ts'
import { page, paging } from '../page.ts'
import { stepUpProof } from '../stepUp.ts'
import { time } from '../timeSchema.ts'
import { account, areaCode, captcha, Personal, phone, User } from './account.ts'
import { fileId } from './uploads.ts'

/** Characters at least and at most. */
export const nicknameLength = { least: 2, most: 20 }
export const phraseLength = { least: 4, most: 20 }

const isDay = (text: string): boolean => {
  const at = Date.parse(`${text}T00:00:00Z`)
  return text >= '1900-01-01' && !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

/** How somebody came in; `authenticator` is a second step, `earlier` is from before this was kept. */
const signInWays = ['password', 'code', 'authenticator', 'passkey', 'wallet', 'thirdParty', 'register', 'guest', 'earlier'] as const
export type SignInWay = (typeof signInWays)[number]

/** One sign-in to one's own account, also one that was refused. */
export const SignIn = z.object({
  id: z.string(),
  createTime: time,
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
export type SignIn = z.output<typeof SignIn>

const mePath = account.me.path
const signInsPath = '/api/user/signIn/list'

export const profile = {
  /** Call 14. Refuses underage, and kycDone for a change of what was verified. */
  savePersonal: write('/api/user/appUser/updateKYC', {
    access: 'signedIn',
    body: z.object({
      surname: line(1, 60),
      firstName: line(1, 60),
      gender: z.union([z.literal(1), z.literal(2)]),
      birthday: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/), z.refine(isDay, 'date')),
      country: z.string().check(z.regex(/^[A-Z]{2}$/)),
      address: line(5, 200),
      phone,
      areaCode,
    }),
    reply: Personal,
    touches: [mePath],
  }),
  /** Ours: what others see of oneself. `avatar` is an uploaded picture of biz avatar, '' takes it away. */
  saveProfile: write('/api/user/appUser/updateProfile', {
    access: 'signedIn',
    body: z.object({
      nickname: z.optional(line(nicknameLength.least, nicknameLength.most)),
      avatar: z.optional(z.union([fileId, z.literal('')])),
    }),
    reply: User,
    touches: [mePath],
  }),
  /**
   * Call 20: adds an email or a phone to an account that has none, so that it can be signed in to with it; a guest becomes a full
   * account. `target` is the address or the number. Whoever is no guest proves it with all that they have: `password`, and a step-up. Of
   * a guest `newPassword` takes the place of the password that was given by us, and the last three are what registration asks for.
   */
  bind: write('/api/app/bindAccount', {
    access: 'signedIn',
    once: true,
    body: z.object({
      type: z.enum(['email', 'phone']),
      target: z.string().check(z.maxLength(254)),
      areaCode: z.optional(areaCode),
      captcha,
      newPassword: z.optional(z.string().check(z.minLength(8), z.maxLength(64))),
      confirmPassword: z.optional(z.string()),
      password: z.optional(z.string().check(z.maxLength(64))),
      ...stepUpProof,
      country: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))),
      birthYearOk: z.optional(z.boolean()),
      agreementVersion: z.optional(z.string().check(z.maxLength(20))),
    }),
    reply: User,
    touches: [mePath, signInsPath],
  }),
  /** Ours, 🔒: the phrase that stands in every mail to this person; '' takes it away. The reply shows it masked. */
  savePhrase: write('/api/user/appUser/antiPhishing', {
    access: 'signedIn',
    body: z.object({ phrase: z.union([z.literal(''), line(phraseLength.least, phraseLength.most)]), ...stepUpProof }),
    reply: z.object({ mailPhrase: z.string() }),
    touches: [mePath],
  }),
  /** Ours: where and how somebody signed in to this account, half a year back. */
  signIns: read(signInsPath, { access: 'signedIn', params: z.object(paging), reply: page(SignIn), kept: 'page' }),
  /** Ours: "this was not me". Ends its session and holds new withdrawal addresses until `holdUntil`. */
  disownSignIn: write('/api/user/signIn/notMe', {
    access: 'signedIn',
    body: z.object({ id: z.string() }),
    reply: z.object({ ended: z.boolean(), holdUntil: time }),
    touches: [signInsPath, account.sessions.path],
  }),
}
