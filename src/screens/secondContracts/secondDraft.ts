import { partsOf } from '#api/useDraft.ts'

/** What has been typed into the ticket of second contracts. */
export interface SecondDraft {
  /** '' until one is chosen. */
  setId: string
  money: string
}

export const emptySecond: SecondDraft = { setId: '', money: '' }

/** A draft as the tab kept it; what does not fit is left out. */
export function readSecondDraft(kept: unknown): Partial<SecondDraft> {
  const { setId, money } = partsOf<SecondDraft>(kept)
  return { ...(typeof setId === 'string' && { setId }), ...(typeof money === 'string' && { money }) }
}
