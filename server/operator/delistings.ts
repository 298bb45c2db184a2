import { asInstant, type Instant, instantToWireTime, wireTimeToInstant } from '#contract/time.ts'
import { minDelistingNoticeMs, minDelistingCallOffLeadMs } from '#market/delistings.ts'
import { type OperatorContext, runStaffAction } from './operatorContext.ts'
import { StaffError } from './staffError.ts'
import type { StaffMember } from './staff.ts'

/** A market whose trading ends, or ended, for good (docs/rules/contracts.md, Delisting). */
export interface MarketDelisting {
  symbol: string
  endsAt: Instant
  reason: string
  /** 'settled' once nothing on it is open any more. */
  state: 'announced' | 'over' | 'settled' | 'called off'
}

const refused = (sentence: string) => new StaffError('refused', sentence)
const usage = (sentence: string) => new StaffError('usage', sentence)
const dayMs = 86_400_000
const noticeDays = minDelistingNoticeMs / dayMs

function readSecond(at: string, now: number): Instant {
  const endsAt = wireTimeToInstant(at)
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(at) || Number.isNaN(endsAt) || instantToWireTime(endsAt) !== at)
    throw usage(`"${at}" is no second. Write it such as "2026-12-14 16:00:00", in UTC+8.`)
  if (endsAt < now + minDelistingNoticeMs)
    throw refused(`A delisting is announced ${noticeDays} days ahead: not before ${instantToWireTime(now + minDelistingNoticeMs)} UTC+8.`)
  return endsAt
}

/**
 * Announces that trading in a market ends for good at that second (UTC+8): what is open then is settled at its recorded price. Everybody sees it
 * from now on. Refuses a second that is too near or in which the market is closed, and a market that is delisted already.
 */
export async function announceDelisting(
  context: OperatorContext,
  staff: StaffMember,
  { symbol, at, reason }: { symbol: string; at: string; reason: string },
): Promise<Instant> {
  const { market, clock } = context.app
  if (!market.spec(symbol)) throw usage(`"${symbol}" is no market of ours.`)
  const why = reason.trim()
  if (why.length < 10 || why.length > 300) throw usage('The reason is 10 to 300 characters.')
  return runStaffAction(context, staff, 'market.delist', async ({ sql, log }) => {
    const now = clock.now()
    const endsAt = readSecond(at, now)
    if (!market.isOpen(symbol, endsAt)) throw refused(`${symbol} is closed in that second: choose one in which it has a price.`)
    const rows = await sql.query(
      `insert into market_delisting (symbol, ends_sec, reason, staff_id, announced_ms) values ($1, $2, $3, $4, $5)
       on conflict (symbol) where called_off_ms is null do nothing returning id`,
      [symbol, endsAt / 1000, why, staff.id, now],
    )
    if (rows.length === 0) throw refused(`${symbol} is delisted already, or that is announced.`)
    await log('market.delist', { symbol, endsAt: at, reason: why })
    return endsAt
  })
}

/** Lets an announced delisting not happen, until a minute before it: trading goes on, and everybody who was notified is notified. */
export function callOffDelisting(context: OperatorContext, staff: StaffMember, symbol: string): Promise<void> {
  return runStaffAction(context, staff, 'market.delist', async ({ sql, log }) => {
    const now = context.app.clock.now()
    const rows = await sql.query(
      'update market_delisting set called_off_ms = $2 where symbol = $1 and called_off_ms is null and ends_sec * 1000 - $3 > $2 returning id',
      [symbol, now, minDelistingCallOffLeadMs],
    )
    if (rows.length === 0) throw refused(`No delisting of ${symbol} is announced that could still be called off.`)
    await log('market.callOff', { symbol })
  })
}

/** All of them, the newest first. */
export async function listDelistings({ app }: OperatorContext): Promise<MarketDelisting[]> {
  const rows = await app.db.query<{
    symbol: string
    ends_sec: string
    reason: string
    called_off_ms: string | null
    done_ms: string | null
  }>('select symbol, ends_sec, reason, called_off_ms, done_ms from market_delisting order by id desc')
  const now = app.clock.now()
  return rows.map(({ symbol, ends_sec, reason, called_off_ms, done_ms }) => {
    const endsAt = asInstant(Number(ends_sec) * 1000)
    const state = called_off_ms !== null ? 'called off' : done_ms !== null ? 'settled' : now >= endsAt ? 'over' : 'announced'
    return { symbol, endsAt, reason, state }
  })
}
