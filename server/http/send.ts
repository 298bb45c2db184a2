import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isSharedOfflineStore, type OfflineStoreName } from '#contract/call.ts'
import { uncompressedBytesHeader } from '#contract/envelope.ts'

interface Packed {
  json: string
  etag: string
  br?: Promise<Buffer>
  gzip?: Promise<Buffer>
}

const worthPackingBytes = 1_200
const longBytes = 100_000
const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

// A module that answers with the same object again (the price list between two records) is encoded and compressed once.
const packed = new WeakMap<object, Packed>()

/** The reply that everyone may have: with a tag to ask again by, and compressed. `encode` gives the envelope's JSON and its result's. */
export async function sendSharedReply(
  request: FastifyRequest,
  reply: FastifyReply,
  result: unknown,
  encode: () => { json: string; result: string },
): Promise<unknown> {
  const body = (typeof result === 'object' && result !== null && packed.get(result)) || pack(encode())
  if (typeof result === 'object' && result !== null) packed.set(result, body)
  reply.header('etag', body.etag).header('vary', 'accept-encoding, lang')
  if (request.headers['if-none-match'] === body.etag) return reply.code(304).send()
  // So that whoever waits for much can say how much has come.
  if (body.json.length > longBytes) reply.header(uncompressedBytesHeader, Buffer.byteLength(body.json))
  const encoding = body.json.length < worthPackingBytes ? undefined : replyEncodingFor(request)
  if (!encoding) return reply.send(body.json)
  return reply.header('content-encoding', encoding).send(await compressed(body, encoding))
}

function pack({ json, result }: { json: string; result: string }): Packed {
  return { json, etag: `W/"${createHash('sha256').update(result).digest('base64url').slice(0, 22)}"` }
}

/** How this reply may be compressed, the smaller first. */
export function replyEncodingFor(request: FastifyRequest): 'br' | 'gzip' | undefined {
  const accepts = String(request.headers['accept-encoding'] ?? '')
  return (['br', 'gzip'] as const).find((encoding) => new RegExp(`\\b${encoding}\\b`).test(accepts))
}

function compressed(body: Packed, encoding: 'br' | 'gzip'): Promise<Buffer> {
  if (encoding === 'gzip') return (body.gzip ??= zip(body.json))
  return (body.br ??= brotli(body.json, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }))
}

/** The same for everyone: may be stored, but is asked for anew. Everything else is about one person or one moment. */
export const cacheControlOfOfflineStore = (store: OfflineStoreName | undefined): string =>
  store && isSharedOfflineStore(store) ? 'no-cache' : 'no-store'
