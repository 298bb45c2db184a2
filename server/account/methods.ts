import type { SystemSettings } from '#contract/calls/settings.ts'
import type { Config } from '#server/config.ts'

/**
 * How people can sign in here. A sandbox shows the codes it cannot send; in production email needs a mail server, and a phone
 * needs a gateway, which no server has yet.
 */
export function loginMethods({ env, smtpUrl }: Pick<Config, 'env' | 'smtpUrl'>): SystemSettings['loginMethods'] {
  const isSandbox = env === 'sandbox'
  return ['password', ...(isSandbox || smtpUrl ? (['email'] as const) : []), ...(isSandbox ? (['phone'] as const) : []), 'guest']
}
