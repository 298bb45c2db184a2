const ids = /^[a-z0-9-]{1,40}$/

export interface CompetitionSearch {
  id?: string
}
export const readCompetitionSearch = ({ id }: Record<string, unknown>): CompetitionSearch =>
  typeof id === 'string' && ids.test(id) ? { id } : {}

/** Which competitions the list shows; those in progress without it. */
export interface CompetitionsSearch {
  status?: 'upcoming' | 'ended'
}
export const readCompetitionsSearch = ({ status }: Record<string, unknown>): CompetitionsSearch =>
  status === 'upcoming' || status === 'ended' ? { status } : {}
