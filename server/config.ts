import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { type DepositConfig, readDepositConfig } from './depositConfig.ts'
import { type OidcProviders, readOidcProviders } from './oidcProviders.ts'
import { type PayoutConfig, readPayoutConfig } from './payoutConfig.ts'
import { StartRefused } from './startRefused.ts'

/** Everything the environment decides, read and checked once at start (README "Settings"). */
export interface Config {
  env: 'sandbox' | 'production'
  port: number
  host: string
  /** Absolute. Holds the embedded database and the server's keys. */
  dataDir: string
  databaseUrl: string | undefined
  /** How MARKET_FEED reads: `sim`, `live`, or `replay:<file>` with an optional `?speed=N&symbol=S`. */
  marketFeed: MarketFeed
  smtpUrl: string | undefined
  publicOrigin: string | undefined
  /** Other services to sign in with; absent where there are none. */
  oidcProviders?: OidcProviders
  /** Absent in houses of tests that take no deposits. */
  deposits?: DepositConfig
  /** Who signs what leaves on EVM chains; absent where nobody does. */
  payouts?: PayoutConfig | undefined
  /** 32 bytes in base64 that seal identity papers; without it the key file in `dataDir`. Servers on one database need the same. */
  uploadKey?: string | undefined
}

export type MarketFeed =
  | { kind: 'sim' }
  | { kind: 'live'; urls?: Record<string, string> }
  | { kind: 'replay'; file: string; speed: number; symbol?: string }

export { StartRefused }

type Environment = Record<string, string | undefined>

/** The settings, each with a working default; a wrong value is a StartRefused that names the variable. */
export function readConfig(env: Environment): Config {
  const given = (name: string): string | undefined => env[name]?.trim() || undefined
  const envName = readEnv(given('FAIRLEAD_ENV') ?? 'sandbox')
  return {
    env: envName,
    port: readPort(given('PORT') ?? '4300'),
    host: readHost(given('HOST') ?? '127.0.0.1'),
    dataDir: resolve(given('DATA_DIR') ?? '.data'),
    databaseUrl: readUrl('DATABASE_URL', given('DATABASE_URL'), ['postgres:', 'postgresql:'])?.href,
    marketFeed: readFeed(given('MARKET_FEED') ?? 'sim', given('LIVE_URLS')),
    smtpUrl: readUrl('SMTP_URL', given('SMTP_URL'), ['smtp:', 'smtps:'])?.href,
    publicOrigin: readOrigin(given('PUBLIC_ORIGIN')),
    oidcProviders: readOidcProviders(given('OIDC_PROVIDERS')),
    deposits: readDepositConfig(envName, given),
    payouts: readPayoutConfig(given),
    uploadKey: readKey('UPLOAD_KEY', given('UPLOAD_KEY')),
  }
}

function readEnv(text: string): Config['env'] {
  if (text === 'sandbox' || text === 'production') return text
  throw new StartRefused(`FAIRLEAD_ENV must be "sandbox" or "production", not "${text}".`)
}

function readPort(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text)
  throw new StartRefused(`PORT must be a whole number from 0 to 65535, not "${text}".`)
}

function readHost(text: string): string {
  if (/^[A-Za-z0-9.:%_-]+$/.test(text)) return text
  throw new StartRefused(`HOST must be an address or a host name, not "${text}".`)
}

/** The values may hold passwords, so the sentence does not repeat them. */
function readUrl(name: string, text: string | undefined, protocols: readonly string[]): URL | undefined {
  if (text === undefined) return undefined
  const url = URL.parse(text)
  if (url && protocols.includes(url.protocol)) return url
  throw new StartRefused(`${name} must be a URL that begins with ${protocols.map((one) => `${one}//`).join(' or ')}.`)
}

/** The value is a secret, so the sentence does not repeat it. */
function readKey(name: string, text: string | undefined): string | undefined {
  if (text === undefined || /^[A-Za-z0-9+/]{43}=$/.test(text)) return text
  throw new StartRefused(`${name} must be 32 random bytes in base64: 44 characters that end with "=".`)
}

function readOrigin(text: string | undefined): string | undefined {
  const url = readUrl('PUBLIC_ORIGIN', text, ['https:', 'http:'])
  if (url && (url.pathname !== '/' || url.search || url.hash || url.username)) {
    throw new StartRefused('PUBLIC_ORIGIN must be only a scheme and a host, such as https://trade.example.com.')
  }
  return url?.origin
}

function readFeed(text: string, liveUrls: string | undefined): MarketFeed {
  if (text === 'sim') return { kind: 'sim' }
  if (text === 'live') return liveUrls === undefined ? { kind: 'live' } : { kind: 'live', urls: readLiveUrls(liveUrls) }
  if (text.startsWith('replay:')) return readReplay(text.slice('replay:'.length))
  throw new StartRefused(`MARKET_FEED must be "sim", "live" or "replay:<file>", not "${text}".`)
}

function readReplay(text: string): MarketFeed {
  const [path = '', query = ''] = text.split('?', 2)
  const asked = new URLSearchParams(query)
  const unknown = [...asked.keys()].find((key) => key !== 'speed' && key !== 'symbol')
  if (unknown !== undefined) throw new StartRefused(`MARKET_FEED knows "speed" and "symbol" after the question mark, not "${unknown}".`)
  const speed = Number(asked.get('speed') ?? '1')
  if (!(speed > 0 && speed <= 100_000))
    throw new StartRefused(`MARKET_FEED needs a speed above 0 and up to 100000, not "${asked.get('speed')}".`)
  if (path === '' || !existsSync(path)) throw new StartRefused(`MARKET_FEED names a recording that is not there: "${path}".`)
  const symbol = asked.get('symbol')
  return { kind: 'replay', file: resolve(path), speed, ...(symbol ? { symbol } : {}) }
}

const isSocket = (url: unknown): boolean => typeof url === 'string' && ['ws:', 'wss:'].includes(URL.parse(url)?.protocol ?? '')

/** LIVE_URLS: a JSON object from a source's name to the ws:// or wss:// address used in its place. */
function readLiveUrls(text: string): Record<string, string> {
  const wrong = new StartRefused('LIVE_URLS must be a JSON object from source names to ws:// or wss:// addresses.')
  let urls: unknown
  try {
    urls = JSON.parse(text)
  } catch {
    throw wrong
  }
  if (typeof urls !== 'object' || urls === null || Array.isArray(urls)) throw wrong
  if (!Object.values(urls).every(isSocket)) throw wrong
  return urls as Record<string, string>
}
