import { constants, createCipheriv, hash, publicEncrypt, randomBytes, randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReplyEnvelope } from '#contract/envelope.ts'
import { sealAesKeyAlphabet, addSealedBodyChecksum } from '#contract/sealed.ts'
import type { Database } from '#db/database.ts'
import type { MarketDataService } from '#market/market.ts'
import type { Clock } from '#server/core/clock.ts'
import type { Config } from '#server/core/startup/config.ts'
import { createServerEventBus } from '#server/core/events.ts'
import type { AppContext } from '#server/core/appContext.ts'
import { termsByTimeOfRelease } from '#server/terms/termsByTime.ts'
import type { AppHttpServer } from '../../server/http/server.ts'
import type { RequestLimits } from '#server/http/limits/rates.ts'
import type { BucketRates } from '#server/http/limits/bucketLimits.ts'

/** Of this process alone: what one test's server keeps is not for another's. */
const dataDir = join(tmpdir(), 'fairlead-tests', String(process.pid))
process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }))

const sandbox: Config = {
  env: 'sandbox',
  port: 0,
  host: '127.0.0.1',
  dataDir,
  databaseUrl: undefined,
  marketFeed: { kind: 'sim' },
  smtpUrl: undefined,
  publicOrigin: undefined,
  stopLimitMs: 25_000,
}

/** A market before its first record, for tests that have nothing to do with prices. */
const closedMarket: MarketDataService = {
  feed: 'closed',
  specs: [],
  spec: () => undefined,
  quote: () => undefined,
  conversion: () => undefined,
  isOpen: () => false,
  onRecord: () => () => {},
  onBeat: () => () => {},
  board: {} as MarketDataService['board'],
}

export const testContext = (
  db: Database,
  clock: Clock,
  config: Partial<Config> = {},
  market: MarketDataService = closedMarket,
): AppContext => ({
  config: { ...sandbox, ...config },
  clock,
  db,
  market,
  events: createServerEventBus(),
  terms: termsByTimeOfRelease(),
})

const without = { limit: 1_000_000, windowMs: 1_000 }
/** For tests of something else than the limits. */
export const noLimits: RequestLimits & BucketRates = {
  readsPerUser: { burst: 1_000_000, perSecond: 1_000_000 },
  readsPerIp: { burst: 1_000_000, perSecond: 1_000_000 },
  ordersPerUser: { burst: 1_000_000, perSecond: 1_000_000 },
  perUser: without,
  perIp: without,
  fairPerIp: without,
  codesPerIp: without,
  checksPerIp: without,
  checksPerIpHour: without,
  signInsPerIp: without,
  registersPerIp: without,
  guestsPerIp: without,
  drawsPerIp: without,
  openingsPerIp: without,
  openings: without,
}

/** A key as the app draws it. */
export const drawKey = (): string => Array.from(randomBytes(32), (byte) => sealAesKeyAlphabet[byte % sealAesKeyAlphabet.length]).join('')

/** A body sealed as the app seals it (docs/sealed-body.md). */
export function sealText(json: string, publicKey: string, key = drawKey()): string {
  const wrapped = publicEncrypt({ key: publicKey, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(key))
  const cipher = createCipheriv('aes-256-ecb', Buffer.from(key), null)
  return `${wrapped.toString('base64')}.${Buffer.concat([cipher.update(addSealedBodyChecksum(json, hash('sha256', json)), 'utf8'), cipher.final()]).toString('base64')}`
}

export interface Answer {
  status: number
  headers: Record<string, unknown>
  text: string
  envelope: ReplyEnvelope
  // oxlint-disable-next-line typescript/no-explicit-any -- replies of every call, whose shapes the contract table checks elsewhere
  result: any
}

const toAnswer = (reply: { statusCode: number; headers: Record<string, unknown>; body: string }): Answer => {
  const envelope = reply.body === '' ? undefined : (JSON.parse(reply.body) as ReplyEnvelope)
  return {
    status: reply.statusCode,
    headers: reply.headers,
    text: reply.body,
    envelope: envelope as ReplyEnvelope,
    result: envelope?.result,
  }
}

/** Speaks to a server in this process as the app does, from whatever address `from` gives. */
export function createInProcessClient(http: AppHttpServer, clock: Clock, from = () => '127.0.0.1') {
  let key: { kid: string; publicKey: string } | undefined
  const raw = async (path: string, payload: string | Buffer | undefined, headers: Record<string, string> = {}): Promise<Answer> =>
    toAnswer(
      await http.app.inject({
        method: 'POST',
        url: path,
        remoteAddress: from(),
        headers: { 'content-type': 'application/json', ...headers },
        ...(payload !== undefined && { payload }),
      }),
    )
  const get = async (path: string, query: Record<string, string> = {}, headers: Record<string, string> = {}): Promise<Answer> =>
    toAnswer(await http.app.inject({ method: 'GET', url: path, remoteAddress: from(), query, headers }))
  const sealed = async (payload: unknown, stamp: Record<string, unknown> = {}): Promise<{ kid: string; body: string }> => {
    key ??= ((await get('/api/public/sealKey')).result as { kid: string; publicKey: string }[])[0]
    if (!key) throw new Error('no seal key')
    const json = JSON.stringify({ ...(payload as object), _ts: clock.now(), _nonce: randomUUID(), ...stamp })
    return { kid: key.kid, body: sealText(json, key.publicKey) }
  }
  const post = async (path: string, payload: unknown, headers: Record<string, string> = {}): Promise<Answer> => {
    const requestId = randomUUID()
    const once = async () => {
      const { kid, body } = await sealed(payload)
      return raw(path, body, { 'x-seal-kid': kid, 'x-request-id': requestId, ...headers })
    }
    const answer = await once()
    if (answer.envelope.key !== 'SEAL_KEY_EXPIRED') return answer
    key = undefined
    return once()
  }
  return { raw, get, sealed, post }
}
