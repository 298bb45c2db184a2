/** The screen of a competition, for a notice. */
export const linkOf = (competitionId: string): string => `/bisaiDetail?id=${competitionId}`
