import { asInstant, type Instant } from '#contract/time.ts'
import { newestRecordedSec } from '#market/recordedPrices.ts'
import { type Desk, work } from './desk.ts'
import { StaffRefused } from './refused.ts'
import type { Staff } from './staff.ts'

/** A market that takes no new orders; what runs goes on to its end (product §3.2). */
export interface Halt {
  symbol: string
  since: Instant
  reason: string
}

/**
 * Refuses new orders on a market from now on; orders that wait to open something there are cancelled. Prices, the record and everything
 * open stay as they are.
 */
export function haltMarket(desk: Desk, staff: Staff, symbol: string, reason: string): Promise<void> {
  const { house } = desk
  if (!house.market.spec(symbol)) throw new StaffRefused('usage', `"${symbol}" is no market of ours.`)
  const why = reason.trim()
  if (why.length < 5 || why.length > 300) throw new StaffRefused('usage', 'The reason is 5 to 300 characters.')
  return work(desk, staff, 'market.halt', async ({ sql, log }) => {
    const rows = await sql.query(
      `insert into market_halt (symbol, since_ms, reason, after_sec) values ($1, $2, $3, $4) on conflict (symbol) do nothing returning symbol`,
      [symbol, house.clock.now(), why, await newestRecordedSec(sql, house.market.feed)],
    )
    if (rows.length === 0) throw new StaffRefused('refused', `${symbol} is halted already.`)
    await log('market.halt', { symbol, reason: why })
  })
}

/** Takes new orders again. */
export function resumeMarket(desk: Desk, staff: Staff, symbol: string): Promise<void> {
  return work(desk, staff, 'market.halt', async ({ sql, log }) => {
    const rows = await sql.query('delete from market_halt where symbol = $1 returning symbol', [symbol])
    if (rows.length === 0) throw new StaffRefused('refused', `${symbol} is not halted.`)
    await log('market.resume', { symbol })
  })
}

/** What is halted now. */
export async function listHalts({ house }: Desk): Promise<Halt[]> {
  const rows = await house.db.query<{ symbol: string; since_ms: string; reason: string }>('select * from market_halt order by symbol')
  return rows.map(({ symbol, since_ms, reason }) => ({ symbol, since: asInstant(Number(since_ms)), reason }))
}
