import type { Decimal } from '#contract/decimal.ts'
import { recordType } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import type { Leg } from '#ledger/ledger.ts'
import { debtInterest, interestBetween, recoveryShare } from '#rules/debt.ts'
import { add, isPositive, larger, negate, q8, subtract, zero } from '#rules/decimal.ts'
import { owedDays } from './debtClaims.ts'
import type { DebtReceipt } from './debtReceipts.ts'
import { type DebtDue, type DebtProject, projectOf } from './debtStore.ts'
import type { ProductOrderRow } from './rows.ts'

export interface Part {
  principal: Decimal
  interest: Decimal
}

/** What an order gets of a receipt. */
export async function partOf(sql: Sql, receipt: DebtReceipt, order: ProductOrderRow): Promise<Part> {
  const project = (await projectOf(sql, receipt)) as DebtProject
  if (receipt.number === null) {
    const outstanding = q8(subtract(order.money, order.returned ?? zero))
    const owed = larger(subtract(debtInterest(order.money, project.annual_rate, owedDays(project)), order.income_total), zero)
    const claim = { principal: outstanding, interest: q8(owed) }
    return recoveryShare(receipt.amount, claim, add(outstanding, owed), receipt.claims ?? zero)
  }
  return instalmentPart(project, await dueOf(sql, receipt), order)
}

/** The instalment that a receipt is for. */
export async function dueOf(sql: Sql, { product_id, book, number }: Pick<DebtReceipt, 'product_id' | 'book' | 'number'>): Promise<DebtDue> {
  const [due] = await sql.query<DebtDue>('select * from debt_due where product_id = $1 and book = $2 and number = $3', [
    product_id,
    book,
    number,
  ])
  return due as DebtDue
}

/** What an order gets of an instalment: its interest, and with the last the principal. */
export const instalmentPart = (
  { annual_rate }: Pick<DebtProject, 'annual_rate'>,
  { from_day, to_day, is_last }: DebtDue,
  { money, returned }: Pick<ProductOrderRow, 'money' | 'returned'>,
): Part => ({
  principal: is_last ? q8(subtract(money, returned ?? zero)) : zero,
  interest: interestBetween(money, annual_rate, from_day, to_day),
})

/** It goes from the borrowers' account to who lent. */
export function partLegs({ user_id: user, currency }: ProductOrderRow, { principal, interest }: Part): Leg[] {
  const own = { user, currency, bucket: 'AVAIL' as const }
  const legs: Leg[] = [
    ...(isPositive(principal) ? [{ ...own, amount: principal, type: recordType.redemption }] : []),
    ...(isPositive(interest) ? [{ ...own, amount: interest, type: recordType.income }] : []),
  ]
  // What the borrower paid goes on to those who lent.
  return legs.length === 0 ? [] : [...legs, { house: 'BORROWERS', currency, amount: negate(q8(add(principal, interest))) }]
}
