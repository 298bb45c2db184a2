import * as z from 'zod/mini'
import { read, write } from '../call.ts'
import { language, SignInReply } from './account.ts'

const provider = z.string().check(z.regex(/^[a-z][a-z0-9]{1,19}$/))
const address = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))

/** What opening an account asks for where there is none yet; not read where there is one. */
const joining = {
  inviteCode: z.optional(z.string().check(z.regex(/^[A-Z2-7]{6,10}$/))),
  agree: z.optional(z.boolean()),
  agreementVersion: z.optional(z.string()),
  birthYearOk: z.optional(z.boolean()),
  country: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))),
  lang: z.optional(language),
  deviceName: z.optional(z.string().check(z.maxLength(80))),
}

const touches = ['/api/user/appUser/getMyUserInfo']

/** A wallet or another service as the way to sign in, ours (calls 22–25). Whoever is new is asked to agree: agreementRequired. */
export const signInMethods = {
  /** The ERC-4361 text to be signed as it is; good for five minutes, once, for that address and this site. */
  walletNonce: read('/api/app/walletNonce', {
    access: 'open',
    params: z.object({ address, chainId: z.string().check(z.regex(/^[1-9]\d{0,14}$/)) }),
    reply: z.object({ message: z.string(), nonce: z.string() }),
    kept: 'nowhere',
  }),
  walletSignIn: write('/api/app/walletLogin', {
    access: 'open',
    body: z.object({
      message: z.string().check(z.maxLength(2_000)),
      signature: z.string().check(z.regex(/^0x[0-9a-fA-F]{2,4096}$/)),
      address,
      ...joining,
    }),
    reply: SignInReply,
    touches,
  }),
  /** Where to go, and the secret that shows on the way back that it was this app that went: `state` alone is seen by others. */
  thirdPartyUrl: read('/api/app/thirdPartyUrl', {
    access: 'open',
    params: z.object({ provider }),
    reply: z.object({ url: z.string(), state: z.string(), secret: z.string() }),
    kept: 'nowhere',
  }),
  thirdPartySignIn: write('/api/app/thirdPartyLogin', {
    access: 'open',
    body: z.object({
      provider,
      code: z.string().check(z.minLength(1), z.maxLength(2_000)),
      state: z.string().check(z.maxLength(100)),
      secret: z.string().check(z.maxLength(100)),
      /** The issuer that the service names on the way back, where it does. */
      iss: z.optional(z.string().check(z.maxLength(300))),
      ...joining,
    }),
    reply: SignInReply,
    touches,
  }),
}
