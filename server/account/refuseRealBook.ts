import { book } from '#contract/constants.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Visitor } from './visitor.ts'

/** Real money needs a verified identity; guests have the DEMO book alone (product §1.2 call 19). Refuses guestRestricted and kycRequired. */
export function refuseRealBook(accountType: number, visitor: Visitor): void {
  if (accountType !== book.real) return
  if (visitor.isGuest) throw new Refusal('guestRestricted')
  throw new Refusal('kycRequired', { level: 1 })
}
