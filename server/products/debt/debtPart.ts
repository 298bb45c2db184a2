import type { Decimal } from '#contract/decimal.ts'
import { balanceRecordType } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import type { Leg } from '#ledger/ledger.ts'
import { debtInterest, debtInterestBetween, debtRecoveryAmounts } from '#rules/earn/debt.ts'
import { add, isPositive, largerDecimal, negate, q8, subtract, zero } from '#rules/decimal.ts'
import { interestDaysUntilDefault } from './debtClaims.ts'
import type { BorrowerPayment } from './borrowerPayments.ts'
import { type DebtInstalment, type DebtProject, findDebtProject } from './debtStore.ts'
import type { ProductOrderRow } from '../rows.ts'

export interface DebtOrderShare {
  principal: Decimal
  interest: Decimal
}

/** What an order gets of a receipt. */
export async function readOrderShareOfBorrowerPayment(sql: Sql, receipt: BorrowerPayment, order: ProductOrderRow): Promise<DebtOrderShare> {
  const project = (await findDebtProject(sql, receipt)) as DebtProject
  if (receipt.number === null) {
    const outstanding = q8(subtract(order.money, order.returned ?? zero))
    const owed = largerDecimal(
      subtract(debtInterest(order.money, project.annual_rate, interestDaysUntilDefault(project)), order.income_total),
      zero,
    )
    const claim = { principal: outstanding, interest: q8(owed) }
    return debtRecoveryAmounts(receipt.amount, claim, add(outstanding, owed), receipt.claims ?? zero)
  }
  return orderShareOfDebtInstalment(project, await readDebtInstalment(sql, receipt), order)
}

/** The instalment that a receipt is for. */
export async function readDebtInstalment(
  sql: Sql,
  { product_id, book, number }: Pick<BorrowerPayment, 'product_id' | 'book' | 'number'>,
): Promise<DebtInstalment> {
  const [due] = await sql.query<DebtInstalment>('select * from debt_due where product_id = $1 and book = $2 and number = $3', [
    product_id,
    book,
    number,
  ])
  return due as DebtInstalment
}

/** What an order gets of an instalment: its interest, and with the last the principal. */
export const orderShareOfDebtInstalment = (
  { annual_rate }: Pick<DebtProject, 'annual_rate'>,
  { from_day, to_day, is_last }: DebtInstalment,
  { money, returned }: Pick<ProductOrderRow, 'money' | 'returned'>,
): DebtOrderShare => ({
  principal: is_last ? q8(subtract(money, returned ?? zero)) : zero,
  interest: debtInterestBetween(money, annual_rate, from_day, to_day),
})

/** It goes from the borrowers' account to who lent. */
export function debtShareLegs({ user_id: user, currency }: ProductOrderRow, { principal, interest }: DebtOrderShare): Leg[] {
  const own = { user, currency, bucket: 'AVAIL' as const }
  const legs: Leg[] = [
    ...(isPositive(principal) ? [{ ...own, amount: principal, type: balanceRecordType.redemption }] : []),
    ...(isPositive(interest) ? [{ ...own, amount: interest, type: balanceRecordType.income }] : []),
  ]
  // What the borrower paid goes on to those who lent.
  return legs.length === 0 ? [] : [...legs, { house: 'BORROWERS', currency, amount: negate(q8(add(principal, interest))) }]
}
