import type { EarnProduct } from '#contract/calls/products.ts'
import type { Decimal } from '#contract/decimal.ts'
import { debtProjectStatus } from '#contract/states.ts'
import { add, zero } from '#rules/decimal.ts'
import { displayedDebtProjectStatus } from './projectWords.ts'

type Debt = NonNullable<EarnProduct['debt']>

export interface BondPoolSummary {
  /** Those that ask for money first, then by what became of them. */
  projects: readonly { product: EarnProduct; debt: Debt }[]
  /** How many are in each state, and what was put into them, by currency. States without a project are left out. */
  sums: readonly { status: number; count: number; amounts: readonly (readonly [currency: string, amount: Decimal])[] }[]
}

const order: readonly number[] = [
  debtProjectStatus.raising,
  debtProjectStatus.upcoming,
  debtProjectStatus.repaying,
  debtProjectStatus.defaulted,
  debtProjectStatus.repaid,
  debtProjectStatus.failed,
]

/** All borrowers' projects, sorted and counted by how they stand. */
export function summarizeBondPool(products: readonly EarnProduct[]): BondPoolSummary {
  const all = products.flatMap((product) => (product.debt ? [{ product, debt: product.debt }] : []))
  const inState = (status: number) => all.filter(({ debt }) => displayedDebtProjectStatus(debt) === status)
  return {
    projects: order.flatMap(inState),
    sums: order
      .map((status) => ({ status, found: inState(status) }))
      .filter(({ found }) => found.length > 0)
      .map(({ status, found }) => ({ status, count: found.length, amounts: [...amountsOf(found)] })),
  }
}

function amountsOf(found: readonly { product: EarnProduct; debt: Debt }[]): Map<string, Decimal> {
  const amounts = new Map<string, Decimal>()
  for (const { product, debt } of found) amounts.set(product.currency, add(amounts.get(product.currency) ?? zero, debt.raised))
  return amounts
}
