import type { Call, Input, ReadCall, Reply, WriteCall } from '#contract/call.ts'
import { settings } from '#contract/calls/settings.ts'
import { requestTimeoutMs } from '#contract/constants.ts'
import { clientHeader, type Envelope, languageHeader, requestIdHeader, serverTimeHeader, tokenHeader } from '#contract/envelope.ts'
import { sealKidHeader } from '#contract/sealed.ts'
import { withInstants } from '#contract/time.ts'
import { wantedLanguage } from '#i18n/i18n.ts'
import { announce } from './announce.ts'
import { ApiError, unanswered } from './apiError.ts'
import { noteKeptAt } from './age.ts'
import { isOvertaken } from './ownWrites.ts'
import { forgetSealKey, seal } from './seal.ts'
import { noteServerTime } from './serverClock.ts'
import { session } from './session.ts'

export interface SendOptions {
  /** The idempotency id of a `once` call: made before the first try, the same on every retry of one intent. */
  requestId?: string | undefined
  signal?: AbortSignal | undefined
  /** The person said that the same is meant once more. */
  again?: true
}

const sealKeyExpired = 4008

/** One call: seals, fetches within 60 s, opens the envelope, reads the times. Gives the reply or throws an ApiError. */
export async function send<C extends Call>(call: C, input: Input<C>, options: SendOptions = {}): Promise<Reply<C>> {
  try {
    return await sendOnce(call, input, options)
  } catch (error) {
    // The server changed its key since we fetched it: once more with the new one.
    if (!(error instanceof ApiError) || error.code !== sealKeyExpired) throw error
    forgetSealKey()
    return sendOnce(call, input, options)
  }
}

async function sendOnce<C extends Call>(call: C, input: Input<C>, options: SendOptions): Promise<Reply<C>> {
  const fields = input as Record<string, unknown>
  const request = call.method === 'GET' ? readRequest(call, fields) : await writeRequest(call, fields, options)
  const { envelope, keptAt } = await exchangeCurrent(call.path, request, options)
  const reply = withInstants(openEnvelope(envelope), call.times) as Reply<C>
  noteKeptAt(reply, keptAt)
  return reply
}

function readRequest(call: ReadCall, fields: Record<string, unknown>): Request_ {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) query.set(name, String(value))
  const text = query.toString()
  return { url: text ? `${call.path}?${text}` : call.path, method: 'GET', headers: {} }
}

async function writeRequest(call: WriteCall, fields: Record<string, unknown>, { again }: SendOptions): Promise<Request_> {
  const url = call.path.replace(':id', encodeURIComponent(String(fields['id'])))
  const isInPath = call.path.includes(':id')
  if (isInPath && !again) return { url, method: 'POST', headers: {}, body: '{}' }
  const { kid, body } = await seal({ ...(!isInPath && fields), ...(again && { again }) }, () => sendOnce(settings.sealKey, {}, {}))
  return { url, method: 'POST', headers: { [sealKidHeader]: kid }, body }
}

interface Request_ {
  url: string
  method: string
  headers: Record<string, string>
  body?: string
  /** `reload`: past every copy that is kept, the worker's too. */
  cache?: 'reload'
}

interface Exchanged {
  envelope: unknown
  keptAt: number | undefined
}

/** What one has just changed is not told from a copy of before; without a network that copy is all there is. */
async function exchangeCurrent(path: string, request: Request_, options: SendOptions): Promise<Exchanged> {
  const found = await exchange(request, options)
  if (!isOvertaken(path, found.keptAt)) return found
  return exchange({ ...request, cache: 'reload' }, options).catch((error: unknown) => {
    if (options.signal?.aborted) throw error
    return found
  })
}

async function exchange(request: Request_, options: SendOptions): Promise<Exchanged> {
  const timeout = AbortSignal.timeout(requestTimeoutMs)
  try {
    const response = await fetch(request.url, {
      method: request.method,
      headers: { ...commonHeaders(options), ...request.headers },
      signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
      ...(request.body !== undefined && { body: request.body }),
      ...(request.cache && { cache: request.cache }),
    })
    noteServerTime(response.headers.get(serverTimeHeader))
    const keptAt = Number(response.headers.get('x-kept-at')) || undefined
    return { envelope: await response.json(), keptAt }
  } catch (error) {
    if (options.signal?.aborted) throw error
    const message = error instanceof Error ? error.message : 'Error'
    // Requirements §8: a network failure whose message contains a 401 code is resolved with the message, as a 401 answer.
    if (/\b401\b/.test(message)) return { envelope: { code: 401, message }, keptAt: undefined }
    throw unanswered(timeout.aborted ? 'TIMEOUT' : 'NETWORK', error)
  }
}

export function commonHeaders(options: SendOptions): Record<string, string> {
  const { token } = session.get()
  return {
    'Content-Type': 'application/json',
    [languageHeader]: wantedLanguage().code,
    [clientHeader]: `pwa/${__BUILD__}`,
    ...(token && { [tokenHeader]: token }),
    ...(options.requestId && { [requestIdHeader]: options.requestId }),
  }
}

/** Success is code 200 or 0, or an array body (requirements §8). */
export function openEnvelope(envelope: unknown): unknown {
  if (Array.isArray(envelope)) return envelope
  const { code, message, result, key, traceId } = (envelope ?? {}) as Partial<Envelope>
  if (code === 200 || code === 0) return result
  if (code === 401) announce({ kind: 'signedOut' })
  throw new ApiError(
    code ?? 500,
    key ?? (code === 401 ? 'UNAUTHORIZED' : 'SERVER'),
    message || 'Error',
    (result ?? {}) as Record<string, unknown>,
    traceId,
  )
}
