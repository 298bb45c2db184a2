import type { EarnProduct } from '#contract/calls/products.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import { debtProjectStatus, productOrderStatus, earnProductType } from '#contract/states.ts'
import { asInstant } from '#contract/time.ts'
import type { AccountType } from '#ledger/ledger.ts'
import { debtInterest } from '#rules/earn/debt.ts'
import { add, q8, subtract, zero } from '#rules/decimal.ts'
import type { AppContext } from '../../core/appContext.ts'
import { serializeDebtProject } from './serializeDebt.ts'
import { leavesNoTooSmallDebtRemainder, findDebtProject, remainingDebtTarget } from './debtStore.ts'
import { runDueDebtJobs } from './debtJobs.ts'
import type { ProductPurchaseOffer, ProductKind } from '../kind.ts'
import { trimDatabaseNumberZeros } from '../plain.ts'
import type { ProductOrderRow } from '../rows.ts'

/**
 * Debt crowdfunding (docs/rules/earn.md): a named borrower raises a target by a deadline. Until all of it is there the money lies with who put it
 * in and can be withdrawn; then it goes to the borrower, who pays it back with interest, late, or not at all.
 */
export const createDebtProductKind = ({ config }: AppContext): ProductKind => ({
  type: earnProductType.debt,
  facts: () => ({
    rateKind: 'fixedByContract',
    exitRule: 'none',
    unbondDays: 0,
    risks: ['borrowerCanDefault', 'repaidLate'],
    backing: 'borrower',
  }),
  serialize: async (sql, products, now, lang) => {
    const fields = new Map<string, Partial<EarnProduct>>()
    for (const product of products) {
      const project = await findDebtProject(sql, { product_id: product.id, book: product.book as AccountType })
      if (project) fields.set(product.id, await serializeDebtProject(sql, product, project, now, lang))
    }
    return fields
  },
  offer: async (sql, product, { accountType, money = zero }, now): Promise<ProductPurchaseOffer> => {
    const project = await findDebtProject(sql, { product_id: product.id, book: accountType as AccountType })
    const deadline = Number(project?.deadline_ms ?? 0)
    if (project?.status !== debtProjectStatus.raising || now >= deadline) throw new Refusal('productClosed')
    const rest = remainingDebtTarget(project, product.sold)
    if (!leavesNoTooSmallDebtRemainder(rest, money, product.min_money))
      throw new Refusal('validation', {
        field: 'money',
        rule: `all of ${trimDatabaseNumberZeros(rest)}, or at least ${trimDatabaseNumberZeros(product.min_money)} less`,
      })
    const interest = debtInterest(money, project.annual_rate, project.days)
    const unit = product.currency
    return {
      money: q8(money),
      weight: zero,
      startDay: null,
      cancelUntil: asInstant(deadline),
      terms: { ...product.terms, annualRate: trimDatabaseNumberZeros(project.annual_rate), deadlineMs: String(deadline) },
      lines: [
        { key: 'annualRate', value: trimDatabaseNumberZeros(project.annual_rate), unit: '' },
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
        ...(product.terms['example'] === undefined ? [] : [{ level: 'info' as const, key: 'exampleBorrower' }]),
      ],
    }
  },
  leaving: async () => null,
  // What is due to an order stands with its project, not in the order's own days.
  ending: async () => undefined,
  cancelUntil: (order) => (order.status === productOrderStatus.notStarted ? asInstant(Number(order.terms['deadlineMs'])) : null),
  // What is lent is counted as long as the borrower pays as agreed.
  usdtValues: async (_, orders) => new Map(orders.map((order) => [order.id, lentOf(order)])),
  staysSold: true,
  work: (app, now) => runDueDebtJobs(app, now, config.env === 'sandbox'),
})

const lentOf = (order: ProductOrderRow): Decimal => {
  if (order.status === productOrderStatus.defaulted) return q8(zero)
  return q8(subtract(order.money, order.returned ?? zero))
}
