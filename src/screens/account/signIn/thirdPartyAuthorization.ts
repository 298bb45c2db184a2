import { signInMethods } from '#contract/calls/signInMethods.ts'
import type { StepUpProof } from '#contract/stepUp.ts'
import { sendApiCall } from '#api/send.ts'
import { readLocalStorageJson, writeLocalStorage } from '#device/storage.ts'

/** A way to another service that was begun here: only this device has the secret that finishes it. */
export interface PendingThirdPartyAuthorization {
  provider: string
  name: string
  state: string
  secret: string
  redirect?: string | undefined
  /** To add the service to the account that is signed in, not to sign in. */
  adds?: boolean | undefined
}

const key = 'sign-in-trip'

/** Leaves for the other service; the promise ends only when that cannot be. */
export async function redirectToSignInProvider(provider: string, name: string, redirect: string | undefined): Promise<void> {
  const { url, state, secret } = await sendApiCall(signInMethods.thirdPartyUrl, { provider })
  const trip: PendingThirdPartyAuthorization = { provider, name, state, secret, redirect }
  writeLocalStorage(key, JSON.stringify(trip))
  location.assign(url)
}

/** Leaves to add the service to one's own account, after a proof that it is the person. */
export async function redirectToLinkProvider(provider: string, name: string, proof: StepUpProof): Promise<void> {
  const { url, state, secret } = await sendApiCall(signInMethods.thirdPartyToAdd, { provider, ...proof })
  const trip: PendingThirdPartyAuthorization = { provider, name, state, secret, adds: true }
  writeLocalStorage(key, JSON.stringify(trip))
  location.assign(url)
}

/** The trip that `state` is the end of, once; undefined where this device did not begin it. */
export function consumePendingThirdPartyAuthorization(state: string | undefined): PendingThirdPartyAuthorization | undefined {
  const trip = readLocalStorageJson(key) as Partial<PendingThirdPartyAuthorization> | null
  if (!trip || state === undefined || trip.state !== state || !trip.provider || !trip.secret) return undefined
  writeLocalStorage(key, undefined)
  return trip as PendingThirdPartyAuthorization
}

/** What the other service sent along, word for word: the router reads addresses as values, which would change some codes. */
export function readCallbackParams(): { code: string | undefined; state: string | undefined; iss: string | undefined } {
  const entry = performance.getEntriesByType('navigation')[0]
  const sent = new URL(entry?.name ?? location.href, location.href).searchParams
  const get = (name: string) => sent.get(name) ?? undefined
  return { code: get('code'), state: get('state'), iss: get('iss') }
}
