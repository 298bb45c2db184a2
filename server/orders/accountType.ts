import { accountTypes } from '#contract/constants.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Sql } from '#db/database.ts'
import { type LedgerBalance, readLedgerBalances, type AccountType, lockWallet } from '#ledger/ledger.ts'
import type { CompetitionNameRow } from '../core/competitionNames.ts'
import { resolveCompetitionEntry } from './competition.ts'

/** A book of one person: REAL, DEMO, or that of one of their competition entries (docs/rules/environments.md). */
export interface TradingAccountScope {
  userId: string
  book: AccountType
  /** Whose money it is in the ledger: the person's, or in a competition the entry's own. */
  walletId: string
  /** The competition entry; null in the other books. */
  entryId: string | null
  /** Its competition; null in the other books. */
  competition: CompetitionNameRow | null
  /** Where the wallet served other entries too, as it did once: while it was this one's. `toMs` is undefined while it runs. */
  during?: { fromMs: number; toMs: number | undefined }
}

export const realOrDemoScopeOf = (userId: string, inBook: Exclude<AccountType, 3>): TradingAccountScope => ({
  userId,
  book: inBook,
  walletId: userId,
  entryId: null,
  competition: null,
})

/**
 * The book that a call means by `accountType` and, for a competition entry, `compId`: the only one that runs where it is left out.
 * Refuses what `resolveCompetitionEntry` refuses, and validation for a competition beside another book.
 */
export async function resolveTradingAccountScope(
  sql: Sql,
  userId: string,
  { accountType, compId }: { accountType: number; compId?: string | undefined },
): Promise<TradingAccountScope> {
  if (accountType !== accountTypes.competition) {
    if (compId !== undefined) throw new Refusal('validation', { field: 'compId', rule: 'with accountType 3 alone' })
    return realOrDemoScopeOf(userId, accountType as Exclude<AccountType, 3>)
  }
  const { id, wallet_id: walletId, competition_id, series, name, joined_ms, left_ms } = await resolveCompetitionEntry(sql, userId, compId)
  return {
    userId,
    book: accountTypes.competition,
    walletId,
    entryId: id,
    competition: { id: competition_id, series, name },
    ...(walletId !== id && { during: { fromMs: Number(joined_ms), toMs: left_ms === null ? undefined : Number(left_ms) } }),
  }
}

/** Nobody else changes its money or its orders until the transaction ends. Take it before reading. */
export const lockTradingAccount = (sql: Sql, { walletId, book: inBook }: TradingAccountScope): Promise<void> =>
  lockWallet(sql, walletId, inBook)

/** What it holds now, by currency and bucket; nothing once an entry is over whose wallet serves another. */
export const readTradingAccountBalances = async (
  sql: Sql,
  { walletId, book: inBook, during }: TradingAccountScope,
): Promise<LedgerBalance[]> => (during?.toMs === undefined ? readLedgerBalances(sql, walletId, inBook) : [])
