import { book } from '#contract/constants.ts'
import { closeReason, positionStatus } from '#contract/states.ts'
import type { Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import type { DemoReset } from '../demoBook.ts'
import type { House } from '../house.ts'
import { noConversion } from '#rules/quote.ts'
import { settle } from './close.ts'
import { cancelPending } from './limit.ts'
import type { PositionRow } from './position.ts'
import type { Settlement } from './settlement.ts'
import { lockPosition, openPositionsOf, pendingOf } from './store.ts'
import { tell } from './tell.ts'

/** Contracts of a demo book that begins anew: limit orders are cancelled, positions are closed with reason 7. */
export const resetContracts =
  (house: House): DemoReset =>
  async ({ sql, userId, at, afterCommit }) => {
    const rows = [...(await pendingOf(sql, userId, book.demo)), ...(await openPositionsOf(sql, userId, book.demo))]
    let ended = 0
    for (const { id } of rows.toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1))) {
      const row = await lockPosition(sql, id)
      const after = row && (await endOne(house, sql, row, at))
      if (!after) continue
      ended++
      await tell(house, sql, after, afterCommit)
    }
    return ended
  }

function endOne(house: House, sql: Sql, row: PositionRow, at: Instant): Promise<PositionRow | undefined> {
  if (row.status === positionStatus.pending) return cancelPending(sql, row, closeReason.demoReset, at)
  // One that its person closed before, while there was no price, keeps that reason.
  return settle(sql, row, newestOf(house, row), row.close_reason ?? closeReason.demoReset, at)
}

/**
 * The newest record there is, however old: a book must be able to begin anew on a weekend too, and what the closing brings is replaced by
 * the new balance anyway. A market without any record gives the opening price back.
 */
function newestOf({ market }: House, row: PositionRow): Settlement {
  const spec = market.spec(row.symbol)
  const quote = market.quote(row.symbol)
  const conversion = spec && market.conversion(spec.quote)
  if (quote && conversion) return { mid: quote.mid, bid: quote.bid, ask: quote.ask, sec: quote.sec, conversion }
  const price = row.open_price
  const by = (conversion ?? noConversion).by
  return { mid: price, bid: price, ask: price, sec: Number(row.open_sec), conversion: { rate: row.conversion_rate, by } }
}
