/** Why: `usage` a wrong command, `refused` a rule says no, `forbidden` not this person, `broken` a check failed, `unreachable` no database. */
export type RefusedKind = 'refused' | 'usage' | 'forbidden' | 'broken' | 'unreachable'

/** An expected no, in one plain sentence for the member of staff. Printed without a stack. */
export class StaffRefused extends Error {
  override readonly name = 'StaffRefused'
  readonly kind: RefusedKind
  constructor(kind: RefusedKind, sentence: string) {
    super(sentence)
    this.kind = kind
  }
}
