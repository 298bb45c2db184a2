import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import * as z from 'zod/mini'
import {
  type DepositConfig,
  depositSettingsChecks,
  depositConfigFromSettings,
  depositSettingsShape,
  fairleadEnvSettingsShape,
} from './depositConfig.ts'
import { type OidcProviders, oidcSettingsShape } from './oidcProviders.ts'
import { type EvmPayoutConfig, evmPayoutSettingsChecks, evmPayoutConfigFromSettings, evmPayoutSettingsShape } from './payoutConfig.ts'
import { jsonSetting, parseSettings, plainTextSetting, secretTextSetting, urlInJsonSchema, urlSetting } from './settings.ts'
import { StartupError } from './startupError.ts'

/** Everything the environment decides, read and checked once at start (docs/operations.md). */
export interface Config {
  env: 'sandbox' | 'production'
  port: number
  host: string
  /** Absolute. Holds the embedded database and the server's keys. */
  dataDir: string
  databaseUrl: string | undefined
  /** How MARKET_FEED reads: `sim`, `live`, or `replay:<file>` with an optional `?speed=N&symbol=S`. */
  marketFeed: MarketFeedConfig
  smtpUrl: string | undefined
  publicOrigin: string | undefined
  /** Other services to sign in with; absent where there are none. */
  oidcProviders?: OidcProviders
  /** Absent in houses of tests that take no deposits. */
  deposits?: DepositConfig
  /** Who signs what leaves on EVM chains; absent where nobody does. */
  payouts?: EvmPayoutConfig | undefined
  /** 32 bytes in base64 that seal identity papers; without it the key file in `dataDir`. Servers on one database need the same. */
  uploadKey?: string | undefined
  /** What a reader of /metrics brings that does not ask from this machine; without it nobody else reads them. */
  metricsToken?: string | undefined
  /** How long a stop may take, in milliseconds; then the process ends anyway. */
  stopLimitMs: number
}

export type MarketFeedConfig =
  | { kind: 'sim' }
  | { kind: 'live'; urls?: Record<string, string> }
  | { kind: 'replay'; file: string; speed: number; symbol?: string }

export { StartupError }

/** A simulated, live or recorded market, as MARKET_FEED says it. */
const feed = z.transform((text: string, { issues }): MarketFeedConfig => {
  if (text === 'sim' || text === 'live') return { kind: text }
  const replay = text.startsWith('replay:')
    ? readReplay(text.slice('replay:'.length))
    : `must be "sim", "live" or "replay:<file>", not "${text}".`
  if (typeof replay !== 'string') return replay
  issues.push({ code: 'custom', message: replay, input: text })
  return z.NEVER
})

/** What is after `replay:`, or the sentence of what is wrong with it. */
function readReplay(text: string): MarketFeedConfig | string {
  const [path = '', query = ''] = text.split('?', 2)
  const parameters = new URLSearchParams(query)
  const unknown = [...parameters.keys()].find((key) => key !== 'speed' && key !== 'symbol')
  if (unknown !== undefined) return `knows "speed" and "symbol" after the question mark, not "${unknown}".`
  const speed = Number(parameters.get('speed') ?? '1')
  if (!(speed > 0 && speed <= 100_000)) return `needs a speed above 0 and up to 100000, not "${parameters.get('speed')}".`
  if (path === '' || !existsSync(path)) return `names a recording that is not there: "${path}".`
  const symbol = parameters.get('symbol')
  return { kind: 'replay', file: resolve(path), speed, ...(symbol ? { symbol } : {}) }
}

const socketUrls = 'must be a JSON object from source names to ws:// or wss:// addresses.'

const isOnlyOrigin = (text: string): boolean => {
  const { pathname, search, hash, username } = new URL(text)
  return pathname === '/' && !search && !hash && !username
}

const settings = z
  .object({
    ...fairleadEnvSettingsShape,
    PORT: z._default(
      z.pipe(
        plainTextSetting((text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535, 'must be a whole number from 0 to 65535'),
        z.transform(Number),
      ),
      4300,
    ),
    HOST: z._default(
      plainTextSetting((text) => /^[A-Za-z0-9.:%_-]+$/.test(text), 'must be an address or a host name'),
      '127.0.0.1',
    ),
    DATA_DIR: z._default(z.string(), '.data'),
    DATABASE_URL: z.optional(urlSetting(['postgres:', 'postgresql:'])),
    MARKET_FEED: z._default(z.pipe(z.string(), feed), { kind: 'sim' }),
    LIVE_URLS: z.optional(
      jsonSetting(z.record(z.string(), urlInJsonSchema(['ws:', 'wss:'], socketUrls), { error: socketUrls }), socketUrls),
    ),
    SMTP_URL: z.optional(urlSetting(['smtp:', 'smtps:'])),
    PUBLIC_ORIGIN: z.optional(
      z.pipe(
        urlSetting(['https:', 'http:']),
        z.pipe(
          secretTextSetting(isOnlyOrigin, 'must be only a scheme and a host, such as https://trade.example.com.'),
          z.transform((text) => new URL(text).origin),
        ),
      ),
    ),
    STOP_SECONDS: z._default(
      z.pipe(
        plainTextSetting((text) => /^\d{1,4}$/.test(text) && Number(text) > 0, 'must be a whole number from 1 to 9999'),
        z.transform(Number),
      ),
      25,
    ),
    ...oidcSettingsShape,
    ...depositSettingsShape,
    ...evmPayoutSettingsShape,
    UPLOAD_KEY: z.optional(
      secretTextSetting((text) => /^[A-Za-z0-9+/]{43}=$/.test(text), 'must be 32 random bytes in base64: 44 characters that end with "=".'),
    ),
    METRICS_TOKEN: z.optional(
      secretTextSetting((text) => /^[\x21-\x7e]{20,}$/.test(text), 'needs at least 20 letters, digits or signs, without spaces.'),
    ),
  })
  .check(...depositSettingsChecks, ...evmPayoutSettingsChecks)

/** The name of every setting that the server reads. */
export const settingNames: readonly string[] = Object.keys(settings.shape)

/** The settings, each with a working default. What is wrong is a StartupError with a line for each variable, which it names. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const read = parseSettings(settings, (name) => env[name])
  const { MARKET_FEED: marketFeed, LIVE_URLS: urls } = read
  return {
    env: read.FAIRLEAD_ENV,
    port: read.PORT,
    host: read.HOST,
    dataDir: resolve(read.DATA_DIR),
    databaseUrl: read.DATABASE_URL,
    marketFeed: marketFeed.kind === 'live' && urls ? { kind: 'live', urls } : marketFeed,
    smtpUrl: read.SMTP_URL,
    publicOrigin: read.PUBLIC_ORIGIN,
    oidcProviders: read.OIDC_PROVIDERS,
    deposits: depositConfigFromSettings(read),
    payouts: evmPayoutConfigFromSettings(read),
    uploadKey: read.UPLOAD_KEY,
    metricsToken: read.METRICS_TOKEN,
    stopLimitMs: read.STOP_SECONDS * 1000,
  }
}
