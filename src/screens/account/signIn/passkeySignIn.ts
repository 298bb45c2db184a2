import type { SignInReply } from '#contract/calls/account.ts'
import { passkeys } from '#contract/calls/passkeys.ts'
import { sendApiCall } from '#api/send.ts'
import { getDeviceId } from '#device/deviceId.ts'
import { startSignedInSession, type SecondFactorChallenge } from './startSession.ts'

/** Ends a sign-in that may have opened the account: the person is in (undefined), or the second step is asked for. */
export async function completeSignInSignUpOrChallenge(
  reply: SignInReply,
  whose: 'known' | 'new',
): Promise<SecondFactorChallenge | undefined> {
  if (reply.needGoogle === 1) return reply
  await startSignedInSession(reply, whose)
  return undefined
}

/** How often the person asked for a passkey: the browser's standing offer gives way, however late its options come. */
let asked = 0

/**
 * Signs in with a passkey of this device. With `fillIn` the browser offers it among the names that it fills into the account field; with a
 * ticket it is the second step of the sign-in that gave it.
 */
export async function signInByPasskey({ fillIn = false, ticket }: { fillIn?: boolean; ticket?: string } = {}): Promise<void> {
  const second = ticket === undefined ? {} : { ticket }
  if (!fillIn) asked++
  const askedBefore = asked
  const options = await sendApiCall(passkeys.options, second)
  const { startAuthentication } = await import('@simplewebauthn/browser')
  if (fillIn && asked !== askedBefore) throw new Error('the person asked for a passkey meanwhile')
  const credential = await startAuthentication({ optionsJSON: options, useBrowserAutofill: fillIn })
  const reply = await sendApiCall(passkeys.signIn, { credential, deviceId: getDeviceId(), ...second })
  await startSignedInSession(reply, 'known')
}

/** Takes back the browser's standing offer. */
export const cancelPasskeyAutofill = (): Promise<void> =>
  import('@simplewebauthn/browser').then(({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony())
