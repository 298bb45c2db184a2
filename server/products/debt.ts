import type { LanguageCode } from '#contract/calls/account.ts'
import type { Product } from '#contract/calls/products.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import { debtStatus, productOrderStatus, productStatus, productType } from '#contract/states.ts'
import { asInstant, type Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import type { Book } from '#ledger/ledger.ts'
import { debtInterest } from '#rules/debt.ts'
import { add, divide, q8, subtract, truncate, zero } from '#rules/decimal.ts'
import { startOfDay } from '#rules/serverDay.ts'
import type { House } from '../house.ts'
import { say } from '../i18n.ts'
import { failUnfunded, leavesRoom, openDue, refundFailed, startFunded } from './debtRaise.ts'
import { defaultThawed, judgeLate, repayExample } from './debtRepay.ts'
import { shareOut } from './debtShare.ts'
import { type DebtProject, isFull, nextDueDay, openProjects, projectOf, restOf } from './debtStore.ts'
import { debtTexts } from './debtTexts.ts'
import type { Offer, ProductKind } from './kind.ts'
import { plain } from './product.ts'
import type { ProductOrderRow } from './rows.ts'
import type { SoldRow } from './store.ts'

const rateScale = 12

/**
 * Debt crowdfunding (product §2.9): a named borrower raises a target by a deadline. Until all of it is there the money lies with who put it
 * in and can be withdrawn; then it goes to the borrower, who pays it back with interest, late, or not at all.
 */
export const debtKind = ({ config }: House): ProductKind => ({
  type: productType.debt,
  facts: () => ({
    rateKind: 'fixedByContract',
    exitRule: 'none',
    unbondDays: 0,
    risks: ['borrowerCanDefault', 'repaidLate'],
    backing: 'borrower',
  }),
  shown: async (sql, products, now, lang) => {
    const shown = new Map<string, Partial<Product>>()
    for (const product of products) {
      const project = await projectOf(sql, { product_id: product.id, book: product.book as Book })
      if (project) shown.set(product.id, await shownDebt(sql, product, project, now, lang))
    }
    return shown
  },
  offer: async (sql, product, { accountType, money = zero }, now): Promise<Offer> => {
    const project = await projectOf(sql, { product_id: product.id, book: accountType as Book })
    const deadline = Number(project?.deadline_ms ?? 0)
    if (project?.status !== debtStatus.raising || now >= deadline) throw new Refusal('productClosed')
    const rest = restOf(project, product.sold)
    if (!leavesRoom(rest, money, product.min_money))
      throw new Refusal('validation', { field: 'money', rule: `all of ${plain(rest)}, or at least ${plain(product.min_money)} less` })
    const interest = debtInterest(money, project.annual_rate, project.days)
    const unit = product.currency
    return {
      money: q8(money),
      weight: zero,
      startDay: null,
      cancelUntil: asInstant(deadline),
      terms: { ...product.terms, annualRate: plain(project.annual_rate), deadlineMs: String(deadline) },
      lines: [
        { key: 'annualRate', value: plain(project.annual_rate), unit: '' },
        { key: 'interest', value: interest, unit },
        { key: 'repayTotal', value: q8(add(money, interest)), unit },
        { key: 'termDays', value: asDecimal(String(project.days)), unit: 'd' },
        { key: 'raised', value: q8(product.sold), unit },
        { key: 'left', value: q8(rest), unit },
      ],
      warnings: [
        { level: 'warn', key: 'borrowerCanDefault' },
        { level: 'info', key: 'repaidLate' },
        { level: 'info', key: 'startsWhenFunded' },
      ],
    }
  },
  leaving: async () => null,
  // What is due to an order stands with its project, not in the order's own days.
  ending: async () => undefined,
  cancelUntil: (order) => (order.status === productOrderStatus.notStarted ? asInstant(Number(order.terms['deadlineMs'])) : null),
  // What is lent is counted as long as the borrower pays as agreed.
  worth: async (_, orders) => new Map(orders.map((order) => [order.id, lentOf(order)])),
  staysSold: true,
  work: (house, now) => workDebts(house, now, config.env === 'sandbox'),
})

const lentOf = (order: ProductOrderRow): Decimal => {
  if (order.status === productOrderStatus.defaulted) return q8(zero)
  return q8(subtract(order.money, order.returned ?? zero))
}

async function shownDebt(sql: Sql, product: SoldRow, project: DebtProject, now: Instant, lang: LanguageCode): Promise<Partial<Product>> {
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

/** Everything that is due with debts, each project by itself: one that cannot go on holds up no other. */
async function workDebts(house: House, now: Instant, isSandbox: boolean): Promise<void> {
  await openProjects(house.db, now)
  await openDue(house.db, now)
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
