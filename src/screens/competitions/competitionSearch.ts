const ids = /^[a-z0-9-]{1,40}$/

export interface CompetitionSearch {
  id?: string
  /** What is shown below one's own part; without it what matters more now. */
  view?: 'ranking' | 'rules'
}
export const readCompetitionSearch = ({ id, view }: Record<string, unknown>): CompetitionSearch => ({
  ...(typeof id === 'string' && ids.test(id) && { id }),
  ...((view === 'ranking' || view === 'rules') && { view }),
})

/** Which of one's own competitions is shown alone; all of them without it. */
export const readEntrySearch = ({ id }: Record<string, unknown>): Pick<CompetitionSearch, 'id'> =>
  typeof id === 'string' && ids.test(id) ? { id } : {}

/** Which competitions the list shows; those in progress without it. */
export interface CompetitionsSearch {
  status?: 'upcoming' | 'ended'
}
export const readCompetitionsSearch = ({ status }: Record<string, unknown>): CompetitionsSearch =>
  status === 'upcoming' || status === 'ended' ? { status } : {}
