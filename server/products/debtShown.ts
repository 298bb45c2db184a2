import type { LanguageCode } from '#contract/calls/account.ts'
import type { Product } from '#contract/calls/products.ts'
import { debtStatus, productStatus } from '#contract/states.ts'
import { asInstant, type Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { divide, q8, truncate } from '#rules/decimal.ts'
import { startOfDay } from '#rules/serverDay.ts'
import { say } from '../i18n.ts'
import { type DebtProject, isFull, nextDueDay } from './debtStore.ts'
import { debtTexts } from './debtTexts.ts'
import { plain } from './product.ts'
import type { SoldRow } from './store.ts'

const rateScale = 12

/** A project as the wire shows it (product §1.4), in the book of its row. */
export async function shownDebt(
  sql: Sql,
  product: SoldRow,
  project: DebtProject,
  now: Instant,
  lang: LanguageCode,
): Promise<Partial<Product>> {
  const texts = debtTexts[product.id]
  const raised = project.raised ?? product.sold
  const daily = plain(truncate(divide(project.annual_rate, '365'), rateScale))
  const next = await nextDueDay(sql, project)
  return {
    rateMin: daily,
    rateMax: daily,
    status: statusOf(project, product, now),
    startTime: asInstant(Number(project.opens_ms)),
    endTime: asInstant(Number(project.deadline_ms)),
    sold: q8(raised),
    debt: {
      borrower: texts ? say(lang, texts.borrower) : (product.terms['borrower'] ?? product.id),
      purpose: texts ? say(lang, texts.purpose) : (product.terms['purpose'] ?? ''),
      target: q8(project.target),
      raised: q8(raised),
      annualRate: plain(project.annual_rate),
      repay: project.repay,
      projectStatus: project.status,
      hasDefaulted: project.defaulted_day !== null,
      deadline: asInstant(Number(project.deadline_ms)),
      repayTime: next === null ? null : startOfDay(next),
      docKey: product.terms['docKey'] ?? null,
    },
  }
}

/** Whether more can be put in: 0 upcoming, 1 open, 2 sold out while it waits for its midnight, 3 closed. */
function statusOf(project: DebtProject, product: SoldRow, now: Instant): number {
  if (project.status === debtStatus.upcoming) return productStatus.upcoming
  if (project.status !== debtStatus.raising) return productStatus.closed
  if (isFull(project, product.sold, product.min_money)) return productStatus.soldOut
  return now >= Number(project.deadline_ms) || product.is_closed ? productStatus.closed : productStatus.open
}
