/** What every call answers with (requirements §3 and §8, product §1.1). */
export interface Envelope {
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
export const tokenHeader = 'x-access-token'
export const languageHeader = 'lang'
export const clientHeader = 'x-client'
export const serverTimeHeader = 'x-server-time'
/** Of a long reply: its bytes before they were compressed. */
export const wholeBytesHeader = 'x-whole-bytes'
