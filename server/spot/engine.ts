import { closeReason } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import { type Book, lockWallet } from '#ledger/ledger.ts'
import type { PriceRecord } from '#market/market.ts'
import { type Quote, quoteOf } from '#rules/quote.ts'
import type { House } from '../house.ts'
import type { RecheckOrders } from '../orderRechecks.ts'
import { cancelPending, fillPending } from './limit.ts'
import { endOfSpot, waitingIn } from './recheck.ts'
import { claimPending, expiredOrders, type SpotRow, touchedBy } from './store.ts'
import { note, tell } from './tell.ts'

type Found = Awaited<ReturnType<typeof touchedBy>>[number]

/** People whose orders one record fills are served side by side, this many at a time; one person's in order. */
const lanes = 6

/** Fills on every record the limit orders that it touches, and cancels beside the records those whose 30 days are over. Gives back how to stop. */
export function startSpot(house: House): () => Promise<void> {
  let expiring: Promise<void> | undefined
  const stop = house.market.onRecord(async (record) => {
    await onRecord(house, record)
    expiring ??= expireDue(house)
      .catch((error: unknown) => console.error('spot orders could not be expired', error))
      .finally(() => (expiring = undefined))
  })
  return async () => {
    stop()
    await expiring
  }
}

/** One record (product §2.3). What was missed while no server ran is found by the same question at the first record after the start. */
export async function onRecord(house: House, record: PriceRecord): Promise<void> {
  const quotes = new Map<string, Quote & { sec: number }>()
  for (const [symbol, mid] of record.prices) {
    const spec = house.market.spec(symbol)
    if (spec?.category === 'crypto') quotes.set(symbol, { ...quoteOf(mid, spec.spreadBps, spec.tick), sec: record.sec })
  }
  if (quotes.size === 0) return
  const found = await touchedBy(
    house.db,
    [...quotes.keys()],
    [...quotes.values()].map(({ mid }) => mid),
  )
  await serve(house, found, async (sql, row) => {
    const on = quotes.get(row.symbol)
    return on && fillPending(sql, row, on, house.clock.now(), () => endOfSpot(house, sql, row, on.sec))
  })
}

/** Cancels what has waited for its 30 days. */
export async function expireDue(house: House): Promise<void> {
  await serve(house, await expiredOrders(house.db, house.clock.now()), (sql, row) => {
    const at = house.clock.now()
    return Number(row.expires_ms) <= at ? cancelPending(sql, row, closeReason.expiry, at) : Promise.resolve(undefined)
  })
}

/** Cancels waiting spot orders that may not be filled any more; those that sell coins stand. */
export const recheckSpot =
  (house: House): RecheckOrders =>
  async (scope) =>
    serve(house, await waitingIn(house.db, scope), async (sql, row) => {
      const reason = await endOfSpot(house, sql, row)
      return reason === undefined ? undefined : cancelPending(sql, row, reason, house.clock.now())
    })

async function serve(house: House, found: readonly Found[], act: (sql: Sql, row: SpotRow) => Promise<SpotRow | undefined>): Promise<void> {
  const people = [...Map.groupBy(found, ({ user_id }) => user_id).values()]
  const lane = async () => {
    for (let theirs = people.shift(); theirs; theirs = people.shift()) for (const one of theirs) await actOn(house, one, act)
  }
  await Promise.all(Array.from({ length: Math.min(lanes, people.length) }, lane))
}

/** One transaction. A failure is logged and leaves the order as it was: the next record asks again. */
async function actOn(house: House, one: Found, act: (sql: Sql, row: SpotRow) => Promise<SpotRow | undefined>): Promise<void> {
  const effects: (() => void)[] = []
  try {
    await house.db.transaction(async (sql) => {
      effects.length = 0
      // Wallet first, then the row: the same order as a person's own cancel, so that the two never wait in a circle.
      await lockWallet(sql, one.user_id, one.account_type as Book)
      const row = await claimPending(sql, one.id)
      const changed = row && (await act(sql, row))
      if (!changed) return
      await note(house, sql, changed, (effect) => effects.push(effect))
      await tell(house, sql, changed, (effect) => effects.push(effect))
    })
  } catch (error) {
    console.error(`spot order ${one.id} could not be settled`, error)
    return
  }
  for (const effect of effects) effect()
}
