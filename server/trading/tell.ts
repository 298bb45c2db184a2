import * as z from 'zod/mini'
import { Position } from '#contract/calls/trading.ts'
import { Balance } from '#contract/calls/wallet.ts'
import type { MarginWarning } from '#contract/priceStream.ts'
import type { Sql } from '#db/database.ts'
import { balancesOf, type Book } from '#ledger/ledger.ts'
import { balancesFrom } from '#rules/balance.ts'
import type { House } from '../house.ts'
import { type PositionRow, toPosition } from './position.ts'

/** Tells the person's open streams that a position's margin became thin, or was charged (product §2.4). */
export function warn(house: House, row: PositionRow, kind: MarginWarning['kind'], afterCommit: (effect: () => void) => void): void {
  const { id, symbol, marginRatio } = toPosition(row, house.market)
  const d: MarginWarning = { id, symbol, kind, marginRatio }
  afterCommit(() => house.events.toUser({ userId: row.user_id, event: { t: 'warning', d } }))
}

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
