import { maskEmail, maskPhone } from '#account/people.ts'
import type { Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import { asInstant, startOfServerDayAt } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { q8 } from '#rules/decimal.ts'
import { startOfServerDay } from '#rules/serverDay.ts'
import type { AppContext } from '../core/appContext.ts'
import type { CallHandlers } from '../core/handlers.ts'
import { areIncentivesAvailable } from '../core/incentives.ts'
import { teamRebateFraction, teamRebateEndDay } from './computeDays.ts'

/** Where the short link of an invitation leads by way of this server. */
const invitePath = (code: string): string => `/i/${code}`

/** Team (docs/rules/levels-and-team.md): who came by somebody's code, and what their fees brought. */
export const teamHandlers = (app: AppContext): CallHandlers<'team'> => ({
  myTeam: async (_asked, { sql, visitor, now, site }) => {
    const [own] = await sql.query<{ invite_code: string; income: Decimal }>(
      `select invite_code, (select coalesce(sum(amount), 0) from team_income where inviter_id = account.id and paid_ms is not null) as income
       from account where id = $1`,
      [visitor.userId],
    )
    if (!own) throw new Refusal('notFound')
    const { one, two, three, today, recharged } = await countsOf(sql, visitor.userId, startOfServerDayAt(now))
    const link = `${site ?? ''}${invitePath(own.invite_code)}`
    return {
      inviteCode: own.invite_code,
      link,
      qrText: link,
      teamSize: one + two + three,
      teamIncome: q8(own.income),
      level1Count: one,
      level2Count: two,
      level3Count: three,
      newToday: today,
      rechargedCount: recharged,
      rebateRate: teamRebateFraction,
      incentiveAllowed: areIncentivesAvailable(app, visitor),
      rule: 'team',
    }
  },
  teamMembers: async ({ pageNo, pageSize }, { sql, visitor }) => {
    const [counted] = await sql.query<{ total: number }>('select count(*)::int as total from account where invited_by = $1', [
      visitor.userId,
    ])
    const rows = await sql.query<MemberRow>(
      `select a.id, a.email, a.phone, a.uid, a.created_ms,
         (select coalesce(sum(amount), 0) from team_fee where invitee_id = a.id and inviter_id = $1) as income
       from account a where a.invited_by = $1 order by a.id desc limit $2 offset $3`,
      [visitor.userId, pageSize, (pageNo - 1) * pageSize],
    )
    const total = counted?.total ?? 0
    return { records: rows.map(toMember), total, size: pageSize, current: pageNo, pages: Math.ceil(total / pageSize) }
  },
})

interface MemberRow {
  id: string
  email: string | null
  phone: string | null
  uid: string
  created_ms: string
  income: Decimal
}

const toMember = ({ id, email, phone, uid, created_ms, income }: MemberRow) => ({
  id,
  account: email ? maskEmail(email) : maskPhone(phone ?? uid),
  joinTime: asInstant(Number(created_ms)),
  untilTime: startOfServerDay(teamRebateEndDay(Number(created_ms))),
  income: q8(income),
})

/** Three steps down, by the index of who invited whom; `today` is of all three, `recharged` of direct invitees. */
async function countsOf(sql: Sql, userId: string, dayStartMs: number) {
  const [counts] = await sql.query<Record<'one' | 'two' | 'three' | 'today' | 'recharged', number>>(
    `with recursive team as (
       select id, created_ms, 1 as step from account where invited_by = $1
       union all select a.id, a.created_ms, t.step + 1 from team t join account a on a.invited_by = t.id where t.step < 3)
     select count(*) filter (where step = 1)::int as one, count(*) filter (where step = 2)::int as two,
       count(*) filter (where step = 3)::int as three, count(*) filter (where created_ms >= $2)::int as today,
       count(*) filter (where step = 1 and exists (select from deposit d where d.user_id = team.id and d.status = 1))::int as recharged
     from team`,
    [userId, dayStartMs],
  )
  if (!counts) throw new Error('counts give one row')
  return counts
}
