/** Where in a page the answer to its screen's first read stands. */
export const embeddedReplyElementId = 'answer'

/** An answer that comes inside the page: what it answers, in which language, as it comes off the wire. */
export interface EmbeddedReply {
  /** Path and query of the read. */
  address: string
  lang: string
  result: unknown
}

/** A place in a drawn page that the server fills; no text of ours has these brackets. */
export const pageTemplateSlot = (name: string): string => `⟦${name}⟧`
