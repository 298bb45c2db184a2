import { closeReason } from '#contract/states.ts'
import type { Visitor } from '#account/visitor.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Sql } from '#db/database.ts'
import { type Book, lockWallet } from '#ledger/ledger.ts'
import { conversionSymbol } from '#rules/quote.ts'
import type { House } from '../house.ts'
import type { RecheckOrders, RecheckScope } from '../orderRechecks.ts'
import { endOfRight, type WaitingAsk } from '../waitingOrders.ts'
import { cancelPending } from './limit.ts'
import type { PositionRow } from './position.ts'
import { leverageCapOf } from './region.ts'
import { claimPending, walletOf } from './store.ts'
import { note, tell } from './tell.ts'

interface Found {
  id: string
  account_type: number
  wallet_id: string
}

const batch = 500

/** Why this waiting contract order may not be filled any more, as endOfRight says. */
export function endOfContract(house: House, sql: Sql, row: PositionRow, sec?: number): Promise<number | undefined> {
  const spec = house.market.spec(row.symbol)
  if (!spec) return Promise.resolve(closeReason.delisting)
  const converter = conversionSymbol[spec.quote]?.symbol
  const ask: WaitingAsk = {
    userId: row.user_id,
    symbol: row.symbol,
    trade: {
      accountType: row.account_type,
      compId: row.comp?.id,
      product: 'contract',
      symbols: converter === undefined ? [row.symbol] : [row.symbol, converter],
      lever: row.lever,
    },
    refuse: (visitor: Visitor) => {
      const max = leverageCapOf(visitor, spec, house.clock.now())
      if (row.lever > max) throw new Refusal('leverageCap', { max })
    },
  }
  return endOfRight(house, sql, ask, sec)
}

/** Cancels waiting contract orders that may not be filled any more. What runs and its stops are never looked at. */
export const recheckContracts =
  (house: House): RecheckOrders =>
  async (scope) => {
    for (const one of await waitingIn(house.db, scope)) await recheckOne(house, one)
  }

/** Each scope is one indexed read of what waits. */
function waitingIn(sql: Sql, scope: RecheckScope): Promise<Found[]> {
  const select = (where: string, params: unknown[], limit: number | null = batch) =>
    sql.query<Found>(
      `select id, account_type, ${walletOf('position')} from position where status = 0 and ${where} order by id limit ${limit}`,
      params,
    )
  if (scope.by === 'person') return select('user_id = $1', [scope.userId], null)
  if (scope.by === 'markets') return select('symbol = any($1)', [scope.symbols])
  return select(
    `(not symbol = any($1) or account_type = 1 and exists (select from account a where a.id = user_id and a.kyc_closes_ms <= $2))`,
    [scope.listed, scope.nowMs],
  )
}

async function recheckOne(house: House, { id, account_type, wallet_id }: Found): Promise<void> {
  const effects: (() => void)[] = []
  try {
    await house.db.transaction(async (sql) => {
      effects.length = 0
      // Wallet first, then the row: the same order as a fill and a person's own cancel, so that nobody waits in a circle.
      await lockWallet(sql, wallet_id, account_type as Book)
      const row = await claimPending(sql, id)
      const reason = row && (await endOfContract(house, sql, row))
      const cancelled = reason && (await cancelPending(sql, row, reason, house.clock.now()))
      if (!cancelled) return
      await note(house, sql, cancelled, (effect) => effects.push(effect))
      await tell(house, sql, cancelled, (effect) => effects.push(effect))
    })
  } catch (error) {
    console.error(`order ${id} could not be judged again`, error)
    return
  }
  for (const effect of effects) effect()
}
