import { verifyRegistrationResponse } from '@simplewebauthn/server'
import { keepChallenge, spendChallenge } from '#account/challenges.ts'
import type { Visitor } from '#account/visitor.ts'
import type { Asked } from '#contract/call.ts'
import type { contract } from '#contract/contract.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { challengeIn, newWebauthnChallenge, passkeyChallengeMs } from './challenge.ts'
import type { Party } from './party.ts'
import { type NewPasskey, passkeysOf, toDescriptor } from './store.ts'

/** ES256 first, which every authenticator has; EdDSA and RS256 for those that like them better. */
const algorithms = [-7, -8, -257]
const mostPasskeys = 20

/** What the browser is asked for so that a new passkey of this person is made (call 28). Refuses tooManyAccounts {max}. */
export async function createOptions(sql: Sql, visitor: Visitor, party: Party, name: string, now: Instant) {
  const own = await passkeysOf(sql, visitor.userId)
  if (own.length >= mostPasskeys) throw new Refusal('tooManyAccounts', { max: mostPasskeys })
  const challenge = newWebauthnChallenge()
  await keepChallenge(
    sql,
    { purpose: 'passkeyAdd', text: challenge, accountId: visitor.userId, facts: {}, lifeMs: passkeyChallengeMs },
    now,
  )
  return {
    challenge,
    rp: { id: party.rpId, name: 'Fairlead' },
    // Nothing of the person: the browser keeps it beside the key.
    user: { id: Buffer.from(visitor.userId).toString('base64url'), name, displayName: name },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key' as const, alg })),
    timeout: passkeyChallengeMs,
    attestation: 'none' as const,
    excludeCredentials: own.map(toDescriptor),
    authenticatorSelection: { residentKey: 'required' as const, requireResidentKey: true as const, userVerification: 'required' as const },
  }
}

type Form = Asked<typeof contract.passkeys.register>

/**
 * The passkey that was made for our challenge, on our site, by somebody whom the authenticator verified (call 29). The challenge is used
 * up whatever comes of it.
 */
export async function verifiedPasskey(
  sql: Sql,
  userId: string,
  party: Party,
  { credential, name }: Form,
  now: Instant,
): Promise<NewPasskey> {
  const challenge = challengeIn(credential.response.clientDataJSON)
  const asked = await spendChallenge(sql, 'passkeyAdd', challenge, now)
  if (asked?.accountId !== userId) throw new Refusal('passkeyFailed', { reason: 'challenge' })
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
