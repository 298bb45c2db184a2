import * as z from 'zod/mini'
import { Position } from '#contract/calls/trading.ts'
import { Balance } from '#contract/calls/wallet.ts'
import type { Sql } from '#db/database.ts'
import { balancesOf, type Book } from '#ledger/ledger.ts'
import { balancesFrom } from '#rules/balance.ts'
import type { House } from '../house.ts'
import { type PositionRow, toPosition } from './position.ts'

const Balances = z.array(Balance)

/** Tells the person's open streams, once the transaction is safe: the position, and all balances of its book, as their REST replies are. */
export async function tell(house: House, sql: Sql, row: PositionRow, afterCommit: (effect: () => void) => void): Promise<void> {
  const position = z.encode(Position, toPosition(row, house.market))
  const buckets = await balancesOf(sql, row.user_id, row.account_type as Book)
  const balances = z.encode(Balances, balancesFrom(buckets, row.account_type, house.clock.now()))
  afterCommit(() => {
    house.events.toUser({ userId: row.user_id, event: { t: 'position', d: position } })
    house.events.toUser({ userId: row.user_id, event: { t: 'balance', d: balances } })
  })
}
