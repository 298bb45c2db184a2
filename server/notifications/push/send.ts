import { Resolver } from 'node:dns/promises'
import { Agent as HttpAgent, type IncomingMessage, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import { parsePushEndpoint, isLoopback, isPublicIpAddress } from './endpoint.ts'
import { type PushDeviceKeys, encryptPushMessage, vapidHeader } from './seal.ts'
import type { VapidKeyPair } from './vapid.ts'

/** One message to one endpoint (RFC 8030). A later one with the same `tag` takes its place at the push service. */
export interface PushMessage {
  endpoint: string
  keys: PushDeviceKeys
  text: string
  ttlSeconds: number
  urgency: 'low' | 'normal' | 'high'
  tag: string
}

/** `later`: try again, not before `waitMs` where the push service said so. `isSlow`: it did not answer at all. */
export type PushOutcome =
  | { kind: 'taken' }
  | { kind: 'gone' }
  | { kind: 'refused'; why: string }
  | { kind: 'later'; why: string; waitMs?: number | undefined; isSlow?: boolean }

export interface PushSender {
  /** Never rejects. */
  send(message: PushMessage, nowMs: number): Promise<PushOutcome>
  /** Gives up what is under way. */
  close(): void
}

interface SenderOptions {
  vapid: VapidKeyPair
  /** An address at which the sender can be reached: https: or mailto:. */
  subject: string
  loopbackToo: boolean
  timeoutMs?: number
  /** How names become addresses. */
  resolve?: (name: string) => Promise<string[]>
}

/** A connection that was kept had ended on the other side when it was used again: that says nothing of the endpoint. */
class ClosedMeanwhile extends Error {
  readonly code = 'ECONNRESET'
}

const mostAnswerBytes = 16_384
const mostWaitMs = 24 * 3_600_000

/** Writes to push services: over TLS, to public addresses alone, never where they send us on to. */
export function createPushSender({ vapid, subject, loopbackToo, timeoutMs = 10_000, resolve = resolveName }: SenderOptions): PushSender {
  const closing = new AbortController()
  const lookup = lookupOf(resolve, loopbackToo)
  const agents = { 'http:': new HttpAgent({ keepAlive: true }), 'https:': new HttpsAgent({ keepAlive: true }) }

  const post = (url: URL, headers: Record<string, string | number>, body: Buffer): Promise<IncomingMessage> =>
    new Promise((answered, failed) => {
      const protocol = url.protocol as keyof typeof agents
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(timeoutMs)])
      const begin = protocol === 'http:' ? httpRequest : httpsRequest
      const request = begin(url, { method: 'POST', headers, agent: agents[protocol], lookup, signal }, answered)
      request.on('error', (error) => failed(request.reusedSocket && codeOf(error) === 'ECONNRESET' ? new ClosedMeanwhile() : error))
      request.end(body)
    })

  return {
    send: async ({ endpoint, keys, text, ttlSeconds, urgency, tag }, nowMs) => {
      const url = parsePushEndpoint(endpoint, loopbackToo)
      if (!url) return { kind: 'refused', why: 'not an endpoint' }
      try {
        const body = encryptPushMessage(keys, Buffer.from(text))
        const headers = {
          authorization: vapidHeader(vapid, url.origin, subject, nowMs),
          'content-encoding': 'aes128gcm',
          'content-type': 'application/octet-stream',
          'content-length': body.length,
          ttl: ttlSeconds,
          urgency,
          topic: tag,
        }
        const reply = await post(url, headers, body).catch((error: unknown) => {
          if (error instanceof ClosedMeanwhile) return post(url, headers, body)
          throw error
        })
        forgetBody(reply)
        return pushOutcomeOfStatus(reply.statusCode ?? 0, reply.headers['retry-after'], nowMs)
      } catch (error) {
        const isSlow = error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError')
        return { kind: 'later', why: isSlow ? 'no answer' : codeOf(error), isSlow }
      }
    },
    close: () => {
      closing.abort()
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}

/** What a status means (RFC 8030 §5–7). A redirect is a no: it would lead past the checks of the address. */
export function pushOutcomeOfStatus(status: number, retryAfter: string | undefined, nowMs: number): PushOutcome {
  const why = `status ${status}`
  if (status >= 200 && status < 300) return { kind: 'taken' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  if (status === 408 || status === 429 || status >= 500) return { kind: 'later', why, waitMs: waitOf(retryAfter, nowMs) }
  return { kind: 'refused', why }
}

/** Seconds, or a date; a day at most. */
function waitOf(retryAfter: string | undefined, nowMs: number): number | undefined {
  if (retryAfter === undefined) return undefined
  const waitMs = /^\d+$/.test(retryAfter.trim()) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - nowMs
  return Number.isNaN(waitMs) ? undefined : Math.min(Math.max(0, waitMs), mostWaitMs)
}

/** What a push service says beside the status concerns nobody, however long it talks. */
function forgetBody(reply: IncomingMessage): void {
  let bytes = 0
  reply.on('error', () => {})
  reply.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > mostAnswerBytes) reply.destroy()
  })
}

/** A name's addresses, asked for without the system's few threads, which a slow name server could hold. */
async function resolveName(name: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: 3_000, tries: 1 })
  const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  return found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
}

/** The connection goes to an address that was looked at, so that no name can mean one thing here and another there. */
const lookupOf =
  (resolve: (name: string) => Promise<string[]>, loopbackToo: boolean): LookupFunction =>
  (name, options, done) => {
    const addresses = loopbackToo && isLoopback(name) ? Promise.resolve(['127.0.0.1']) : resolve(name).then(allPublic)
    addresses
      .then((list) => list.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })))
      .then(
        (list) => (options.all ? done(null, list) : done(null, list[0]!.address, list[0]!.family)),
        (error: NodeJS.ErrnoException) => done(error, '', 4),
      )
  }

function allPublic(addresses: string[]): string[] {
  if (addresses.length === 0) throw Object.assign(new Error('no address'), { code: 'ENOTFOUND' })
  if (!addresses.every(isPublicIpAddress)) throw Object.assign(new Error('not a public address'), { code: 'ENOTPUBLIC' })
  return addresses
}

/** Without the endpoint, which is a secret of its device. */
const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : 'could not be sent')
