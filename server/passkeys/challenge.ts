import { randomBytes } from 'node:crypto'

/** How long a browser may take to answer. */
export const passkeyChallengeLifetimeMs = 300_000

/** 32 random bytes as browsers want them. */
export const newWebauthnChallenge = (): string => randomBytes(32).toString('base64url')

/** The challenge that an answer says it answers; '' where it says none. What else the answer claims is verified with it. */
export function webauthnChallengeIn(clientDataJSON: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { challenge?: unknown }
    return typeof challenge === 'string' ? challenge : ''
  } catch {
    return ''
  }
}
