import type { ApiCall, CallArguments, GetCall, CallReply, PostCall } from '#contract/call.ts'
import { settings } from '#contract/calls/settings.ts'
import { requestTimeoutMs } from '#contract/constants.ts'
import {
  clientHeader,
  type ReplyEnvelope,
  languageHeader,
  requestIdHeader,
  serverTimeHeader,
  accessTokenHeader,
} from '#contract/envelope.ts'
import { isReadOnlyCall } from '#contract/readOnlyCall.ts'
import { sealRsaKeyIdHeader } from '#contract/sealed.ts'
import { wireTimeToInstant, parseReplyTimes } from '#contract/time.ts'
import { formatDateTime } from '#i18n/date.ts'
import { requestedLanguage } from '#i18n/i18n.ts'
import { emitApiLayerEvent } from './stream/appEvents.ts'
import { ApiError, createUnansweredError } from './apiError.ts'
import { setReplyFetchedAt } from './dataAsOf.ts'
import { enqueueReadReplyForWorker } from './workerQueue.ts'
import { retryReadWhileServerBusy } from './retryWhileBusy.ts'
import { isStaleAfterWrite } from './ownWrites.ts'
import { forgetServerSealKey, sealRequestBody } from './sealing/seal.ts'
import { recordServerTime } from './serverClock.ts'
import { userSessionStore } from './session.ts'

export interface ApiCallOptions {
  /** The idempotency id of a `once` call: made before the first try, the same on every retry of one intent. */
  requestId?: string | undefined
  signal?: AbortSignal | undefined
  /** The person said that the same is meant once more. */
  again?: true
}

const sealKeyExpired = 4008

let previewCount = 0

/**
 * One call: seals, fetches within 60 s each time, opens the envelope, reads the times. Gives the reply or throws an ApiError, or why it was
 * given up. A read that the server refuses for now is repeated by itself; a write only where the key that it was sealed with is gone.
 */
export function sendApiCall<C extends ApiCall>(call: C, input: CallArguments<C>, options: ApiCallOptions = {}): Promise<CallReply<C>> {
  const send = (): Promise<CallReply<C>> => sendWithCurrentKey(call, input, options)
  if (!isReadOnlyCall(call)) return send()
  if (call.method === 'GET') return retryReadWhileServerBusy(send, { signal: options.signal })
  // Of previews only the newest is of use.
  const previewNumber = ++previewCount
  return retryReadWhileServerBusy(send, { signal: options.signal, isOvertaken: () => previewNumber !== previewCount })
}

async function sendWithCurrentKey<C extends ApiCall>(call: C, input: CallArguments<C>, options: ApiCallOptions): Promise<CallReply<C>> {
  try {
    return await sendOnce(call, input, options)
  } catch (error) {
    // The server changed its key since we fetched it: once more with the new one.
    if (!(error instanceof ApiError) || error.code !== sealKeyExpired) throw error
    forgetServerSealKey()
    return sendOnce(call, input, options)
  }
}

async function sendOnce<C extends ApiCall>(call: C, input: CallArguments<C>, options: ApiCallOptions): Promise<CallReply<C>> {
  const fields = input as Record<string, unknown>
  const isRead = call.method === 'GET'
  const request = isRead ? { url: buildReadUrl(call, fields), method: 'GET', headers: {} } : await writeRequest(call, fields, options)
  // Asked now, before a worker that is just coming takes over.
  const isUncontrolledWorkerRead = isRead && call.kept === 'worker' && !navigator.serviceWorker?.controller
  const { envelope, storedAt } = await exchangeCurrent(call.path, request, options)
  const result = unwrapReplyEnvelope(envelope)
  if (isUncontrolledWorkerRead) enqueueReadReplyForWorker(request.url, result)
  const reply = parseReplyTimes(result, call.times) as CallReply<C>
  setReplyFetchedAt(reply, storedAt)
  return reply
}

/** Where a read is asked for. */
export function buildReadUrl(call: GetCall, fields: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) query.set(name, String(value))
  const text = query.toString()
  return text ? `${call.path}?${text}` : call.path
}

async function writeRequest(call: PostCall, fields: Record<string, unknown>, { again }: ApiCallOptions): Promise<Request_> {
  const url = call.path.replace(':id', encodeURIComponent(String(fields['id'])))
  const isInPath = call.path.includes(':id')
  if (isInPath && !again) return { url, method: 'POST', headers: {}, body: '{}' }
  const { kid, body } = await sealRequestBody({ ...(!isInPath && fields), ...(again && { again }) }, () =>
    sendApiCall(settings.sealKey, {}),
  )
  return { url, method: 'POST', headers: { [sealRsaKeyIdHeader]: kid }, body }
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
  storedAt: number | undefined
}

/** What one has just changed is not told from a copy of before; without a network that copy is all there is. */
async function exchangeCurrent(path: string, request: Request_, options: ApiCallOptions): Promise<Exchanged> {
  const exchanged = await exchange(request, options)
  if (!isStaleAfterWrite(path, exchanged.storedAt)) return exchanged
  return exchange({ ...request, cache: 'reload' }, options).catch((error: unknown) => {
    if (options.signal?.aborted) throw error
    return exchanged
  })
}

async function exchange(request: Request_, options: ApiCallOptions): Promise<Exchanged> {
  const timeout = AbortSignal.timeout(requestTimeoutMs)
  try {
    const response = await fetch(request.url, {
      method: request.method,
      headers: { ...commonHeaders(options), ...request.headers },
      signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
      ...(request.body !== undefined && { body: request.body }),
      ...(request.cache && { cache: request.cache }),
    })
    recordServerTime(response.headers.get(serverTimeHeader))
    const storedAt = Number(response.headers.get('x-kept-at')) || undefined
    return { envelope: await response.json(), storedAt }
  } catch (error) {
    if (options.signal?.aborted) throw error
    const message = error instanceof Error ? error.message : 'Error'
    // docs/rules/interface.md: a network failure whose message contains a 401 code is resolved with the message, as a 401 answer.
    if (/\b401\b/.test(message)) return { envelope: { code: 401, message }, storedAt: undefined }
    throw createUnansweredError(timeout.aborted ? 'TIMEOUT' : 'NETWORK', error)
  }
}

export function commonHeaders(options: ApiCallOptions): Record<string, string> {
  const { token } = userSessionStore.get()
  return {
    'Content-Type': 'application/json',
    [languageHeader]: requestedLanguage().code,
    [clientHeader]: `pwa/${__BUILD__}`,
    ...(token && { [accessTokenHeader]: token }),
    ...(options.requestId && { [requestIdHeader]: options.requestId }),
  }
}

/** Success is code 200 or 0, or an array body (docs/rules/wire.md). */
export function unwrapReplyEnvelope(envelope: unknown): unknown {
  if (Array.isArray(envelope)) return envelope
  const { code, message, result, key, traceId } = (envelope ?? {}) as Partial<ReplyEnvelope>
  if (code === 200 || code === 0) return result
  if (code === 401) emitApiLayerEvent({ kind: 'signedOut' })
  throw new ApiError(
    code ?? 500,
    key ?? (code === 401 ? 'UNAUTHORIZED' : 'SERVER'),
    withDeviceTimes(message || 'Error'),
    (result ?? {}) as Record<string, unknown>,
    traceId,
  )
}

/** The server's words with their times in the device's zone and form. */
const withDeviceTimes = (message: string): string =>
  message.replace(/\d{4}(-\d\d){2} \d\d(:\d\d){2}/g, (wireTime) => formatDateTime(wireTimeToInstant(wireTime)))
