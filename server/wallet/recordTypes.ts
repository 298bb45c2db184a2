import { Refusal } from '#contract/refusals.ts'

/** Record types out of an address. Refuses what is no number; a number that no record has finds nothing. */
export const parseRecordTypes = (texts: readonly string[] | undefined): number[] | undefined => texts?.map(typeOf)

function typeOf(text: string): number {
  if (!/^\d{1,2}$/.test(text)) throw new Refusal('validation', { field: 'type', rule: 'record types' })
  return Number(text)
}
