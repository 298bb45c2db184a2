import { positionStatus } from '#contract/states.ts'
import type { Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import type { Book } from '#ledger/ledger.ts'
import { noConversion } from '#rules/quote.ts'
import type { House } from '../house.ts'
import { settle } from './close.ts'
import { cancelPending } from './limit.ts'
import type { PositionRow } from './position.ts'
import type { Settlement } from './settlement.ts'
import { lockPosition, openPositionsOf, pendingOf } from './store.ts'
import { tell } from './tell.ts'

interface Ending {
  sql: Sql
  userId: string
  book: Book
  /** Of a competition: whose part in it ends. */
  entryId: string | null
  at: Instant
  reason: number
  /** The prices that a position closes at. */
  on(row: PositionRow): Settlement
  afterCommit(effect: () => void): void
}

/** Ends all contracts of one book, in a competition of one entry, with its wallet locked: limit orders are cancelled, positions closed. Says how many there were. */
export async function endBook(house: House, ending: Ending): Promise<number> {
  const { sql, afterCommit } = ending
  const rows = [...(await pendingOf(sql, ending)), ...(await openPositionsOf(sql, ending))]
  let ended = 0
  for (const { id } of rows.toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1))) {
    const row = await lockPosition(sql, id)
    const after = row && (await endOne(row, ending))
    if (!after) continue
    ended++
    await tell(house, sql, after, afterCommit)
  }
  return ended
}

function endOne(row: PositionRow, { sql, reason, at, on }: Ending): Promise<PositionRow | undefined> {
  if (row.status === positionStatus.pending) return cancelPending(sql, row, reason, at)
  // One that its person closed before, while there was no price, keeps that reason.
  return settle(sql, row, on(row), row.close_reason ?? reason, at)
}

/**
 * The newest record there is, however old: a book must be able to end on a weekend too. A market without any record gives the opening
 * price back.
 */
export function newestOf({ market }: House, row: PositionRow): Settlement {
  const spec = market.spec(row.symbol)
  const quote = market.quote(row.symbol)
  const conversion = spec && market.conversion(spec.quote)
  if (quote && conversion) return { mid: quote.mid, bid: quote.bid, ask: quote.ask, sec: quote.sec, conversion }
  const price = row.open_price
  const by = (conversion ?? noConversion).by
  return { mid: price, bid: price, ask: price, sec: Number(row.open_sec), conversion: { rate: row.conversion_rate, by } }
}
