import { ledgerScale } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { asInstant, wireTimeToInstant, type Instant, startOfServerDayAt } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { networks } from '#db/seed/networks.ts'
import { compareDecimals, decimalPlacesOfStep } from '#rules/decimal.ts'
import { minWithdrawalTermsNoticeDays, loadWithdrawalTermsLookup } from '../chains/withdrawalTerms.ts'
import { type OperatorContext, runStaffAction } from './operatorContext.ts'
import { StaffError } from './staffError.ts'
import type { StaffMember } from './staff.ts'

/** One row of the table of fees and minima, of now or announced. */
export interface ListedWithdrawalTerms {
  id: string
  currency: string
  chainType: string
  fee: Decimal
  min: Decimal
  from: Instant
  /** '' where it came with a release. */
  by: string
  isComing: boolean
}

/** What of a way out changes, and on which day (UTC+8) it begins; what is left out stays. */
export interface WithdrawalTermsAnnouncement {
  currency: string
  chainType: string
  fee?: Decimal | undefined
  min?: Decimal | undefined
  day: string
}

const dayMs = 86_400_000
const refused = (sentence: string) => new StaffError('refused', sentence)
const usage = (sentence: string) => new StaffError('usage', sentence)

/** The first day on which a change announced now can begin. */
export const earliestWithdrawalTermsStart = (now: number): Instant =>
  asInstant(startOfServerDayAt(now + minWithdrawalTermsNoticeDays * dayMs - 1) + dayMs)

function readDay(day: string, now: number): Instant {
  const from = wireTimeToInstant(`${day} 00:00:00`)
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(from)) throw usage(`"${day}" is no day. Write it such as 2026-11-30.`)
  if (from < now + minWithdrawalTermsNoticeDays * dayMs)
    throw refused(
      `A change is announced ${minWithdrawalTermsNoticeDays} days ahead: the first day it can begin is ${dayOf(earliestWithdrawalTermsStart(now))}.`,
    )
  return from
}

/** 'YYYY-MM-DD' of the server's day, UTC+8. */
const dayOf = (at: Instant): string => new Date(at + 8 * 3_600_000).toISOString().slice(0, 10)

/**
 * Announces what a withdrawal on one network will cost and take; everybody sees it from now on, and it holds from the day that is named.
 * Nothing that was previewed or asked for before costs more. Refuses a day that is too near, and terms that cannot be.
 */
export function announceWithdrawalTerms(
  context: OperatorContext,
  staff: StaffMember,
  announcement: WithdrawalTermsAnnouncement,
): Promise<ListedWithdrawalTerms> {
  const { currency, chainType } = announcement
  return runStaffAction(context, staff, 'terms.announce', async ({ sql, log }) => {
    const network = networks.find((each) => each.currency === currency && each.chainType === chainType)
    if (!network) throw usage(`"${currency} ${chainType}" is no network of ours.`)
    if (announcement.fee === undefined && announcement.min === undefined) throw usage('Say what changes: --fee, --min or both.')
    const now = context.app.clock.now()
    const from = readDay(announcement.day, now)
    const before = (await loadWithdrawalTermsLookup(sql, from))(currency, chainType).now
    if (!before) throw refused('Nothing is published of this network: start the server once.')
    const { fee, min } = { fee: announcement.fee ?? before.fee, min: announcement.min ?? before.min }
    if (Math.max(decimalPlacesOfStep(fee), decimalPlacesOfStep(min)) > Math.min(ledgerScale, network.decimals))
      throw usage(`${currency} on ${chainType} has at most ${Math.min(ledgerScale, network.decimals)} decimals.`)
    if (compareDecimals(min, fee) <= 0) throw refused(`The minimum must be above the fee: ${min} is not above ${fee}.`)
    if (compareDecimals(fee, before.fee) === 0 && compareDecimals(min, before.min) === 0) throw refused('These terms hold already then.')
    const [row] = await sql.query<{ id: string }>(
      `insert into withdrawal_terms (currency, chain_type, fee, min, published_ms, from_ms, staff_id) values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (currency, chain_type, from_ms) where called_off_ms is null do nothing returning id`,
      [currency, chainType, fee, min, now, from, staff.id],
    )
    if (!row) throw refused(`A change that begins on ${announcement.day} is announced already. Call it off first.`)
    await log('terms.announce', { id: row.id, currency, network: chainType, fee, min, from: announcement.day })
    return { id: row.id, currency, chainType, fee, min, from, by: staff.name, isComing: true }
  })
}

/** Lets an announced change not happen; everything stays as it is. Refuses one that has begun. */
export function cancelAnnouncedWithdrawalTerms(context: OperatorContext, staff: StaffMember, id: string): Promise<void> {
  return runStaffAction(context, staff, 'terms.announce', async ({ sql, log }) => {
    const rows = await sql.query<{ currency: string; chain_type: string }>(
      `update withdrawal_terms set called_off_ms = $2 where id::text = $1 and called_off_ms is null and from_ms > $2
       returning currency, chain_type`,
      [id, context.app.clock.now()],
    )
    const [row] = rows
    if (!row) throw refused(`No announced change has the number ${id}.`)
    await log('terms.callOff', { id, currency: row.currency, network: row.chain_type })
  })
}

/** What holds now and what is announced, by network and time. */
export async function listWithdrawalTerms({ app }: OperatorContext, sql: Sql = app.db): Promise<ListedWithdrawalTerms[]> {
  const now = app.clock.now()
  const rows = await sql.query<Omit<ListedWithdrawalTerms, 'from' | 'chainType' | 'isComing'> & { chain_type: string; from_ms: string }>(
    `select t.id, t.currency, t.chain_type, trim_scale(t.fee) as fee, trim_scale(t.min) as min, t.from_ms, coalesce(s.name, '') as by
     from withdrawal_terms t left join staff s on s.id = t.staff_id
     where t.called_off_ms is null and not exists (select from withdrawal_terms l where l.currency = t.currency
       and l.chain_type = t.chain_type and l.called_off_ms is null and l.from_ms > t.from_ms and l.from_ms <= $1)
     order by t.currency, t.chain_type, t.from_ms`,
    [now],
  )
  return rows.map(({ chain_type, from_ms, ...row }) => ({
    ...row,
    chainType: chain_type,
    from: asInstant(Number(from_ms)),
    isComing: Number(from_ms) > now,
  }))
}
