import { verificationCodeExpireSeconds } from '#contract/constants.ts'
import type { SentCode } from '#widgets/identity/oneTimeCode.ts'
import { type AccountIdentifier, formatAccountIdentifier } from './accountName.ts'

// Per tab, like a draft: whoever looks away, reloads or tries the password in between finds the code that was sent to them still waiting.
const keyOf = (scene: string, name: AccountIdentifier): string => `sent-code:${scene}:${formatAccountIdentifier(name)}`

/** Remembers that a code was sent to somebody. */
export function recordSentCode(scene: string, name: AccountIdentifier, sent: SentCode): void {
  try {
    sessionStorage.setItem(keyOf(scene, name), JSON.stringify(sent))
  } catch {
    // Without storage the code is asked for again.
  }
}

/** The code that is on its way to somebody, while it is still valid. */
export function findSentCode(scene: string, name: AccountIdentifier, now: number): SentCode | undefined {
  try {
    const sent = JSON.parse(sessionStorage.getItem(keyOf(scene, name)) ?? 'null') as SentCode | null
    return sent && now - sent.at < verificationCodeExpireSeconds * 1000 ? sent : undefined
  } catch {
    return undefined
  }
}

/** A code works once: after signing in with it, it is forgotten. */
export function forgetSentCode(scene: string, name: AccountIdentifier): void {
  try {
    sessionStorage.removeItem(keyOf(scene, name))
  } catch {
    // Nothing was kept.
  }
}
