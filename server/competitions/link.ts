/** The screen of a competition, for a notice. */
export const competitionLinkOf = (competitionId: string): string => `/bisaiDetail?id=${competitionId}`
