import { type SupportTicketTopic, supportTicketTopics } from '#contract/calls/support.ts'

/** What the address of the chat says. In a file of its own, because it is read before the screen is fetched. */
export interface SupportSearchParams {
  /** The conversation that is shown; all of them without one. */
  id?: string
  /** A new one is being written. */
  new?: 1
  topic?: SupportTicketTopic
  /** The order that the new one is about. */
  about?: string
  /** The transaction of a deposit over another network or in another coin, which the new one is about. */
  tx?: string
  /** Somebody shared a picture or words with the app. `lost`: they did not arrive. */
  shared?: 1 | 'lost'
  /** So many photos of it were too large or too many. */
  leftOut?: number
}

const paramText = (param: unknown): string => (typeof param === 'string' || typeof param === 'number' ? String(param) : '')

export function readSupportSearchParams(search: Record<string, unknown>): SupportSearchParams {
  const id = paramText(search['id'])
  if (/^\d{1,20}$/.test(id)) return { id }
  const about = paramText(search['about'])
  const topic = supportTicketTopics.find((one) => one === search['topic'])
  const tx = paramText(search['tx'])
  const shared = search['shared'] === 'lost' ? 'lost' : paramText(search['shared']) === '1' ? 1 : undefined
  const leftOut = shared && /^[1-9]\d{0,2}$/.test(paramText(search['leftOut'])) ? Number(search['leftOut']) : undefined
  const isNew = paramText(search['new']) === '1' || topic !== undefined || shared !== undefined
  if (!isNew) return {}
  return {
    new: 1,
    ...(topic && { topic }),
    ...(/^[A-Z]{2}[0-9A-Z]{1,30}$/.test(about) && { about }),
    ...(topic === 'deposit' && /^[0-9A-Za-z]{16,130}$/.test(tx) && { tx }),
    ...(shared && { shared }),
    ...(leftOut && { leftOut }),
  }
}
