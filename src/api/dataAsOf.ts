// When a reply was made, for replies that the service worker kept: it says so in the header x-kept-at.
const storedTimes = new WeakMap<object, number>()

export const setReplyFetchedAt = (reply: unknown, at: number | undefined): void => {
  if (typeof reply === 'object' && reply !== null && at !== undefined) storedTimes.set(reply, at)
}

/** The moment a reply was true: the worker's mark, or else when it was fetched. */
export const dataAsOf = (reply: unknown, fetchedAt: number): number =>
  (typeof reply === 'object' && reply !== null && storedTimes.get(reply)) || fetchedAt

/** After structural sharing the older object lives on with the newer one's age. */
export const copyReplyFetchedAt = (from: unknown, to: unknown): void => {
  if (typeof to !== 'object' || to === null || from === to) return
  const at = typeof from === 'object' && from !== null ? storedTimes.get(from) : undefined
  if (at === undefined) storedTimes.delete(to)
  else storedTimes.set(to, at)
}
