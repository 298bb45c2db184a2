/** Larger ids are newer; as text they are compared by length first. */
const isNewer = (a: string, b: string): boolean => a.length > b.length || (a.length === b.length && a > b)

/**
 * What was seen and what is read now, newest first. A record never changes, so one that a newer page pushed out of the first stays where it
 * was. When so many are new that the first page no longer meets what was seen, what was seen is dropped: there would be a gap.
 */
export function joined<One extends { id: string }>(seen: readonly One[], read: readonly One[], first: readonly One[]): One[] {
  const known = new Map(seen.map((one) => [one.id, one]))
  const meets = seen.length === 0 || first.length === 0 || first.some(({ id }) => known.has(id))
  const all = new Map([...(meets ? known : []), ...(meets ? read : first).map((one) => [one.id, one] as const)])
  return [...all.values()].toSorted((a, b) => (isNewer(a.id, b.id) ? -1 : 1))
}
