import * as client from 'openid-client'
import { Refusal } from '#contract/refusals.ts'
import { isLoopbackIssuer, type OidcProvider, type OidcProviders } from '../core/startup/oidcProviders.ts'

/** What another service says of somebody. The email is there only where the service has verified it. */
export interface IdentityClaims {
  subject: string
  email: string | undefined
}

export interface SignInProviders {
  /** Where to send somebody, for `state` and for what `secret` stands for. Refuses notFound and oauthFailed. */
  urlOf(provider: string, ask: { redirectUri: string; state: string; nonce: string; challenge: string }): Promise<string>
  /** Exchanges the code (PKCE) and checks the id token (signature, issuer, audience, times, nonce). Refuses oauthFailed. */
  vouchedBy(provider: string, back: URL, checks: { state: string; nonce: string; verifier: string }): Promise<IdentityClaims>
}

const timeoutSeconds = 10
const failed = (): Refusal => new Refusal('oauthFailed', { reason: 'service' })

/** The services of the settings. Each is asked once how it is to be spoken to; one that did not answer is asked again. */
export function createSignInProviders(providers: OidcProviders, report: (provider: string, fault: unknown) => void): SignInProviders {
  const known = new Map<string, Promise<client.Configuration>>()
  const find = (provider: string): OidcProvider => {
    const found = Object.hasOwn(providers, provider) ? providers[provider] : undefined
    if (!found) throw new Refusal('notFound')
    return found
  }
  const configurationOf = (provider: string): Promise<client.Configuration> => {
    const discovery = known.get(provider) ?? discover(find(provider))
    known.set(provider, discovery)
    discovery.catch(() => known.delete(provider))
    return discovery
  }
  const orFailed = (provider: string) => (fault: unknown) => {
    report(provider, fault)
    throw failed()
  }
  return {
    async urlOf(provider, { redirectUri, state, nonce, challenge }) {
      const { scope } = find(provider)
      const configuration = await configurationOf(provider).catch(orFailed(provider))
      const ask = { redirect_uri: redirectUri, scope, state, nonce, code_challenge: challenge, code_challenge_method: 'S256' }
      return client.buildAuthorizationUrl(configuration, ask).href
    },
    async vouchedBy(provider, back, { state, nonce, verifier }) {
      find(provider)
      const configuration = await configurationOf(provider).catch(orFailed(provider))
      const tokens = await client
        .authorizationCodeGrant(configuration, back, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        .catch(orFailed(provider))
      const claims = tokens.claims()
      if (!claims) throw failed()
      const { sub, email, email_verified: verified } = claims
      // Apple says it as a text.
      const isVerified = verified === true || verified === 'true'
      return { subject: sub, email: typeof email === 'string' && isVerified ? email.trim().toLowerCase() : undefined }
    },
  }
}

const discover = ({ issuer, clientId, clientSecret }: OidcProvider): Promise<client.Configuration> =>
  client.discovery(
    new URL(issuer),
    clientId,
    { [client.clockTolerance]: 30 },
    clientSecret === undefined ? client.None() : client.ClientSecretPost(clientSecret),
    { timeout: timeoutSeconds, ...(isLoopbackIssuer(issuer) && { execute: [client.allowInsecureRequests] }) },
  )
