import { residenceCountriesOf } from '../core/countries.ts'
import { inviterFeeRebateRate } from '#contract/constants.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { serverDayAt } from '#contract/time.ts'
import { loanStatus, balanceRecordType } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import { ledgerDayNumber } from '#ledger/recordCounts.ts'
import { add, isNegative, multiply, q8, smallerDecimal, zero } from '#rules/decimal.ts'
import { addServerDays, startOfServerDay } from '#rules/serverDay.ts'
import type { AppContext } from '../core/appContext.ts'
import { areIncentivesAvailable } from '../core/incentives.ts'

/** Of the trading fees that direct invitees really paid (docs/rules/levels-and-team.md); the fee of a loan's forced sale is none, that of a contract's liquidation is. */
export const teamRebateFraction = asDecimal(inviterFeeRebateRate)
const months = 12
const atOnce = 500
/** A day is reckoned this long after its end: what was under way at midnight is booked by then. */
const settledMs = 5 * 60_000

/** The first day on which somebody's fees bring nothing any more: the same day of the month a year later, or the month's last. */
export function teamRebateEndDay(joinedMs: number): string {
  const [year = 0, month = 0, day = 0] = serverDayAt(joinedMs).split('-').map(Number)
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString().slice(0, 10)
}

/** What fees of a day bring, after what came back of earlier ones (`owed`, never above zero): 3.0003 → 0.60006000. */
export function computeTeamRebate(fees: Decimal, owed: Decimal): { amount: Decimal; owed: Decimal } {
  const due = add(fees, owed)
  return { amount: isNegative(due) ? q8(zero) : q8(multiply(due, teamRebateFraction)), owed: q8(smallerDecimal(due, zero)) }
}

/** Works out every whole day that is not worked out yet, in order, a batch of invitees in each transaction. */
export async function recordDueTeamRebates(app: AppContext): Promise<void> {
  const now = app.clock.now()
  await addRuns(app.db, addServerDays(serverDayAt(now - settledMs), -1), now)
  for (;;) {
    const isMore = await app.db.transaction(async (sql) => {
      const [run] = await sql.query<{ day: string; after_id: string }>(
        'select day, after_id from team_run where done_ms is null order by day limit 1 for update skip locked',
      )
      if (!run) return false
      const [earlier] = await sql.query('select from team_run where done_ms is null and day < $1 limit 1', [run.day])
      if (earlier) return false
      await reckonBatch(app, sql, run)
      return true
    })
    if (!isMore) return
  }
}

/** The days since the last one, up to `through`; the first ever is that day. */
async function addRuns(sql: Sql, through: string, nowMs: number): Promise<void> {
  const [newest] = await sql.query<{ day: string }>('select day from team_run order by day desc limit 1')
  const days: string[] = []
  for (let day = newest ? addServerDays(newest.day, 1) : through; day <= through; day = addServerDays(day, 1)) days.push(day)
  if (days.length === 0) return
  await sql.query('insert into team_run (day, began_ms) select day, $2 from unnest($1::text[]) as day on conflict do nothing', [
    days,
    nowMs,
  ])
}

interface Paid {
  invitee_id: string
  inviter_id: string
  fees: Decimal
  joined_ms: string
  owed: Decimal
  country: string
  kyc_country: string | null
}

async function reckonBatch(app: AppContext, sql: Sql, { day, after_id }: { day: string; after_id: string }): Promise<void> {
  const { clock } = app
  const paid = await sql.query<Paid>(
    `select d.user_id as invitee_id, a.invited_by as inviter_id, -(d.amount + coalesce(v.amount, 0) + coalesce(s.amount, 0)) as fees, a.created_ms as joined_ms,
       coalesce(f.owed, 0) as owed, i.country, i.kyc_country
     from leg_day d
     join account a on a.id = d.user_id and a.invited_by is not null
     join account i on i.id = a.invited_by
     left join leg_day v on v.user_id = d.user_id and v.book = 1 and v.day = d.day and v.currency = 'USDT' and v.type = ${balanceRecordType.taskReward}
     left join lateral (
       select sum(liq_fee_paid) as amount from loan
       where user_id = d.user_id and status = ${loanStatus.liquidated} and currency = 'USDT' and closed_ms >= $4 and closed_ms < $4 + 86400000) s on true
     left join lateral (select owed from team_fee where invitee_id = d.user_id order by day desc limit 1) f on true
     where d.book = 1 and d.type = 5 and d.currency = 'USDT' and d.day = $1 and d.user_id > $2
     order by d.user_id limit $3`,
    [ledgerDayNumber(startOfServerDay(day)), after_id, atOnce, startOfServerDay(day)],
  )
  const counted = paid.filter((row) => day < teamRebateEndDay(Number(row.joined_ms)))
  const rows = counted.map((row) => {
    const share = computeTeamRebate(row.fees, row.owed)
    return {
      ...row,
      ...share,
      amount: areIncentivesAvailable(app, residenceCountriesOf(row.country, row.kyc_country)) ? share.amount : q8(zero),
    }
  })
  await sql.query(
    `insert into team_fee (invitee_id, day, inviter_id, fees, owed, amount)
     select invitee, $6, inviter, fees, owed, amount
     from unnest($1::bigint[], $2::bigint[], $3::numeric[], $4::numeric[], $5::numeric[]) as n (invitee, inviter, fees, owed, amount)`,
    [
      rows.map(({ invitee_id }) => invitee_id),
      rows.map(({ inviter_id }) => inviter_id),
      rows.map(({ fees }) => fees),
      rows.map(({ owed }) => owed),
      rows.map(({ amount }) => amount),
      day,
    ],
  )
  const isWhole = paid.length < atOnce
  if (isWhole) {
    await sql.query(
      `insert into team_income (inviter_id, day, amount, created_ms)
       select inviter_id, day, sum(amount), $2 from team_fee where day = $1 and amount > 0 group by inviter_id, day order by inviter_id`,
      [day, clock.now()],
    )
  }
  await sql.query('update team_run set after_id = $2, done_ms = $3 where day = $1', [
    day,
    paid.at(-1)?.invitee_id ?? after_id,
    isWhole ? clock.now() : null,
  ])
}
