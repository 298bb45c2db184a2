import type { Decimal } from '#contract/decimal.ts'
import { wireDay } from '#contract/time.ts'
import { add, negate, q8, subtract, zero } from './decimal.ts'
import {
  type Debt,
  debtOn,
  interestFromAfter,
  interestOf,
  liquidate,
  priceAtLtv,
  type RunningLoan,
  salePrice,
  splitPayment,
} from './loan.ts'
import { type Computed, needed, type Reader } from './recheckReader.ts'
import { daysBetween } from './serverDay.ts'
import { swapHalf } from './swap.ts'

/**
 * A loan again, payment by payment: what was owed on each day follows from the terms, and what each paid from the order late interest,
 * interest, principal; a sale of its collateral from the record of one second (product §2.12).
 */
export function loanSteps(receipt: Reader): Computed[] {
  const unit = receipt.text('unit')
  const [amount, dailyRate] = [receipt.decimal('amount'), receipt.decimal('dailyRate')]
  const days = Number(receipt.decimal('days'))
  const total: Computed = {
    name: 'totalInterest',
    text: `${amount} × ${dailyRate} × ${days}`,
    unit,
    value: interestOf(amount, dailyRate, days),
  }
  if (!receipt.has('startDay')) return [total]
  const steps: Computed[] = [total]
  let loan = begun(receipt)
  let spent: Decimal = zero
  for (const name of receipt.names.filter((one) => one.startsWith('payment@'))) {
    const moment = name.slice('payment@'.length)
    const day = wireDay(Number(moment) * 1000)
    const isReturned = receipt.has(`givenBack@${moment}`)
    const paid = isReturned ? givenBack(loan) : splitPayment(debtOn(loan, day), receipt.decimal(name))
    steps.push(...paymentSteps(moment, unit, loan, day, paid))
    loan = after(loan, day, paid)
    spent = add(spent, paid.late, paid.interest)
  }
  const sale = receipt.has('soldMs') ? saleSteps(receipt, loan, unit) : undefined
  const cost = add(spent, sale?.cost ?? zero)
  return [...steps, ...(sale?.steps ?? []), { name: 'net', text: `0 − ${q8(cost)}`, unit, value: q8(negate(cost)) }]
}

type Paid = Omit<Debt, 'total'>

const begun = (receipt: Reader): RunningLoan => ({
  amount: receipt.decimal('amount'),
  daily_rate: receipt.decimal('dailyRate'),
  late_factor: receipt.decimal('lateFactor'),
  grace_days: Number(receipt.decimal('graceDays')),
  start_day: receipt.text('startDay'),
  end_day: receipt.text('endDay'),
  principal_left: receipt.decimal('amount'),
  interest_from: receipt.text('startDay'),
  interest_carried: zero,
  late_carried: zero,
  interest_paid: zero,
  late_paid: zero,
})

const givenBack = (loan: RunningLoan): Paid => ({
  principal: q8(loan.principal_left),
  interest: q8(negate(loan.interest_paid)),
  late: q8(zero),
})

function after(loan: RunningLoan, day: string, { principal, interest, late }: Paid): RunningLoan {
  const debt = debtOn(loan, day)
  return {
    ...loan,
    principal_left: subtract(loan.principal_left, principal),
    interest_from: interestFromAfter(loan, day),
    interest_carried: subtract(debt.interest, interest),
    late_carried: subtract(debt.late, late),
    interest_paid: add(loan.interest_paid, interest),
    late_paid: add(loan.late_paid, late),
  }
}

function paymentSteps(moment: string, unit: string, loan: RunningLoan, day: string, { principal, interest, late }: Paid): Computed[] {
  const owed = debtOn(loan, day)
  const days = Math.max(0, daysBetween(loan.interest_from, day < loan.end_day ? day : loan.end_day))
  const text = `${loan.interest_carried} + ${loan.principal_left} × ${loan.daily_rate} × ${days} = ${owed.interest}`
  return [
    { name: `late@${moment}`, text: owed.late, unit, value: late },
    { name: `interest@${moment}`, text, unit, value: interest },
    { name: `principal@${moment}`, text: owed.principal, unit, value: principal },
  ]
}

function saleSteps(receipt: Reader, loan: RunningLoan, unit: string): { steps: Computed[]; cost: Decimal } {
  const [coin, step, collateral] = [receipt.text('coin'), receipt.decimal('priceStep'), receipt.decimal('collateral')]
  const mid = needed(receipt.price('sale'))
  const debt = debtOn(loan, wireDay(Number(receipt.decimal('soldMs'))))
  const exec = salePrice(mid, swapHalf(coin), step)
  const [liqLtv, liqFee] = [receipt.decimal('liqLtv'), receipt.decimal('liqFee')]
  const sale = liquidate(debt, collateral, exec, liqFee)
  const isOverdue = receipt.text('soldFor') === 'overdue'
  const reached: Computed = {
    name: 'mid',
    text: `${mid} ≤ ${debt.total} ÷ (${collateral} × ${liqLtv})`,
    unit,
    // Above that price nothing is sold but what is overdue.
    value: isOverdue ? mid : priceAtLtv(debt.total, collateral, liqLtv, step),
    atMost: !isOverdue,
  }
  const cost = subtract(add(sale.interest, sale.late, sale.fee), sale.surplus)
  return {
    cost,
    steps: [
      { name: 'owed', text: `${debt.principal} + ${debt.interest} + ${debt.late}`, unit, value: debt.total },
      reached,
      { name: 'price', text: `${mid} × (1 − ${swapHalf(coin)})`, unit, value: exec },
      { name: 'sold', text: `${debt.total} × (1 + ${liqFee}) ÷ ${exec} ≤ ${collateral}`, unit: coin, value: sale.sold },
      { name: 'proceeds', text: `${sale.sold} × ${exec}`, unit, value: sale.proceeds },
      { name: 'returned', text: `${collateral} − ${sale.sold}`, unit: coin, value: sale.back },
      { name: 'fee', text: `${debt.total} × ${liqFee}`, unit, value: sale.fee },
      { name: 'covered', text: `${debt.principal} − ${sale.principal}`, unit, value: sale.covered },
    ],
  }
}
