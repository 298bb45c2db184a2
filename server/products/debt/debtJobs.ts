import type { Decimal } from '#contract/decimal.ts'
import { debtProjectStatus } from '#contract/states.ts'
import type { Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { startOfServerDay } from '#rules/serverDay.ts'
import type { AppContext } from '../../core/appContext.ts'
import { log } from '../../core/log.ts'
import { markUnfundedDebtProjectFailed, refundFailedDebtProject } from './debtFail.ts'
import { openScheduledDebtProjects, startFundedDebtProject } from './debtRaise.ts'
import { markUnfrozenDebtOrdersDefaulted, markDebtLateOrDefaulted, payDueExampleDebtInstalment } from './debtRepay.ts'
import { distributeProjectBorrowerPayments } from './debtDistribution.ts'
import { type DebtProject, isDebtFullyFunded, createMissingDebtProjects, findDebtProject } from './debtStore.ts'

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
export async function createAndOpenDueDebtProjects(sql: Sql, now: Instant): Promise<void> {
  await createMissingDebtProjects(sql, now)
  await openScheduledDebtProjects(sql, now)
}

/** Everything that is due with debts, each project by itself: one that cannot go on holds up no other. */
export async function runDueDebtJobs(app: AppContext, now: Instant, isSandbox: boolean): Promise<void> {
  await createAndOpenDueDebtProjects(app.db, now)
  for (const project of await lookAt(app.db)) {
    await workProject(app, project, now, isSandbox).catch((error: unknown) =>
      log.error(`debt project ${project.product_id} of book ${project.book} could not go on`, error),
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

async function workProject(app: AppContext, project: Looked, now: Instant, isSandbox: boolean): Promise<void> {
  const { status } = project
  if (status === debtProjectStatus.raising) {
    if (isDebtFullyFunded(project, project.sold, project.least)) await startFundedDebtProject(app, project)
    else if (now >= Number(project.deadline_ms)) await markUnfundedDebtProjectFailed(app, project)
  }
  const isFailed = status === debtProjectStatus.failed || (status === debtProjectStatus.raising && now >= Number(project.deadline_ms))
  if (isFailed && project.waits && (await findDebtProject(app.db, project))?.status === debtProjectStatus.failed)
    await refundFailedDebtProject(app, project)
  if (status === debtProjectStatus.defaulted && project.runs) await markUnfrozenDebtOrdersDefaulted(app, project)
  const isDue = status === debtProjectStatus.repaying && project.due !== null && startOfServerDay(project.due) <= now
  if (isDue) await (isSandbox && project.pays ? payDueExampleDebtInstalment(app, project) : markDebtLateOrDefaulted(app, project))
  if (project.agreed || isDue) await distributeProjectBorrowerPayments(app, project)
}
