import * as z from 'zod/mini'
import { Balance } from '#contract/calls/wallet.ts'
import type { Sql } from '#db/database.ts'
import { balancesFrom } from '#rules/balance.ts'
import type { House } from '../house.ts'
import { englishName } from '../names.ts'
import { balancesOf, type Book } from './ledger.ts'

const Balances = z.array(Balance)

/** Tells the person's open streams, once the transaction is safe, all balances of the book as the REST reply has them in English. */
export async function tellBalances(
  house: House,
  sql: Sql,
  userId: string,
  inBook: Book,
  afterCommit: (effect: () => void) => void,
): Promise<void> {
  const balances = z.encode(Balances, balancesFrom(await balancesOf(sql, userId, inBook), inBook, house.clock.now(), englishName))
  afterCommit(() => house.events.toUser({ userId, event: { t: 'balance', d: balances } }))
}
