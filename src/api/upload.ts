import { type UploadedPicture, type UploadPurpose, uploads } from '#contract/calls/uploads.ts'
import { requestTimeoutMs } from '#contract/constants.ts'
import { serverTimeHeader } from '#contract/envelope.ts'
import { createUnansweredError } from './apiError.ts'
import { commonHeaders, unwrapReplyEnvelope } from './send.ts'
import { recordServerTime } from './serverClock.ts'

interface UploadOptions {
  /** Told how much of it has left the phone, 0..1. */
  onProgress?: (sent: number) => void
  signal?: AbortSignal
}

/** Hands in a picture: as a form, not sealed (docs/rules/wire.md). Gives its id or throws an ApiError; an abort throws the signal's reason. */
export function uploadPicture(file: File, biz: UploadPurpose, { onProgress, signal }: UploadOptions = {}): Promise<UploadedPicture> {
  const form = new FormData()
  form.set('biz', biz)
  form.set('file', file, file.name)
  return new Promise<UploadedPicture>((resolve, reject) => {
    // fetch does not say how much was sent.
    const request = new XMLHttpRequest()
    request.open('POST', uploads.upload.path)
    request.timeout = requestTimeoutMs
    // The browser writes the content type itself: the form's boundary is in it.
    const { 'Content-Type': _json, ...headers } = commonHeaders({})
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => total > 0 && onProgress?.(loaded / total)
    request.onload = () => {
      recordServerTime(request.getResponseHeader(serverTimeHeader))
      try {
        resolve(unwrapReplyEnvelope(readAnswer(request.responseText)) as UploadedPicture)
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)))
      }
    }
    request.onerror = () => reject(createUnansweredError('NETWORK'))
    request.ontimeout = () => reject(createUnansweredError('TIMEOUT'))
    request.onabort = () => reject((signal?.reason as Error | undefined) ?? createUnansweredError('NETWORK'))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    if (signal?.aborted) return reject(signal.reason as Error)
    request.send(form)
  })
}

/** Something between us and the server can answer with a page of its own: that is no answer. */
function readAnswer(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw createUnansweredError('NETWORK', cause)
  }
}
