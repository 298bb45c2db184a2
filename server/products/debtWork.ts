import type { Decimal } from '#contract/decimal.ts'
import { debtStatus } from '#contract/states.ts'
import type { Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { startOfDay } from '#rules/serverDay.ts'
import type { House } from '../house.ts'
import { failUnfunded, refundFailed } from './debtFail.ts'
import { openDue, startFunded } from './debtRaise.ts'
import { defaultThawed, judgeLate, repayExample } from './debtRepay.ts'
import { shareOut } from './debtShare.ts'
import { type DebtProject, isFull, openProjects, projectOf } from './debtStore.ts'

/** What a look at all projects finds: few rows, and what is to be done with each. */
type Looked = DebtProject & {
  sold: Decimal
  least: Decimal
  waits: boolean
  runs: boolean
  agreed: boolean
  due: string | null
  pays: boolean
}

/** Lets every borrower ask for money whose time has come. */
export async function openDebts(sql: Sql, now: Instant): Promise<void> {
  await openProjects(sql, now)
  await openDue(sql, now)
}

/** Everything that is due with debts, each project by itself: one that cannot go on holds up no other. */
export async function workDebts(house: House, now: Instant, isSandbox: boolean): Promise<void> {
  await openDebts(house.db, now)
  for (const project of await lookAt(house.db)) {
    await workProject(house, project, now, isSandbox).catch((error: unknown) =>
      console.error(`debt project ${project.product_id} of book ${project.book} could not go on`, error),
    )
  }
}

const lookAt = (sql: Sql): Promise<Looked[]> =>
  sql.query<Looked>(
    `select d.*, coalesce(s.amount, 0)::numeric(36, 8) as sold, p.min_money as least, coalesce(p.terms->>'example', '') = 'repays' as pays,
       exists (select from product_order o where o.product_id = d.product_id and o.account_type = d.book and o.type = 5 and o.status = 0) as waits,
       exists (select from product_order o where o.product_id = d.product_id and o.account_type = d.book and o.type = 5 and o.status = 1) as runs,
       exists (select from debt_receipt r where r.product_id = d.product_id and r.book = d.book and r.status = 1) as agreed,
       (select min(due_day) from debt_due u where u.product_id = d.product_id and u.book = d.book and u.paid_ms is null) as due
     from debt_project d join product p on p.id = d.product_id
     left join product_sold s on s.product_id = d.product_id and s.book = d.book order by d.product_id, d.book`,
  )

async function workProject(house: House, project: Looked, now: Instant, isSandbox: boolean): Promise<void> {
  const { status } = project
  if (status === debtStatus.raising) {
    if (isFull(project, project.sold, project.least)) await startFunded(house, project)
    else if (now >= Number(project.deadline_ms)) await failUnfunded(house, project)
  }
  const isFailed = status === debtStatus.failed || (status === debtStatus.raising && now >= Number(project.deadline_ms))
  if (isFailed && project.waits && (await projectOf(house.db, project))?.status === debtStatus.failed) await refundFailed(house, project)
  if (status === debtStatus.defaulted && project.runs) await defaultThawed(house, project)
  const isDue = status === debtStatus.repaying && project.due !== null && startOfDay(project.due) <= now
  if (isDue) await (isSandbox && project.pays ? repayExample(house, project) : judgeLate(house, project))
  if (project.agreed || isDue) await shareOut(house, project)
}
