import type { Sql } from '#db/database.ts'

/** I1–I7 of docs/rules/ledger.md. */
export type LedgerInvariantCode = 'I1' | 'I2' | 'I3' | 'I4' | 'I5' | 'I6' | 'I7'

export interface LedgerViolation {
  invariant: LedgerInvariantCode
  detail: string
}

/** What of its table a question looks at: keys above `after` up to `upTo`, and incomes from `sinceDay` on. */
export interface KeyRange {
  after: string
  upTo: string
  /** A day of the server, '2026-11-21'. */
  sinceDay: string
}

/** Gives SQL for one row, with a `detail`, per broken promise among those keys. */
export interface LedgerInvariantQuery {
  invariant: LedgerInvariantCode
  text(range: KeyRange): string
}

/** The rows of a statement of the check: its text is put together of questions and ranges of keys, none of which comes from outside. */
export const runLedgerCheckQuery = <Row extends object>(sql: Sql, text: string): Promise<Row[]> => sql.query<Row>(text)

export const minimumDay = '0001-01-01'
/** Every key that there can be. */
export const fullKeyRange: KeyRange = { after: '-9223372036854775808', upTo: '9223372036854775807', sinceDay: minimumDay }

/** The condition that a key is in the range. Keys come from the database alone; anything else throws. */
export function inKeyRangeSql(column: string, { after, upTo }: KeyRange): string {
  if (![after, upTo].every((key) => /^-?\d+$/.test(key))) throw new Error(`no keys: ${after}, ${upTo}`)
  return `${column} > ${after} and ${column} <= ${upTo}`
}
