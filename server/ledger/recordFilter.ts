import type { AccountType } from './ledger.ts'

/** Which records: those of one person in one book, narrowed by what is given. */
export interface LedgerRecordFilter {
  userId: string
  book: AccountType
  currency?: string | undefined
  types?: readonly number[] | undefined
  /** Inclusive. */
  fromMs?: number | undefined
  /** Inclusive. */
  toMs?: number | undefined
  /** What the movements belong to. */
  ref?: { type: string; id: string } | undefined
}
