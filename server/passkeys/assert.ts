import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import { type AuthChallengePurpose, storeAuthChallenge, tryConsumeAuthChallenge } from '#account/challenges.ts'
import type { ValidatedCallInput } from '#contract/call.ts'
import type { contract } from '#contract/contract.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { webauthnChallengeIn, newWebauthnChallenge, passkeyChallengeLifetimeMs } from './challenge.ts'
import type { RelyingParty } from './relyingParty.ts'
import { tryRecordPasskeyUse, passkeyByCredentialId, type PasskeyRow, toPasskeyDescriptor } from './store.ts'

type Assertion = ValidatedCallInput<typeof contract.passkeys.signIn>['credential']
type Purpose = Extract<AuthChallengePurpose, 'passkeySignIn' | 'passkeyStepUp'>

/** What the browser is asked for so that a passkey signs; `accountId` says whose it must be, null anybody's. */
export async function generatePasskeyAssertionOptions(
  sql: Sql,
  ask: { purpose: Purpose; accountId: string | null; allow: readonly PasskeyRow[] },
  party: RelyingParty,
  now: Instant,
) {
  const challenge = newWebauthnChallenge()
  await storeAuthChallenge(
    sql,
    { purpose: ask.purpose, text: challenge, accountId: ask.accountId, facts: {}, lifeMs: passkeyChallengeLifetimeMs },
    now,
  )
  return {
    challenge,
    rpId: party.rpId,
    timeout: passkeyChallengeLifetimeMs,
    userVerification: 'required' as const,
    allowCredentials: ask.allow.map(toPasskeyDescriptor),
  }
}

interface PasskeyOwner {
  userId: string
  sinceMs: number
}

/**
 * Whose passkey signed our challenge, on our site, after verifying its person, and when it was added. The challenge is used up whatever comes of it.
 * Refuses passkeyFailed, also where the authenticator's count went back: then there are two copies of the key.
 */
export async function verifyPasskeyAssertion(
  sql: Sql,
  purpose: Purpose,
  credential: Assertion,
  party: RelyingParty,
  now: Instant,
): Promise<PasskeyOwner> {
  const challenge = webauthnChallengeIn(credential.response.clientDataJSON)
  const authChallenge = await tryConsumeAuthChallenge(sql, purpose, challenge, now)
  if (!authChallenge) throw new Refusal('passkeyFailed', { reason: 'challenge' })
  const passkey = await passkeyByCredentialId(sql, credential.id)
  if (!passkey || passkey.rp_id !== party.rpId) throw new Refusal('passkeyFailed', { reason: 'unknown' })
  if (authChallenge.accountId !== null && authChallenge.accountId !== passkey.account_id)
    throw new Refusal('passkeyFailed', { reason: 'account' })
  const { userHandle, ...answer } = credential.response
  if (userHandle && Buffer.from(userHandle, 'base64url').toString() !== passkey.account_id)
    throw new Refusal('passkeyFailed', { reason: 'account' })
  const signed = await verifyAuthenticationResponse({
    response: { ...credential, response: answer, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.rpId,
    requireUserVerification: true,
    credential: { id: passkey.credential_id, publicKey: new Uint8Array(passkey.public_key), counter: Number(passkey.counter) },
  }).catch(() => undefined)
  if (!signed?.verified) throw new Refusal('passkeyFailed', { reason: 'answer' })
  if (!(await tryRecordPasskeyUse(sql, passkey.id, signed.authenticationInfo.newCounter, now)))
    throw new Refusal('passkeyFailed', { reason: 'answer' })
  return { userId: passkey.account_id, sinceMs: Number(passkey.created_ms) }
}
