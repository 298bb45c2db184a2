import { Refusal } from '#contract/refusals.ts'

/** The site that passkeys are made for: its host is their RP id, and answers must come from its origin. */
export interface RelyingParty {
  rpId: string
  origin: string
}

/** Refuses passkeyFailed {reason: site} where the site is not known or is an address: a passkey belongs to a name. */
export function requireRelyingParty(site: string | undefined): RelyingParty {
  const rpId = site === undefined ? '' : new URL(site).hostname
  if (site === undefined || /^[\d.]+$/.test(rpId) || rpId.startsWith('[')) throw new Refusal('passkeyFailed', { reason: 'site' })
  return { rpId, origin: site }
}
