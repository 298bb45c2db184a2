import type { PublishedTerm } from '#contract/calls/fairness.ts'

const keyOf = ({ area, subject, name }: PublishedTerm): string => `${area}|${subject}|${name}`

/** A change: what it was before, and what it became. */
export interface PublishedTermChange {
  term: PublishedTerm
  before: PublishedTerm['value']
}

/** Everything that is not from the beginning, newest first, with what it replaced. `terms` has the newest of a name first. */
export function computePublishedTermChanges(terms: readonly PublishedTerm[]): PublishedTermChange[] {
  return terms
    .flatMap((term, at) => {
      if (term.fromMs === 0) return []
      const earlier = terms.slice(at + 1).find((one) => keyOf(one) === keyOf(term) && one.calledOffMs === null)
      return [{ term, before: earlier?.value ?? null }]
    })
    .toSorted((a, b) => b.term.fromMs - a.term.fromMs)
}

/** What holds at that moment: of each name the newest that has begun and was not called off. */
export function publishedTermsInForce(terms: readonly PublishedTerm[], now: number): PublishedTerm[] {
  const seen = new Set<string>()
  return terms.filter((term) => {
    if (term.fromMs > now || term.calledOffMs !== null || seen.has(keyOf(term))) return false
    seen.add(keyOf(term))
    return term.value !== null
  })
}
