import { isTemporaryRefusal } from './busyReads.ts'
import type { retryRefusedRead, ReadRetryCancelOptions } from './retryRead.ts'

/** A read that is repeated by itself while the server refuses it for now (docs/rules/wire.md). How that is done is fetched when it first happens. */
export const retryReadWhileServerBusy = <T>(read: () => Promise<T>, options: ReadRetryCancelOptions = {}): Promise<T> =>
  read().catch(async (error: unknown) => {
    if (!isTemporaryRefusal(error)) throw error
    const later: { retryRefusedRead: typeof retryRefusedRead } = await import('./retryRead.ts').catch(() => {
      throw error
    })
    return later.retryRefusedRead(read, error, options)
  })
