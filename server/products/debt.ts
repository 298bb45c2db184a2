import type { Product } from '#contract/calls/products.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import { debtStatus, productOrderStatus, productType } from '#contract/states.ts'
import { asInstant } from '#contract/time.ts'
import type { Book } from '#ledger/ledger.ts'
import { debtInterest } from '#rules/debt.ts'
import { add, q8, subtract, zero } from '#rules/decimal.ts'
import type { House } from '../house.ts'
import { shownDebt } from './debtShown.ts'
import { leavesRoom, projectOf, restOf } from './debtStore.ts'
import { workDebts } from './debtWork.ts'
import type { Offer, ProductKind } from './kind.ts'
import { plain } from './product.ts'
import type { ProductOrderRow } from './rows.ts'

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
        ...(product.terms['example'] === undefined ? [] : [{ level: 'info' as const, key: 'exampleBorrower' }]),
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
