import * as z from 'zod/mini'
import { defineGetCall, definePostCall } from '../call.ts'
import { stepUpProofFields } from '../stepUp.ts'
import { wireTimeSchema } from '../timeSchema.ts'
import { deviceIdSchema, languageCodeSchema, SignInReply } from './account.ts'

const provider = z.string().check(z.regex(/^[a-z][a-z0-9]{1,19}$/))
const chainId = z.string().check(z.regex(/^[1-9]\d{0,14}$/))
const address = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))

/** What opening an account asks for where there is none yet; not read where there is one. */
const joining = {
  inviteCode: z.optional(z.string().check(z.regex(/^[A-Z2-7]{6,10}$/))),
  agree: z.optional(z.boolean()),
  agreementVersion: z.optional(z.string()),
  birthYearOk: z.optional(z.boolean()),
  country: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))),
  lang: z.optional(languageCodeSchema),
  deviceName: z.optional(z.string().check(z.maxLength(80))),
  deviceId: z.optional(deviceIdSchema),
}

/** A message of ours with a wallet's signature under it. */
const signed = {
  message: z.string().check(z.maxLength(2_000)),
  signature: z.string().check(z.regex(/^0x[0-9a-fA-F]{2,4096}$/)),
  address,
}

/** What another service sent along on the way back. */
const sentBack = {
  provider,
  code: z.string().check(z.minLength(1), z.maxLength(2_000)),
  state: z.string().check(z.maxLength(100)),
  secret: z.string().check(z.maxLength(100)),
  /** The issuer that the service names on the way back, where it does. */
  iss: z.optional(z.string().check(z.maxLength(300))),
}

const Trip = z.object({ url: z.string(), state: z.string(), secret: z.string() })

/** A wallet or another service that signs in to one's own account; of a wallet the address is shortened. */
export const LinkedSignInMethod = z.object({
  kind: z.enum(['wallet', 'service']),
  id: z.string(),
  /** '' for a wallet. */
  provider: z.string(),
  account: z.string(),
  createTime: wireTimeSchema,
})
export type LinkedSignInMethod = z.output<typeof LinkedSignInMethod>

const touches = ['/api/user/appUser/getMyUserInfo']
const listPath = '/api/user/signInMethod/list'

/** A wallet or another service as the way to sign in, ours. Whoever is new is asked to agree: agreementRequired. */
export const signInMethods = {
  /** The ERC-4361 text to be signed as it is; good for five minutes, once, for that address and this site. */
  walletNonce: defineGetCall('/api/app/walletNonce', {
    access: 'open',
    params: z.object({ address, chainId }),
    reply: z.object({ message: z.string(), nonce: z.string() }),
    kept: 'nowhere',
  }),
  walletSignIn: definePostCall('/api/app/walletLogin', {
    access: 'open',
    body: z.object({ ...signed, ...joining }),
    reply: SignInReply,
    touches,
  }),
  /** Where to go, and the secret that shows on the way back that it was this app that went: `state` alone is seen by others. */
  thirdPartyUrl: defineGetCall('/api/app/thirdPartyUrl', {
    access: 'open',
    params: z.object({ provider }),
    reply: Trip,
    kept: 'nowhere',
  }),
  thirdPartySignIn: definePostCall('/api/app/thirdPartyLogin', {
    access: 'open',
    body: z.object({ ...sentBack, ...joining }),
    reply: SignInReply,
    touches,
  }),
  /** Wallets and other services that sign in to this account, the oldest first. */
  linked: defineGetCall(listPath, { access: 'signedIn', params: z.object({}), reply: z.array(LinkedSignInMethod), kept: 'page' }),
  /** The text to be signed by a wallet that is to be added to this account; no sign-in takes it. */
  walletToAdd: definePostCall('/api/user/signInMethod/walletNonce', {
    access: 'full',
    body: z.object({ address, chainId, ...stepUpProofFields }),
    reply: z.object({ message: z.string() }),
  }),
  /** New addresses wait 24 hours. Refused as signInTaken where it signs in to another account. */
  addWallet: definePostCall('/api/user/signInMethod/addWallet', {
    access: 'full',
    body: z.object(signed),
    reply: z.object({}),
    touches: [listPath],
  }),
  /** Where to go to add another service to this account; the way back ends in addThirdParty. */
  thirdPartyToAdd: definePostCall('/api/user/signInMethod/thirdPartyUrl', {
    access: 'full',
    body: z.object({ provider, ...stepUpProofFields }),
    reply: Trip,
  }),
  addThirdParty: definePostCall('/api/user/signInMethod/addThirdParty', {
    access: 'full',
    body: z.object(sentBack),
    reply: z.object({}),
    touches: [listPath],
  }),
  /** Refused as lastSignInMethod where nothing else is left to sign in with. New addresses wait 24 hours. */
  unlink: definePostCall('/api/user/signInMethod/remove', {
    access: 'signedIn',
    body: z.object({ kind: z.enum(['wallet', 'service']), id: z.string(), ...stepUpProofFields }),
    reply: z.object({}),
    touches: [listPath],
  }),
}
