import { asPartialObject } from '#api/stored/useDraft.ts'

/** What has been typed into the ticket of second contracts. */
export interface SecondContractDraft {
  /** '' until one is chosen. */
  setId: string
  money: string
}

export const emptySecondContractDraft: SecondContractDraft = { setId: '', money: '' }

/** A draft as the tab kept it; what does not fit is left out. */
export function parseSecondContractDraft(stored: unknown): Partial<SecondContractDraft> {
  const { setId, money } = asPartialObject<SecondContractDraft>(stored)
  return { ...(typeof setId === 'string' && { setId }), ...(typeof money === 'string' && { money }) }
}
