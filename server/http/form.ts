import type { FastifyReply, FastifyRequest } from 'fastify'
import { uploadLimitBytes } from '#contract/calls/uploads.ts'
import type { UploadedFormFile } from '#contract/call.ts'
import { Refusal } from '#contract/refusals.ts'

/** A file that arrived whole. Its bytes are not among its own fields, so that nothing walks through them by chance. */
class ArrivedFile implements UploadedFormFile {
  readonly name: string
  readonly #bytes: Uint8Array
  constructor(name: string, bytes: Uint8Array) {
    this.name = name
    this.#bytes = bytes
  }
  get bytes(): Uint8Array {
    return this.#bytes
  }
}

// One byte more than is taken, so that our own count meets the limit first.
const limits = { fileSize: uploadLimitBytes + 1, files: 1, fields: 8, fieldSize: 200, fieldNameSize: 40, parts: 9, headerPairs: 20 }
/** Boundaries, names and fields around the file. */
const aroundBytes = 16 * 1024

// What has come of all files on their way: a sender who stops holds no more than what they sent, and no place that others wait for.
const maxArrivingBytes = 12 * uploadLimitBytes
let arrivingBytes = 0
const mostAtOnceForOne = 3
const arriving = new Map<string, number>()

/** The fields and the file of a form. Refuses imageTooLarge without reading on, and badRequest for anything that is no form. */
export async function parseMultipartForm(request: FastifyRequest, reply: FastifyReply, userId: string): Promise<Record<string, unknown>> {
  const cut = (refusal: Refusal): Refusal => {
    reply.header('connection', 'close')
    return refusal
  }
  if (!request.isMultipart()) throw cut(new Refusal('mediaType'))
  if (Number(request.headers['content-length'] ?? 0) > uploadLimitBytes + aroundBytes)
    throw cut(new Refusal('imageTooLarge', { maxBytes: uploadLimitBytes }))
  const others = arriving.get(userId) ?? 0
  if (others >= mostAtOnceForOne) throw cut(new Refusal('tooMany', { seconds: 5 }))
  arriving.set(userId, others + 1)
  try {
    return await read(request)
  } catch (fault) {
    if (fault instanceof Refusal) throw cut(fault)
    throw cut(new Refusal('badRequest'))
  } finally {
    const left = (arriving.get(userId) ?? 1) - 1
    if (left > 0) arriving.set(userId, left)
    else arriving.delete(userId)
  }
}

async function read(request: FastifyRequest): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = {}
  for await (const part of request.parts({ limits })) {
    fields[part.fieldname] = part.type === 'file' ? new ArrivedFile(part.filename, await bytesOf(part.file)) : part.value
  }
  return fields
}

/** Ends at the limit itself: the rest is not waited for. Refuses busy while too much is on its way. */
async function bytesOf(file: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of file) {
      if (size + chunk.length > uploadLimitBytes) throw new Refusal('imageTooLarge', { maxBytes: uploadLimitBytes })
      if (arrivingBytes + chunk.length > maxArrivingBytes) throw new Refusal('busy', { seconds: 5 })
      size += chunk.length
      arrivingBytes += chunk.length
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  } finally {
    arrivingBytes -= size
  }
}
