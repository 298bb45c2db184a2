import { StartRefused } from './startRefused.ts'

/** Another service that people can sign in with, as its own console gives it (OpenID Connect). */
export interface OidcProvider {
  issuer: string
  clientId: string
  clientSecret?: string
  /** As the button calls it. */
  name: string
  scope: string
}

/** By their keys: `google`, `apple` or any other. */
export type OidcProviders = Readonly<Record<string, OidcProvider>>

const key = /^[a-z][a-z0-9]{1,19}$/
const taken = new Set(['password', 'email', 'phone', 'guest', 'passkey', 'wallet'])
const names: Record<string, string> = { google: 'Google', apple: 'Apple' }
const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Whether an issuer may be asked without TLS: only on this machine. */
export const isLoopbackIssuer = (issuer: string): boolean => loopback.test(new URL(issuer).hostname)

const wrong = (why: string): StartRefused => new StartRefused(`OIDC_PROVIDERS ${why}`)

/** OIDC_PROVIDERS: a JSON object from a provider's key to {issuer, clientId, clientSecret?, name?, scope?}. It may hold secrets, so nothing of it is repeated. */
export function readOidcProviders(text: string | undefined): OidcProviders {
  if (text === undefined) return {}
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    throw wrong('must be a JSON object.')
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw wrong('must be a JSON object.')
  return Object.fromEntries(Object.entries(given).map(([name, provider]) => [name, readProvider(name, provider)]))
}

function readProvider(name: string, given: unknown): OidcProvider {
  if (!key.test(name) || taken.has(name)) throw wrong(`has a key that cannot be used: "${name}".`)
  const { issuer, clientId, clientSecret, name: label = names[name], scope, ...rest } = (given ?? {}) as Record<string, unknown>
  const odd = Object.keys(rest)[0]
  if (odd !== undefined) throw wrong(`knows no "${odd}" of "${name}".`)
  const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
  if (!isText(clientId)) throw wrong(`needs a clientId of "${name}".`)
  if (!isText(label) || label.length > 30) throw wrong(`needs a name of "${name}", up to 30 letters.`)
  if (clientSecret !== undefined && !isText(clientSecret)) throw wrong(`has a clientSecret of "${name}" that is not a text.`)
  if (scope !== undefined && !(isText(scope) && scope.split(' ').includes('openid')))
    throw wrong(`needs "openid" in the scope of "${name}".`)
  const url = isText(issuer) ? URL.parse(issuer) : null
  if (!url || !isText(issuer)) throw wrong(`needs the issuer of "${name}" as a URL.`)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopbackIssuer(issuer)))
    throw wrong(`needs the issuer of "${name}" by https://.`)
  // Apple sends whoever asks for more than the subject back by a form that an app cannot read.
  const ownScope = url.hostname === 'appleid.apple.com' ? 'openid' : 'openid email'
  return { issuer, clientId, ...(isText(clientSecret) && { clientSecret }), name: label, scope: isText(scope) ? scope : ownScope }
}
