/** What every call answers with (docs/rules/wire.md). */
export interface ReplyEnvelope {
  success: boolean
  code: number
  message: string
  result: unknown
  timestamp: number
  /** On refusals: the stable upper-case name, and the id under which the server's log knows the request. */
  key?: string
  traceId?: string
}

export const requestIdHeader = 'x-request-id'
export const accessTokenHeader = 'x-access-token'
export const languageHeader = 'lang'
export const clientHeader = 'x-client'
export const serverTimeHeader = 'x-server-time'
/** Of a long reply: its bytes before they were compressed. */
export const uncompressedBytesHeader = 'x-whole-bytes'
