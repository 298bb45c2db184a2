import { randomUUID } from 'node:crypto'
import type { ReplyEnvelope } from '#contract/envelope.ts'
import { sealText } from './wire.ts'

/** Speaks to a server in another process as the app does. A call that gets no answer in time throws. */
export function createHttpClient(origin: () => string, timeoutMs = 10_000) {
  let key: { kid: string; publicKey: string } | undefined
  const read = async (path: string, headers: Record<string, string> = {}): Promise<ReplyEnvelope> => {
    const response = await fetch(origin() + path, { headers, signal: AbortSignal.timeout(timeoutMs) })
    return (await response.json()) as ReplyEnvelope
  }
  const write = async (path: string, payload: object, headers: Record<string, string> = {}): Promise<ReplyEnvelope> => {
    key ??= ((await read('/api/public/sealKey')).result as { kid: string; publicKey: string }[])[0]
    if (!key) throw new Error('no seal key')
    const body = sealText(JSON.stringify({ ...payload, _ts: Date.now(), _nonce: randomUUID() }), key.publicKey)
    const response = await fetch(origin() + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-seal-kid': key.kid, ...headers },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    })
    return (await response.json()) as ReplyEnvelope
  }
  return { read, write }
}
