import { requestedLanguage } from '#i18n/i18n.ts'

/** A read that is the same for everyone, as it came off the wire. */
export interface ReadReplyForWorker {
  url: string
  lang: string
  result: unknown
  /** When. */
  atMs: number
}

// On a first visit the worker answers nothing, and of a call of many parts it knows none: what came to the page waits here to be handed to it,
// so that the next start works offline and nothing is fetched twice. Of one question only the newest answer.
const queuedReads = new Map<string, ReadReplyForWorker>()
let consume = (read: ReadReplyForWorker): void => void queuedReads.set(`${read.lang} ${read.url}`, read)

/** To be kept by the worker, which did not answer it itself. */
export const enqueueReadReplyForWorker = (url: string, result: unknown): void =>
  consume({ url, lang: requestedLanguage().code, result, atMs: Date.now() })

/** What waits, and what comes from now on, goes there. */
export function setWorkerReadReplyConsumer(consumer: (read: ReadReplyForWorker) => void): void {
  consume = consumer
  queuedReads.forEach(consumer)
  queuedReads.clear()
}
