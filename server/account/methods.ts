import type { SystemSettings } from '#contract/calls/settings.ts'
import type { Config } from '../core/startup/config.ts'

const isLoopback = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host)

/**
 * How people can sign in here. A sandbox shows the codes it cannot send; in production email needs a mail server, and a phone
 * needs a gateway, which no server has yet. Passkeys and wallets
 * sign for a site, so it must be known which this is; other services are those of the settings.
 */
export function offeredSignInMethods(
  config: Pick<Config, 'env' | 'smtpUrl' | 'host' | 'publicOrigin' | 'oidcProviders'>,
): SystemSettings['loginMethods'] {
  const { env, smtpUrl, host, publicOrigin, oidcProviders = {} } = config
  const isSandbox = env === 'sandbox'
  return [
    'password',
    ...(isSandbox || smtpUrl ? ['email'] : []),
    ...(isSandbox ? ['phone'] : []),
    'guest',
    ...(publicOrigin !== undefined || isLoopback(host) ? ['passkey', 'wallet', ...Object.keys(oidcProviders)] : []),
  ]
}
