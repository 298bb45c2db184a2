import { asInstant, type Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { readNewestRecordedSec, readRecordedPriceAtOrBefore } from '#market/record/recordedPrices.ts'
import { isRowId, newRowId } from '#server/core/ids.ts'
import { cancelSpotOrdersOfFeed } from '#server/spot/endOfFeed.ts'
import { closeContractsOfFeed } from '#server/trading/endOfFeed.ts'
import { type OperatorContext, runStaffAction } from './operatorContext.ts'
import { assertFourEyes } from './fourEyes.ts'
import { StaffError } from './staffError.ts'
import type { StaffMember } from './staff.ts'

/** A feed that is played no more, whose open contracts and waiting orders are closed. */
export interface FeedOrdersClosing {
  id: string
  feed: string
  reason: string
  proposedBy: string
  proposedAt: Instant
  status: 'waiting' | 'approved' | 'declined'
}

/** What contracts of a market close at: the last price of the feed. */
interface LastPrice {
  symbol: string
  /** Undefined where none is kept: those contracts wait. */
  price: string | undefined
  sec: number
}

interface Row {
  id: string
  feed: string
  reason: string
  proposed_by: string
  proposer: string
  proposed_ms: string
  status: number
}

const backSeconds = 30 * 86_400
const refused = (sentence: string) => new StaffError('refused', sentence)
const select = 'select c.*, p.name as proposer from feed_closing c join staff p on p.id = c.proposed_by'
const statusOf = (status: number): FeedOrdersClosing['status'] => (status === 0 ? 'waiting' : status === 1 ? 'approved' : 'declined')

/** The newest fifty. Who looked is written down. */
export const listFeedOrdersClosings = (context: OperatorContext, staff: StaffMember): Promise<FeedOrdersClosing[]> =>
  runStaffAction(context, staff, 'feed.list', async ({ sql, log }) => {
    const rows = await sql.query<Row>(`${select} order by c.id desc limit 50`)
    await log('feed.list', { found: String(rows.length) })
    return rows.map(({ id, feed, reason, proposer, proposed_ms, status }) => ({
      id,
      feed,
      reason,
      proposedBy: proposer,
      proposedAt: asInstant(Number(proposed_ms)),
      status: statusOf(status),
    }))
  })

async function refusePlayed({ app }: OperatorContext, sql: Sql, feed: string): Promise<void> {
  const played = await sql.query('select from market_lease where feed = $1 and until > clock_timestamp()', [feed])
  if (feed === app.market.feed || played.length > 0) throw refused(`"${feed}" is played now: its orders settle by themselves.`)
}

async function lastPrices(sql: Sql, feed: string): Promise<LastPrice[]> {
  const open = await sql.query<{ symbol: string }>(
    'select distinct symbol from position where feed = $1 and status in (1, 2) order by symbol',
    [feed],
  )
  const newest = await readNewestRecordedSec(sql, feed)
  const found: LastPrice[] = []
  for (const { symbol } of open) {
    const last = await readRecordedPriceAtOrBefore(sql, feed, symbol, newest, backSeconds)
    found.push({ symbol, price: last?.price, sec: last?.sec ?? 0 })
  }
  return found
}

/** Writes the wish down and says at which prices it would close; nothing closes before somebody else approves it. Refuses a feed that is played. */
export function proposeFeedOrdersClosing(
  context: OperatorContext,
  staff: StaffMember,
  feed: string,
  reason: string,
): Promise<{ id: string; prices: LastPrice[] }> {
  const why = reason.trim()
  if (why.length < 10 || why.length > 300) throw new StaffError('usage', 'The reason is 10 to 300 characters.')
  return runStaffAction(context, staff, 'feed.propose', async ({ sql, log }) => {
    await refusePlayed(context, sql, feed)
    if ((await sql.query('select from market_feed where feed = $1', [feed])).length === 0)
      throw new StaffError('usage', `Nothing was ever recorded of "${feed}".`)
    const now = context.app.clock.now()
    const id = newRowId(now)
    await sql.query('insert into feed_closing (id, feed, reason, proposed_by, proposed_ms) values ($1, $2, $3, $4, $5)', [
      id,
      feed,
      why,
      staff.id,
      now,
    ])
    await log('feed.propose', { id, feed, reason: why })
    return { id, prices: await lastPrices(sql, feed) }
  })
}

/**
 * Approves and closes: contracts at the last recorded price of the feed, which the log names; orders that wait are cancelled. Each in a
 * transaction of its own with a notice; one that failed is closed by approving once more. Refuses the proposer and a feed that is played again.
 */
export async function approveFeedOrdersClosing(
  context: OperatorContext,
  staff: StaffMember,
  id: string,
): Promise<{ feed: string; prices: LastPrice[]; closed: number; left: number }> {
  const { app } = context
  const { feed, prices } = await runStaffAction(context, staff, 'feed.decide', async ({ sql, log }) => {
    const [row] = isRowId(id) ? await sql.query<Row>(`${select} where c.id = $1 for update of c`, [id]) : []
    if (!row) throw refused(`There is no closing ${id} of a feed.`)
    if (row.status === -1) throw refused(`Closing ${id} was declined already.`)
    await refusePlayed(context, sql, row.feed)
    const now = app.clock.now()
    assertFourEyes(row, staff, app.config, now)
    const last = await lastPrices(sql, row.feed)
    await sql.query('update feed_closing set status = 1, decided_by = $2, decided_ms = $3 where id = $1 and status = 0', [
      row.id,
      staff.id,
      now,
    ])
    const named = last.map(({ symbol, price, sec }) => `${symbol} ${price ?? 'none'} of ${sec}`).join(', ')
    await log('feed.approve', { id: row.id, feed: row.feed, proposedBy: row.proposer, prices: named })
    return { feed: row.feed, prices: last }
  })
  const contracts = await closeContractsOfFeed(app, feed)
  const spot = await cancelSpotOrdersOfFeed(app, feed)
  return { feed, prices, closed: contracts.closed + spot.closed, left: contracts.left + spot.left }
}

/** Ends a proposal; anyone who may decide can, also who proposed it. */
export const declineFeedOrdersClosing = (context: OperatorContext, staff: StaffMember, id: string): Promise<void> =>
  runStaffAction(context, staff, 'feed.decide', async ({ sql, log }) => {
    const rows = isRowId(id)
      ? await sql.query('update feed_closing set status = -1, decided_by = $2, decided_ms = $3 where id = $1 and status = 0 returning id', [
          id,
          staff.id,
          context.app.clock.now(),
        ])
      : []
    if (rows.length === 0) throw refused(`No closing ${id} of a feed waits.`)
    await log('feed.decline', { id })
  })
