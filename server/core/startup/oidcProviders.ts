import * as z from 'zod/mini'
import { jsonSetting, parseSettings } from './settings.ts'

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
const reservedNames = new Set(['password', 'email', 'phone', 'guest', 'passkey', 'wallet'])
const names: Record<string, string> = { google: 'Google', apple: 'Apple' }
const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Whether an issuer may be asked without TLS: only on this machine. */
export const isLoopbackIssuer = (issuer: string): boolean => loopback.test(new URL(issuer).hostname)

const isIssuerUrl = (issuer: string): boolean => URL.canParse(issuer)
const isSafeIssuer = (issuer: string): boolean =>
  new URL(issuer).protocol === 'https:' || (new URL(issuer).protocol === 'http:' && isLoopbackIssuer(issuer))

/** One provider under its key. Its sentences repeat the key and the names of fields, never a value. */
function providerOf(name: string) {
  const text = (error: string) => z.string({ error }).check(z.minLength(1, { error }))
  const needsIssuer = `needs the issuer of "${name}" as a URL.`
  const needsOpenid = `needs "openid" in the scope of "${name}".`
  const needsName = `needs a name of "${name}", up to 30 letters.`
  return z.pipe(
    z.strictObject(
      {
        issuer: text(needsIssuer).check(
          z.refine(isIssuerUrl, { error: needsIssuer, abort: true }),
          z.refine(isSafeIssuer, { error: `needs the issuer of "${name}" by https://.` }),
        ),
        clientId: text(`needs a clientId of "${name}".`),
        clientSecret: z.optional(text(`has a clientSecret of "${name}" that is not a text.`)),
        name: Object.hasOwn(names, name) ? z._default(providerName(needsName), names[name] ?? '') : providerName(needsName),
        scope: z.optional(text(needsOpenid).check(z.refine((scope) => scope.split(' ').includes('openid'), { error: needsOpenid }))),
      },
      {
        error: (issue) =>
          issue.code === 'unrecognized_keys'
            ? `knows no ${issue.keys.map((key) => `"${key}"`).join(', ')} of "${name}".`
            : `needs "${name}" as a JSON object.`,
      },
    ),
    z.transform(
      ({ issuer, clientId, clientSecret, name: label, scope }): OidcProvider => ({
        issuer,
        clientId,
        ...(clientSecret !== undefined && { clientSecret }),
        name: label,
        // Apple sends whoever asks for more than the subject back by a form that an app cannot read.
        scope: scope ?? (new URL(issuer).hostname === 'appleid.apple.com' ? 'openid' : 'openid email'),
      }),
    ),
  )
}

const providerName = (error: string) => z.string({ error }).check(z.minLength(1, { error }), z.maxLength(30, { error }))
const sentence = 'must be a JSON object.'

/** A JSON object from a provider's key to {issuer, clientId, clientSecret?, name?, scope?}. It may hold secrets, so no value of it is repeated. */
export const oidcSettingsShape = {
  OIDC_PROVIDERS: z._default(
    jsonSetting(
      z.pipe(
        z.record(z.string(), z.unknown(), { error: sentence }),
        z.transform((settings, { issues }): OidcProviders => {
          const refuse = (message: string) => void issues.push({ code: 'custom', message, input: undefined })
          const read = Object.entries(settings).map(([name, provider]) => {
            if (!key.test(name) || reservedNames.has(name)) return refuse(`has a key that cannot be used: "${name}".`)
            const { success, data, error } = providerOf(name).safeParse(provider)
            if (success) return [name, data] as const
            for (const { message } of error.issues) refuse(message)
          })
          return Object.fromEntries(read.filter((provider) => provider !== undefined))
        }),
      ),
      sentence,
    ),
    {},
  ),
}

/** OIDC_PROVIDERS alone, where nothing else is read. */
export const readOidcProviders = (text: string | undefined): OidcProviders =>
  parseSettings(z.object(oidcSettingsShape), () => text).OIDC_PROVIDERS
