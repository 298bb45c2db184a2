import { codeExpireSeconds } from '#contract/constants.ts'
import type { SentCode } from '#widgets/oneTimeCode.ts'
import { type AccountName, accountText } from './accountName.ts'

// Per tab, like a draft: whoever looks away, reloads or tries the password in between finds the code that was sent to them still waiting.
const keyOf = (scene: string, name: AccountName): string => `sent-code:${scene}:${accountText(name)}`

/** Remembers that a code was sent to somebody. */
export function noteSent(scene: string, name: AccountName, sent: SentCode): void {
  try {
    sessionStorage.setItem(keyOf(scene, name), JSON.stringify(sent))
  } catch {
    // Without storage the code is asked for again.
  }
}

/** The code that is on its way to somebody, while it is still valid. */
export function sentTo(scene: string, name: AccountName, now: number): SentCode | undefined {
  try {
    const sent = JSON.parse(sessionStorage.getItem(keyOf(scene, name)) ?? 'null') as SentCode | null
    return sent && now - sent.at < codeExpireSeconds * 1000 ? sent : undefined
  } catch {
    return undefined
  }
}

/** A code works once: after signing in with it, it is forgotten. */
export function forgetSent(scene: string, name: AccountName): void {
  try {
    sessionStorage.removeItem(keyOf(scene, name))
  } catch {
    // Nothing was kept.
  }
}
