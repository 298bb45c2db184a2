import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PushPayload } from '#contract/pushPayload.ts'

/** What came for one browser, opened as that browser opens it. */
interface Arrived {
  browser: string
  headers: IncomingMessage['headers']
  payload: PushPayload
  claims: { aud: string; exp: number; sub: string }
  atMs: number
}

/** How an endpoint answers: a status with headers, never, or by hanging up. */
type Manner = { status: number; headers?: Record<string, string> } | 'hang' | 'hangUp'

/** What a browser hands to the server. */
interface Subscription {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

interface Browser {
  key: ECDH
  auth: Buffer
}

const derive = (secret: Uint8Array, salt: Uint8Array, info: Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))

/** The other half of RFC 8291, written from the RFC for itself. */
export function openSealed(body: Buffer, { key, auth }: Browser): string {
  const [salt, size, length] = [body.subarray(0, 16), body.readUInt32BE(16), body[20]!]
  if (body.length > size + 86) throw new Error('more than one record')
  const [theirs, sealed] = [body.subarray(21, 21 + length), body.subarray(21 + length)]
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), key.getPublicKey(), theirs])
  const shared = derive(key.computeSecret(theirs), auth, info, 32)
  const contentKey = derive(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const opener = createDecipheriv('aes-128-gcm', contentKey, derive(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12))
  opener.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([opener.update(sealed.subarray(0, -16)), opener.final()])
  const end = padded.findLastIndex((byte) => byte !== 0)
  if (padded[end] !== 2) throw new Error('not the last record')
  return padded.subarray(0, end).toString()
}

/** What RFC 8292 has a push service look at; throws where it would say 403. */
export function checkVapid(header: string | undefined, origin: string, key: string, nowMs: number): Arrived['claims'] {
  const [, head = '', claims = '', signature = '', sent] = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(header ?? '') ?? []
  if (sent !== key) throw new Error('another key than the subscription was made with')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const bytes = Buffer.from(signature, 'base64url')
  if (!verify('sha256', Buffer.from(`${head}.${claims}`), { key: publicKey, dsaEncoding: 'ieee-p1363' }, bytes))
    throw new Error('not signed')
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
  if (read(head).alg !== 'ES256') throw new Error('another algorithm')
  const said = read(claims) as Arrived['claims']
  if (said.aud !== origin) throw new Error(`for ${said.aud}, not for ${origin}`)
  if (said.exp * 1000 <= nowMs || said.exp * 1000 > nowMs + 86_400_000) throw new Error('not for now')
  if (!/^(https:\/\/|mailto:)./.test(said.sub)) throw new Error('nobody to ask')
  return said
}

/** A push service on loopback that looks at every message as a real one does, and as the browser behind it. Ends with `close`. */
export async function startPushService(vapid: string | (() => string), now: () => number = Date.now) {
  const browsers = new Map<string, Browser>()
  const manners = new Map<string, Manner[]>()
  const arrived: Arrived[] = []
  const faults: unknown[] = []
  const asked: string[] = []
  let [underWay, mostUnderWay, delayMs] = [0, 0, 0]
  let onArrived: (arrived: Arrived) => void = () => {}
  const server = createServer((request, reply) => {
    mostUnderWay = Math.max(mostUnderWay, ++underWay)
    reply.on('close', () => underWay--)
    take(request, reply).catch((fault: unknown) => {
      faults.push(fault)
      reply.writeHead(403).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const take = async (request: IncomingMessage, reply: ServerResponse): Promise<void> => {
    const name = request.url!.slice('/push/'.length)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    asked.push(name)
    const left = manners.get(name)
    const manner = left && left.length > 1 ? left.shift() : left?.[0]
    if (manner === 'hang') return
    if (manner === 'hangUp') return void request.socket.destroy()
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs))
    if (manner) return void reply.writeHead(manner.status, manner.headers).end('so it is')
    const { headers, method } = request
    if (method !== 'POST' || headers['content-encoding'] !== 'aes128gcm' || !/^\d+$/.test(String(headers['ttl'])))
      throw new Error('no push')
    if (!/^[\w-]{1,32}$/.test(String(headers['topic'])) || !/^(very-low|low|normal|high)$/.test(String(headers['urgency'])))
      throw new Error('wrong topic or urgency')
    const browser = browsers.get(name)
    if (!browser) return void reply.writeHead(410).end()
    const claims = checkVapid(headers.authorization, origin, typeof vapid === 'string' ? vapid : vapid(), now())
    const body = Buffer.concat(chunks)
    if (body.length > 4096) throw new Error('too large')
    const delivery = {
      browser: name,
      headers,
      payload: JSON.parse(openSealed(body, browser)) as PushPayload,
      claims,
      atMs: performance.now(),
    }
    arrived.push(delivery)
    onArrived(delivery)
    reply.writeHead(201, { location: `${origin}/message/1` }).end()
  }

  return {
    origin,
    arrived,
    /** Names of browsers in the order in which they were written to, whatever came of it. */
    asked,
    faults,
    underWay: () => underWay,
    mostUnderWay: () => mostUnderWay,
    /** A browser that listens here. */
    subscribe: (name: string): Subscription => {
      const key = createECDH('prime256v1')
      key.generateKeys()
      const auth = randomBytes(16)
      browsers.set(name, { key, auth })
      const keys = { p256dh: key.getPublicKey('base64url'), auth: auth.toString('base64url') }
      return { endpoint: `${origin}/push/${name}`, keys }
    },
    /** How it answers for that browser from now on: each manner once, the last for good. None is the good one. */
    behave: (name: string, ...how: Manner[]): void => void (how.length > 0 ? manners.set(name, how) : manners.delete(name)),
    answerAfter: (ms: number): void => void (delayMs = ms),
    hear: (listener: (arrived: Arrived) => void): void => void (onArrived = listener),
    forget: (): void => {
      arrived.length = asked.length = faults.length = 0
      mostUnderWay = 0
    },
    close: async (): Promise<void> => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
