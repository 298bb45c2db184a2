import { verifyRegistrationResponse } from '@simplewebauthn/server'
import { storeAuthChallenge, tryConsumeAuthChallenge } from '#account/challenges.ts'
import type { SignedInUser } from '../core/visitor.ts'
import type { ValidatedCallInput } from '#contract/call.ts'
import type { contract } from '#contract/contract.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { webauthnChallengeIn, newWebauthnChallenge, passkeyChallengeLifetimeMs } from './challenge.ts'
import type { RelyingParty } from './relyingParty.ts'
import { type NewPasskey, readPasskeys, toPasskeyDescriptor } from './store.ts'

/** ES256 first, which every authenticator has; EdDSA and RS256 for those that like them better. */
const algorithms = [-7, -8, -257]
const mostPasskeys = 20

/** What the browser is asked for so that a new passkey of this person is made. Refuses tooManyAccounts {max}. */
export async function generatePasskeyRegistrationOptions(sql: Sql, visitor: SignedInUser, party: RelyingParty, name: string, now: Instant) {
  const own = await readPasskeys(sql, visitor.userId)
  if (own.length >= mostPasskeys) throw new Refusal('tooManyAccounts', { max: mostPasskeys })
  const challenge = newWebauthnChallenge()
  await storeAuthChallenge(
    sql,
    { purpose: 'passkeyAdd', text: challenge, accountId: visitor.userId, facts: {}, lifeMs: passkeyChallengeLifetimeMs },
    now,
  )
  return {
    challenge,
    rp: { id: party.rpId, name: 'Fairlead' },
    // Nothing of the person: the browser keeps it beside the key.
    user: { id: Buffer.from(visitor.userId).toString('base64url'), name, displayName: name },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key' as const, alg })),
    timeout: passkeyChallengeLifetimeMs,
    attestation: 'none' as const,
    excludeCredentials: own.map(toPasskeyDescriptor),
    authenticatorSelection: { residentKey: 'required' as const, requireResidentKey: true as const, userVerification: 'required' as const },
  }
}

type Form = ValidatedCallInput<typeof contract.passkeys.register>

/**
 * The passkey that was made for our challenge, on our site, by somebody whom the authenticator verified. The challenge is used
 * up whatever comes of it.
 */
export async function verifyPasskeyRegistration(
  sql: Sql,
  userId: string,
  party: RelyingParty,
  { credential, name }: Form,
  now: Instant,
): Promise<NewPasskey> {
  const challenge = webauthnChallengeIn(credential.response.clientDataJSON)
  const authChallenge = await tryConsumeAuthChallenge(sql, 'passkeyAdd', challenge, now)
  if (authChallenge?.accountId !== userId) throw new Refusal('passkeyFailed', { reason: 'challenge' })
  const made = await verifyRegistrationResponse({
    response: { ...credential, response: { ...credential.response, transports: [] }, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => undefined)
  if (!made?.verified) throw new Refusal('passkeyFailed', { reason: 'answer' })
  const { id, publicKey, counter } = made.registrationInfo.credential
  return {
    account_id: userId,
    credential_id: id,
    public_key: Buffer.from(publicKey),
    counter,
    transports: credential.response.transports ?? [],
    rp_id: party.rpId,
    name,
  }
}
