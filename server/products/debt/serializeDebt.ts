import type { LanguageCode } from '#contract/calls/account.ts'
import type { EarnProduct } from '#contract/calls/products.ts'
import { debtProjectStatus, earnProductStatus } from '#contract/states.ts'
import { asInstant, type Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { divide, q8, truncate } from '#rules/decimal.ts'
import { startOfServerDay } from '#rules/serverDay.ts'
import { translate } from '../../core/i18n.ts'
import { type DebtProject, isDebtFullyFunded, readNextOrLastDebtDueDay } from './debtStore.ts'
import { exampleDebtProjectTexts } from './debtTexts.ts'
import { trimDatabaseNumberZeros } from '../plain.ts'
import { articleUrl } from '../texts.ts'
import type { ProductWithSales } from '../store.ts'

const rateScale = 12

/** A project as the wire shows it (docs/rules/earn.md), in the book of its row. */
export async function serializeDebtProject(
  sql: Sql,
  product: ProductWithSales,
  project: DebtProject,
  now: Instant,
  lang: LanguageCode,
): Promise<Partial<EarnProduct>> {
  const texts = exampleDebtProjectTexts[product.id]
  const raised = project.raised ?? product.sold
  const daily = trimDatabaseNumberZeros(truncate(divide(project.annual_rate, '365'), rateScale))
  const next = await readNextOrLastDebtDueDay(sql, project)
  return {
    rateMin: daily,
    rateMax: daily,
    status: statusOf(project, product, now),
    startTime: asInstant(Number(project.opens_ms)),
    endTime: asInstant(Number(project.deadline_ms)),
    sold: q8(raised),
    debt: {
      borrower: texts ? translate(lang, texts.borrower) : (product.terms['borrower'] ?? product.id),
      purpose: texts ? translate(lang, texts.purpose) : (product.terms['purpose'] ?? ''),
      target: q8(project.target),
      raised: q8(raised),
      annualRate: trimDatabaseNumberZeros(project.annual_rate),
      repay: project.repay,
      projectStatus: project.status,
      hasDefaulted: project.defaulted_day !== null,
      deadline: asInstant(Number(project.deadline_ms)),
      repayTime: next === null ? null : startOfServerDay(next),
      docKey: product.terms['docKey'] ?? null,
      docs: [product.terms['docKey'] ?? []].flat().map((id) => ({ id, url: articleUrl(id) })),
    },
  }
}

/** Whether more can be put in: 0 upcoming, 1 open, 2 sold out while it waits for its midnight, 3 closed. */
function statusOf(project: DebtProject, product: ProductWithSales, now: Instant): number {
  if (project.status === debtProjectStatus.upcoming) return earnProductStatus.upcoming
  if (project.status !== debtProjectStatus.raising) return earnProductStatus.closed
  if (isDebtFullyFunded(project, product.sold, product.min_money)) return earnProductStatus.soldOut
  return now >= Number(project.deadline_ms) || product.is_closed ? earnProductStatus.closed : earnProductStatus.open
}
