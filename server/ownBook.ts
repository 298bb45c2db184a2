import { book } from '#contract/constants.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Sql } from '#db/database.ts'
import { type Balance, balancesOf, type Book, lockWallet } from '#ledger/ledger.ts'
import type { CompetitionRow } from './competitionNames.ts'
import { entryMeant } from './contest.ts'

/** A book of one person: REAL, DEMO, or that of one of their competition entries (product §0.1). */
export interface OwnBook {
  userId: string
  book: Book
  /** Whose money it is in the ledger: the person's, or in a competition the entry's own. */
  walletId: string
  /** The competition entry; null in the other books. */
  entryId: string | null
  /** Its competition; null in the other books. */
  competition: CompetitionRow | null
  /** Where the wallet served other entries too, as it did once: while it was this one's. `toMs` is undefined while it runs. */
  during?: { fromMs: number; toMs: number | undefined }
}

export const ownBook = (userId: string, inBook: Exclude<Book, 3>): OwnBook => ({
  userId,
  book: inBook,
  walletId: userId,
  entryId: null,
  competition: null,
})

/**
 * The book that a call means by `accountType` and, for a competition entry, `compId`: the only one that runs where it is left out.
 * Refuses what entryMeant refuses, and validation for a competition beside another book.
 */
export async function bookMeant(
  sql: Sql,
  userId: string,
  { accountType, compId }: { accountType: number; compId?: string | undefined },
): Promise<OwnBook> {
  if (accountType !== book.contest) {
    if (compId !== undefined) throw new Refusal('validation', { field: 'compId', rule: 'with accountType 3 alone' })
    return ownBook(userId, accountType as Exclude<Book, 3>)
  }
  const { id, wallet_id: walletId, competition_id, series, name, joined_ms, left_ms } = await entryMeant(sql, userId, compId)
  return {
    userId,
    book: book.contest,
    walletId,
    entryId: id,
    competition: { id: competition_id, series, name },
    ...(walletId !== id && { during: { fromMs: Number(joined_ms), toMs: left_ms === null ? undefined : Number(left_ms) } }),
  }
}

/** Nobody else changes its money or its orders until the transaction ends. Take it before reading. */
export const lockBook = (sql: Sql, { walletId, book: inBook }: OwnBook): Promise<void> => lockWallet(sql, walletId, inBook)

/** What it holds now, by currency and bucket; nothing once an entry is over whose wallet serves another. */
export const heldIn = async (sql: Sql, { walletId, book: inBook, during }: OwnBook): Promise<Balance[]> =>
  during?.toMs === undefined ? balancesOf(sql, walletId, inBook) : []
