/** Larger ids are newer; as text they are compared by length first. */
const isNewer = (a: string, b: string): boolean => a.length > b.length || (a.length === b.length && a > b)

/**
 * What was seen and what is read now, newest first. A record never changes, so one that a newer page pushed out of the first stays where it
 * was. When so many are new that the first page no longer meets what was seen, what was seen is dropped: there would be a gap.
 */
export function mergeStoredBalanceRecords<One extends { id: string }>(
  stored: readonly One[],
  loaded: readonly One[],
  firstPage: readonly One[],
): One[] {
  const storedById = new Map(stored.map((one) => [one.id, one]))
  const isConnected = stored.length === 0 || firstPage.length === 0 || firstPage.some(({ id }) => storedById.has(id))
  const all = new Map([...(isConnected ? storedById : []), ...(isConnected ? loaded : firstPage).map((one) => [one.id, one] as const)])
  return [...all.values()].toSorted((a, b) => (isNewer(a.id, b.id) ? -1 : 1))
}
