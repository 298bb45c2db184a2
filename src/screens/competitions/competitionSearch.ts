const ids = /^[a-z0-9-]{1,40}$/

export interface CompetitionSearchParams {
  id?: string
  /** What is shown below one's own part; without it what matters more now. */
  view?: 'ranking' | 'rules'
}
export const readCompetitionSearchParams = ({ id, view }: Record<string, unknown>): CompetitionSearchParams => ({
  ...(typeof id === 'string' && ids.test(id) && { id }),
  ...((view === 'ranking' || view === 'rules') && { view }),
})

/** Which of one's own competitions is shown alone; all of them without it. */
export const readCompetitionEntrySearchParams = ({ id }: Record<string, unknown>): Pick<CompetitionSearchParams, 'id'> =>
  typeof id === 'string' && ids.test(id) ? { id } : {}

/** Which competitions the list shows; those in progress without it. */
export interface CompetitionListSearchParams {
  status?: 'upcoming' | 'ended'
}
export const readCompetitionListSearchParams = ({ status }: Record<string, unknown>): CompetitionListSearchParams =>
  status === 'upcoming' || status === 'ended' ? { status } : {}
