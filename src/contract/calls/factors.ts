import * as z from 'zod/mini'
import { defineGetCall, definePostCall } from '../call.ts'
import { stepUpProofFields } from '../stepUp.ts'
import { wireTimeSchema } from '../timeSchema.ts'

const sixDigits = z.string().check(z.regex(/^\d{6}$/))
const password = z.string().check(z.maxLength(64))
const recoveryCode = z.string().check(z.maxLength(20))
const { googleCode, stepUpToken } = stepUpProofFields

const mePath = '/api/user/appUser/getMyUserInfo'
const sessionsPath = '/api/user/session/list'

/** What changes with the way somebody signs in: everything that is shown of it. */
const touches = [mePath, sessionsPath]

/** Which password `changePassword` changes. */
export const passwordType = { signIn: 1, withdrawal: 2 } as const

const RecoveryCodes = z.object({ googleBind: z.literal(1), recoveryCodes: z.array(z.string()) })

/** Passwords and the authenticator (docs/rules/accounts.md). */
export const factors = {
  /** A new secret, not in use until it is bound; the same within ten minutes. Refuses totpAlreadyBound. */
  generateKey: defineGetCall('/api/app/generateGoogleKey', {
    access: 'signedIn',
    params: z.object({}),
    reply: z.object({ ticket: z.string(), secret: z.string(), otpauthUrl: z.string(), qrSvg: z.string(), expireTime: wireTimeSchema }),
    kept: 'nowhere',
  }),
  /** The recovery codes are shown here and never again. `password` where there is one. Ends all other sessions. */
  bind: definePostCall('/api/user/appUser/bindGoogleAuth', {
    access: 'signedIn',
    once: true,
    body: z.object({
      ...stepUpProofFields,
      ticket: z.string().check(z.maxLength(400)),
      googleCode: sixDigits,
      password: z.optional(password),
    }),
    reply: RecoveryCodes,
    touches,
  }),
  /** Ours: ten new recovery codes in place of the old ones. */
  renewRecoveryCodes: definePostCall('/api/user/appUser/renewRecoveryCodes', {
    access: 'signedIn',
    once: true,
    body: z.object({ googleCode, stepUpToken, password: z.optional(password) }),
    reply: RecoveryCodes,
  }),
  /** New addresses wait 72 hours after it. */
  unbind: definePostCall('/api/user/appUser/unbindGoogleAuth', {
    access: 'signedIn',
    once: true,
    body: z.object({ googleCode, stepUpToken, recoveryCode: z.optional(recoveryCode), password: z.optional(password) }),
    reply: z.object({ googleBind: z.literal(0) }),
    touches,
  }),
  /** Ends all other sessions; new addresses wait 24 hours. */
  changePassword: definePostCall('/api/user/appUser/changePassword', {
    access: 'signedIn',
    once: true,
    body: z.object({
      type: z.union([z.literal(1), z.literal(2)]),
      oldPassword: password,
      newPassword: password,
      confirmPassword: password,
      googleCode,
      stepUpToken,
    }),
    reply: z.object({}),
    touches,
  }),
  /** Ours: a code to the person's own address, for setSafePassword; `to` is masked. */
  sendOwnCode: definePostCall('/api/user/appUser/sendOwnCaptcha', {
    access: 'full',
    body: z.object({}),
    reply: z.object({ to: z.string(), sent: z.literal(true), resendIn: z.int(), expireIn: z.int(), devCode: z.optional(z.string()) }),
  }),
  /**
   * Ours. The first time it takes a second factor, else a code to the own address, else the sign-in password. Where one is set
   * and was forgotten it takes all of these that the person has, and new addresses wait 72 hours.
   */
  setSafePassword: definePostCall('/api/user/appUser/setSafePassword', {
    access: 'full',
    once: true,
    body: z.object({
      safePassword: sixDigits,
      confirmPassword: sixDigits,
      captcha: z.optional(sixDigits),
      password: z.optional(password),
      googleCode,
      stepUpToken,
      /** That one is set already is known: it is replaced. */
      replace: z.optional(z.boolean()),
    }),
    reply: z.object({ hasSafePassword: z.literal(1) }),
    touches,
  }),
  /** Ours: whether buying earn products takes the withdrawal password (docs/rules/earn.md). Turning it off takes it too. */
  askOnPurchases: definePostCall('/api/user/appUser/askOnPurchases', {
    access: 'full',
    once: true,
    body: z.object({ on: z.boolean(), safePassword: stepUpProofFields.safePassword }),
    reply: z.object({ asksOnPurchases: z.union([z.literal(0), z.literal(1)]) }),
    touches: [mePath],
  }),
  /** Ours. Answers the same whether or not there is such an account. Ends every session; new addresses wait 24 hours. */
  resetPassword: definePostCall('/api/app/resetPassword', {
    access: 'open',
    once: true,
    body: z.object({
      account: z.string().check(z.maxLength(254)),
      areaCode: z.optional(z.string().check(z.regex(/^\d{1,4}$/))),
      captcha: sixDigits,
      newPassword: z.string().check(z.minLength(8), z.maxLength(64)),
      confirmPassword: password,
      googleCode,
      recoveryCode: z.optional(recoveryCode),
    }),
    reply: z.object({}),
  }),
}
