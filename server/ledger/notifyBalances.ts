import * as z from 'zod/mini'
import { CurrencyBalance } from '#contract/calls/wallet.ts'
import type { Sql } from '#db/database.ts'
import { currencyBalancesFromBuckets } from '#rules/balance.ts'
import type { AppContext } from '../core/appContext.ts'
import { englishCurrencyName } from '../core/names.ts'
import { readLedgerBalances, type AccountType } from './ledger.ts'

const Balances = z.array(CurrencyBalance)

/**
 * Tells the person's open streams, once the transaction is safe, all balances of the book as the REST reply has them; of a competition `entry`
 * those of its own. Names are English ones.
 */
export async function notifyBalances(
  app: AppContext,
  sql: Sql,
  userId: string,
  inBook: AccountType,
  afterCommit: (effect: () => void) => void,
  entry?: { walletId: string; compId: string },
): Promise<void> {
  const held = await readLedgerBalances(sql, entry?.walletId ?? userId, inBook)
  const balances = z.encode(
    Balances,
    currencyBalancesFromBuckets(held, { accountType: inBook, compId: entry?.compId ?? null }, app.clock.now(), englishCurrencyName),
  )
  afterCommit(() => app.events.toUser({ userId, event: { t: 'balance', d: balances } }))
}
