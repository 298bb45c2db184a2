import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

/** Somebody who has an account at the other service. */
interface TheirPerson {
  email?: string
  email_verified?: boolean
}

export interface FakeOidcProvider {
  issuer: string
  clientId: string
  clientSecret: string
  people: Map<string, TheirPerson>
  stop(): Promise<void>
}

/** A real OpenID provider on loopback whose own sign-in page takes any name and agrees to everything. */
export async function startFakeOidcProvider(redirectUris: readonly string[], port = 0): Promise<FakeOidcProvider> {
  const server: Server = createServer()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const people = new Map<string, TheirPerson>()
  const [clientId, clientSecret] = ['fairlead', 'a secret of the test']
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [...redirectUris],
        token_endpoint_auth_method: 'client_secret_post',
        id_token_signed_response_alg: 'RS256',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: true } },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ sub, ...people.get(sub) }) }),
    pkce: { required: () => true },
    cookies: { keys: ['test'] },
    ttl: { Interaction: 3600, Session: 3600, Grant: 600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
  })
  // Its warnings are about a life in production.
  const answer = provider.callback()
  server.on('request', (request, response) => {
    withoutCookieEnds(response)
    void answer(request, response)
  })
  return {
    issuer,
    clientId,
    clientSecret,
    people,
    stop: async () => {
      server.closeAllConnections()
      await new Promise<void>((done) => server.close(() => done()))
    },
  }
}

/** Its cookies last as long as the browser is open: a browser judges an end by the machine's clock, which the day of the run may not share. */
function withoutCookieEnds(response: ServerResponse): void {
  const setHeader = response.setHeader.bind(response)
  response.setHeader = (name, value) =>
    setHeader(name, /^set-cookie$/i.test(name) && Array.isArray(value) ? value.map((cookie) => cookie.replace(cookieEnd, '')) : value)
}
// Not of one that is taken back, which ends in 1970.
const cookieEnd = /; (?:expires=(?!Thu, 01 Jan 1970)[^;]*|max-age=[^;]*)/gi

/** Walks through the other service's own pages as `person`; gives the address that it sends back to. */
export async function signInAtProvider(url: string, person: string, redirectUri: string): Promise<URL> {
  const jar = new Map<string, string>()
  let next: { url: string; body?: URLSearchParams } = { url }
  for (let hop = 0; hop < 12; hop++) {
    if (next.url.startsWith(redirectUri)) return new URL(next.url)
    const reply = await fetch(next.url, {
      redirect: 'manual',
      method: next.body ? 'POST' : 'GET',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(next.body && { body: next.body }),
    })
    for (const cookie of reply.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split(/=(.*)/s)
      jar.set(name, value)
    }
    const location = reply.headers.get('location')
    if (location) {
      next = { url: new URL(location, next.url).href }
      continue
    }
    const page = await reply.text()
    const action = /action="([^"]+)"/.exec(page)?.[1]
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1]
    if (!action || !prompt) throw new Error(`no form on the other service's page (${reply.status}): ${page.slice(0, 300)}`)
    next = { url: new URL(action, next.url).href, body: new URLSearchParams({ prompt, login: person, password: 'any' }) }
  }
  throw new Error('too many hops at the other service')
}
