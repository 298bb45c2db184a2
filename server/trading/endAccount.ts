import { positionStatus } from '#contract/states.ts'
import type { Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import type { AccountType } from '#ledger/ledger.ts'
import { noUsdtConversion } from '#rules/quote.ts'
import type { AppContext } from '../core/appContext.ts'
import { quoteAtOrderSpread } from '../orders/ownSpread.ts'
import { bookPositionClose } from './close.ts'
import { cancelPendingContractOrder } from './limit.ts'
import { readLastPositionSettlementPricesOfFeed } from './lastOfFeed.ts'
import type { PositionRow } from './position.ts'
import type { PositionSettlementPrices } from './settlement.ts'
import { lockPosition, readOpenPositions, readPendingContractOrders } from './store.ts'
import { notifyStreamsOfPosition } from './notify.ts'

interface Ending {
  sql: Sql
  userId: string
  book: AccountType
  /** Of a competition: whose part in it ends. */
  entryId: string | null
  at: Instant
  reason: number
  /** The prices that a position closes at. */
  on(row: PositionRow): PositionSettlementPrices | Promise<PositionSettlementPrices>
  afterCommit(effect: () => void): void
}

/** Ends all contracts of one book, in a competition of one entry, with its wallet locked: limit orders are cancelled, positions closed. Says how many there were. */
export async function closeAccountContracts(app: AppContext, ending: Ending): Promise<number> {
  const { sql, afterCommit } = ending
  const rows = [...(await readPendingContractOrders(sql, ending)), ...(await readOpenPositions(sql, ending))]
  let ended = 0
  for (const { id } of rows.toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1))) {
    const row = await lockPosition(sql, id)
    const after = row && (await endOne(row, ending))
    if (!after) continue
    ended++
    await notifyStreamsOfPosition(app, sql, after, afterCommit)
  }
  return ended
}

async function endOne(row: PositionRow, { sql, reason, at, on }: Ending): Promise<PositionRow | undefined> {
  if (row.status === positionStatus.pending) return cancelPendingContractOrder(sql, row, reason, at)
  // One that its person closed before, while there was no price, keeps that reason.
  return bookPositionClose(sql, row, await on(row), row.close_reason ?? reason, at)
}

/**
 * The newest record of the position's own feed, however old: a book must be able to end on a weekend too. A market without any record gives the
 * opening price back.
 */
export async function readNewestPositionSettlementPrices(app: AppContext, sql: Sql, row: PositionRow): Promise<PositionSettlementPrices> {
  const { market } = app
  const last = row.feed === market.feed ? undefined : await readLastPositionSettlementPricesOfFeed(app, sql, row)
  if (last) return last
  const spec = market.spec(row.symbol)
  const quote = row.feed === market.feed ? market.quote(row.symbol) : undefined
  const conversion = spec && market.conversion(spec.quote)
  if (quote && conversion)
    return quoteAtOrderSpread(market, row, { mid: quote.mid, bid: quote.bid, ask: quote.ask, sec: quote.sec, conversion })
  const price = row.open_price
  const by = (conversion ?? noUsdtConversion).by
  return { mid: price, bid: price, ask: price, sec: Number(row.open_sec), conversion: { rate: row.conversion_rate, by } }
}
