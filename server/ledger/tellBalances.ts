import * as z from 'zod/mini'
import { Balance } from '#contract/calls/wallet.ts'
import type { Sql } from '#db/database.ts'
import { balancesFrom } from '#rules/balance.ts'
import type { House } from '../house.ts'
import { englishName } from '../names.ts'
import { balancesOf, type Book } from './ledger.ts'

const Balances = z.array(Balance)

/**
 * Tells the person's open streams, once the transaction is safe, all balances of the book as the REST reply has them; of a competition `entry`
 * those of its own. Names are English ones.
 */
export async function tellBalances(
  house: House,
  sql: Sql,
  userId: string,
  inBook: Book,
  afterCommit: (effect: () => void) => void,
  entry?: { walletId: string; compId: string },
): Promise<void> {
  const held = await balancesOf(sql, entry?.walletId ?? userId, inBook)
  const balances = z.encode(
    Balances,
    balancesFrom(held, { accountType: inBook, compId: entry?.compId ?? null }, house.clock.now(), englishName),
  )
  afterCommit(() => house.events.toUser({ userId, event: { t: 'balance', d: balances } }))
}
