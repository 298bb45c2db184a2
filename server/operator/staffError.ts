/** Why: `usage` a wrong command, `refused` a rule says no, `forbidden` not this person, `broken` a check failed, `unreachable` no database. */
export type StaffErrorKind = 'refused' | 'usage' | 'forbidden' | 'broken' | 'unreachable'

/** An expected no, in one plain sentence for the member of staff. Printed without a stack. */
export class StaffError extends Error {
  override readonly name = 'StaffError'
  readonly kind: StaffErrorKind
  constructor(kind: StaffErrorKind, sentence: string) {
    super(sentence)
    this.kind = kind
  }
}
