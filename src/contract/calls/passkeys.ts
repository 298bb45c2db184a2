import * as z from 'zod/mini'
import { defineGetCall, definePostCall } from '../call.ts'
import { stepUpProofFields } from '../stepUp.ts'
import { textLineSchemaOfLength } from '../lineSchema.ts'
import { wireTimeSchema } from '../timeSchema.ts'
import { deviceIdSchema, SignInSuccess } from './account.ts'

const base64url = (most: number) => z.string().check(z.maxLength(most), z.regex(/^[A-Za-z0-9_-]+$/))
const credentialId = base64url(1_400)
const transports = z.array(z.string().check(z.maxLength(20))).check(z.maxLength(8))
const ticket = z.optional(z.string().check(z.maxLength(100)))
const recoveryCode = z.optional(z.string().check(z.maxLength(20)))
const name = textLineSchemaOfLength(1, 60)

const descriptor = z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()) })

/** What a browser's `navigator.credentials.get` is asked for. */
const GetOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(descriptor),
})

/** What a browser's `navigator.credentials.create` is asked for. */
const CreateOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
})

/** The answer of an authenticator that signs (`AuthenticationResponseJSON`). */
const Assertion = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url(4_000),
    authenticatorData: base64url(4_000),
    signature: base64url(2_000),
    userHandle: z.optional(z.string().check(z.maxLength(100))),
  }),
})

/** The answer of an authenticator that made a key (`RegistrationResponseJSON`). */
const Attestation = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url(4_000),
    attestationObject: base64url(16_000),
    transports: z.optional(transports),
  }),
})

export const RegisteredPasskey = z.object({
  id: z.string(),
  name: z.string(),
  createTime: wireTimeSchema,
  lastUsed: z.nullable(wireTimeSchema),
})
export type RegisteredPasskey = z.output<typeof RegisteredPasskey>

const mePath = '/api/user/appUser/getMyUserInfo'
const listPath = '/api/user/passkey/list'

/** Passkeys, ours. Challenges are good for five minutes, once, and for their purpose alone. */
export const passkeys = {
  /**
   * With an account the passkey must be that account's; the answer never says whether there is such an account. With the ticket of a
   * sign-in whose first factor was right it is the second step.
   */
  options: definePostCall('/api/app/passkeyOptions', {
    access: 'open',
    unsealed: true,
    body: z.object({
      account: z.optional(z.string().check(z.maxLength(254))),
      areaCode: z.optional(z.string().check(z.regex(/^\d{1,4}$/))),
      purpose: z.optional(z.enum(['signIn', 'stepUp'])),
      ticket,
    }),
    reply: GetOptions,
  }),
  /** Counts as both factors; with a ticket it ends that sign-in. */
  signIn: definePostCall('/api/app/passkeyLogin', {
    access: 'open',
    unsealed: true,
    body: z.object({
      credential: Assertion,
      deviceName: z.optional(z.string().check(z.maxLength(80))),
      deviceId: deviceIdSchema,
      ticket,
    }),
    reply: SignInSuccess,
    touches: [mePath],
  }),
  registerOptions: definePostCall('/api/user/passkey/registerOptions', {
    access: 'signedIn',
    unsealed: true,
    body: z.object({ ...stepUpProofFields }),
    reply: CreateOptions,
  }),
  register: definePostCall('/api/user/passkey/register', {
    access: 'signedIn',
    unsealed: true,
    body: z.object({ credential: Attestation, name }),
    reply: z.object({ id: z.string() }),
    touches: [listPath, mePath],
  }),
  list: defineGetCall(listPath, { access: 'signedIn', params: z.object({}), reply: z.array(RegisteredPasskey), kept: 'page' }),
  rename: definePostCall('/api/user/passkey/rename', {
    access: 'signedIn',
    body: z.object({ id: z.string(), name }),
    reply: z.object({}),
    touches: [listPath],
  }),
  /** Refused as lastSignInMethod where nothing else is left to sign in with. A recovery code does where the passkey is gone. */
  remove: definePostCall('/api/user/passkey/remove', {
    access: 'signedIn',
    body: z.object({ id: z.string(), recoveryCode, ...stepUpProofFields }),
    reply: z.object({}),
    touches: [listPath, mePath],
  }),
  /**
   * Whether a passkey is asked for after a password, a code, a wallet or another service. The recovery codes are shown here and never
   * again; none where there are some already. Both ways end all other sessions; after the way back new addresses wait 72 hours.
   */
  askAtSignIn: definePostCall('/api/user/passkey/askAtSignIn', {
    access: 'signedIn',
    once: true,
    body: z.object({ isOn: z.boolean(), recoveryCode, ...stepUpProofFields }),
    reply: z.object({ passkeyStep: z.union([z.literal(0), z.literal(1)]), recoveryCodes: z.array(z.string()) }),
    touches: [mePath, '/api/user/session/list'],
  }),
  stepUp: definePostCall('/api/user/stepUp', {
    access: 'signedIn',
    unsealed: true,
    body: z.object({
      credential: Assertion,
      /** The path of the call that the token is for: it is good for no other. */
      action: z.string().check(z.maxLength(80)),
    }),
    reply: z.object({ stepUpToken: z.string(), expireIn: z.int() }),
  }),
}
