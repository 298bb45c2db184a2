import { t } from '@lingui/core/macro'

/** A call that did not succeed. `message` is already in the person's language when the server spoke. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** The refusal's number; 0 when no answer came. */
  readonly code: number
  /** The refusal's stable name, such as INSUFFICIENT_BALANCE; 'NETWORK' or 'TIMEOUT' when no answer came. */
  readonly key: string
  readonly detail: Record<string, unknown>
  readonly traceId: string | undefined
  constructor(code: number, key: string, message: string, detail: Record<string, unknown> = {}, traceId?: string, cause?: unknown) {
    super(message, { cause })
    this.code = code
    this.key = key
    this.detail = detail
    this.traceId = traceId
  }
}

/** A call that got no answer, in the person's language; what the browser said of it is the `cause`. */
export const createUnansweredError = (key: 'NETWORK' | 'TIMEOUT', cause?: unknown): ApiError =>
  new ApiError(
    0,
    key,
    key === 'TIMEOUT' ? t`The server took too long to answer.` : t`No answer came. Please check your connection.`,
    {},
    undefined,
    cause,
  )

/** No answer came at all: nothing is known about what happened on the other side. */
export const isUnansweredError = (error: unknown): boolean => error instanceof ApiError && error.code === 0
