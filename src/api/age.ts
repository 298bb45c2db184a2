// When a reply was made, for replies that the service worker kept: it says so in the header x-kept-at.
const keptAt = new WeakMap<object, number>()

export const noteKeptAt = (reply: unknown, at: number | undefined): void => {
  if (typeof reply === 'object' && reply !== null && at !== undefined) keptAt.set(reply, at)
}

/** The moment a reply was true: the worker's mark, or else when it was fetched. */
export const madeAt = (reply: unknown, fetchedAt: number): number =>
  (typeof reply === 'object' && reply !== null && keptAt.get(reply)) || fetchedAt

/** After structural sharing the older object lives on with the newer one's age. */
export const carryAge = (from: unknown, to: unknown): void => {
  if (typeof to !== 'object' || to === null || from === to) return
  const at = typeof from === 'object' && from !== null ? keptAt.get(from) : undefined
  if (at === undefined) keptAt.delete(to)
  else keptAt.set(to, at)
}
