import { asInstant, type Instant } from '#contract/time.ts'
import { readNewestRecordedSec } from '#market/record/recordedPrices.ts'
import { type OperatorContext, runStaffAction } from './operatorContext.ts'
import { StaffError } from './staffError.ts'
import type { StaffMember } from './staff.ts'

/** A market that takes no new orders; what runs goes on to its end (docs/rules/fair-dealing.md). */
export interface MarketHalt {
  symbol: string
  since: Instant
  reason: string
}

/**
 * Refuses new orders on a market from now on; orders that wait to open something there are cancelled. Prices, the record and everything
 * open stay as they are.
 */
export function haltMarket(context: OperatorContext, staff: StaffMember, symbol: string, reason: string): Promise<void> {
  const { app } = context
  if (!app.market.spec(symbol)) throw new StaffError('usage', `"${symbol}" is no market of ours.`)
  const why = reason.trim()
  if (why.length < 5 || why.length > 300) throw new StaffError('usage', 'The reason is 5 to 300 characters.')
  return runStaffAction(context, staff, 'market.halt', async ({ sql, log }) => {
    const rows = await sql.query(
      `insert into market_halt (symbol, since_ms, reason, after_sec) values ($1, $2, $3, $4) on conflict (symbol) do nothing returning symbol`,
      [symbol, app.clock.now(), why, await readNewestRecordedSec(sql, app.market.feed)],
    )
    if (rows.length === 0) throw new StaffError('refused', `${symbol} is halted already.`)
    await log('market.halt', { symbol, reason: why })
  })
}

/** Takes new orders again. */
export function resumeHaltedMarket(context: OperatorContext, staff: StaffMember, symbol: string): Promise<void> {
  return runStaffAction(context, staff, 'market.halt', async ({ sql, log }) => {
    const rows = await sql.query('delete from market_halt where symbol = $1 returning symbol', [symbol])
    if (rows.length === 0) throw new StaffError('refused', `${symbol} is not halted.`)
    await log('market.resume', { symbol })
  })
}

/** What is halted now. */
export async function listMarketHalts({ app }: OperatorContext): Promise<MarketHalt[]> {
  const rows = await app.db.query<{ symbol: string; since_ms: string; reason: string }>('select * from market_halt order by symbol')
  return rows.map(({ symbol, since_ms, reason }) => ({ symbol, since: asInstant(Number(since_ms)), reason }))
}
