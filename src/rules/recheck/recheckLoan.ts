import type { Decimal } from '#contract/decimal.ts'
import { serverDayAt } from '#contract/time.ts'
import { add, negate, q8, smallerDecimal, subtract, zero } from '../decimal.ts'
import {
  type LoanDebt,
  loanDebtOn,
  interestStartDayAfterPayment,
  loanInterestForDays,
  computeCollateralLiquidation,
  priceAtLtv,
  type RunningLoan,
  collateralSalePrice,
  splitLoanPayment,
} from '../loan.ts'
import { type ReceiptComputationStep, requireReceiptPrice, type ReceiptReader } from './recheckReader.ts'
import { serverDaysBetween } from '../serverDay.ts'
import { defaultSwapHalfSpread } from '../swap.ts'

/**
 * A loan again, payment by payment: what was owed on each day follows from the terms, and what each paid from the order late interest,
 * interest, principal; a sale of its collateral from the record of one second (docs/rules/loans.md).
 */
export function computeLoanReceiptSteps(receipt: ReceiptReader): ReceiptComputationStep[] {
  const unit = receipt.text('unit')
  const [amount, dailyRate] = [receipt.decimal('amount'), receipt.decimal('dailyRate')]
  const days = Number(receipt.decimal('days'))
  const total: ReceiptComputationStep = {
    name: 'totalInterest',
    text: `${amount} × ${dailyRate} × ${days}`,
    unit,
    value: loanInterestForDays(amount, dailyRate, days),
  }
  if (!receipt.has('startDay')) return [total]
  const steps: ReceiptComputationStep[] = [total]
  let loan = loanAtStart(receipt)
  let totalPaid: Decimal = zero
  for (const name of receipt.names.filter((name) => name.startsWith('payment@'))) {
    const paidMs = name.slice('payment@'.length)
    const day = serverDayAt(Number(paidMs) * 1000)
    const isReturned = receipt.has(`givenBack@${paidMs}`)
    const payment = isReturned ? repaidInFull(loan) : splitLoanPayment(loanDebtOn(loan, day), receipt.decimal(name))
    steps.push(...paymentSteps(paidMs, unit, loan, day, payment))
    loan = loanAfterPayment(loan, day, payment)
    totalPaid = add(totalPaid, payment.late, payment.interest)
  }
  const saleResult = receipt.has('soldMs') ? computeSaleSteps(receipt, loan, unit) : undefined
  const cost = add(totalPaid, saleResult?.cost ?? zero)
  return [...steps, ...(saleResult?.steps ?? []), { name: 'net', text: `0 − ${q8(cost)}`, unit, value: q8(negate(cost)) }]
}

type LoanPayment = Omit<LoanDebt, 'total'>

const loanAtStart = (receipt: ReceiptReader): RunningLoan => ({
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

const repaidInFull = (loan: RunningLoan): LoanPayment => ({
  principal: q8(loan.principal_left),
  interest: q8(negate(loan.interest_paid)),
  late: q8(zero),
})

function loanAfterPayment(loan: RunningLoan, day: string, { principal, interest, late }: LoanPayment): RunningLoan {
  const debt = loanDebtOn(loan, day)
  return {
    ...loan,
    principal_left: subtract(loan.principal_left, principal),
    interest_from: interestStartDayAfterPayment(loan, day),
    interest_carried: subtract(debt.interest, interest),
    late_carried: subtract(debt.late, late),
    interest_paid: add(loan.interest_paid, interest),
    late_paid: add(loan.late_paid, late),
  }
}

function paymentSteps(
  paidMs: string,
  unit: string,
  loan: RunningLoan,
  day: string,
  { principal, interest, late }: LoanPayment,
): ReceiptComputationStep[] {
  const debtBefore = loanDebtOn(loan, day)
  const days = Math.max(0, serverDaysBetween(loan.interest_from, day < loan.end_day ? day : loan.end_day))
  const text = `${loan.interest_carried} + ${loan.principal_left} × ${loan.daily_rate} × ${days} = ${debtBefore.interest}`
  return [
    { name: `late@${paidMs}`, text: debtBefore.late, unit, value: late },
    { name: `interest@${paidMs}`, text, unit, value: interest },
    { name: `principal@${paidMs}`, text: debtBefore.principal, unit, value: principal },
  ]
}

function computeSaleSteps(receipt: ReceiptReader, loan: RunningLoan, unit: string): { steps: ReceiptComputationStep[]; cost: Decimal } {
  const [coin, step, collateral] = [receipt.text('coin'), receipt.decimal('priceStep'), receipt.decimal('collateral')]
  const mid = requireReceiptPrice(receipt.price('sale'))
  const debt = loanDebtOn(loan, serverDayAt(Number(receipt.decimal('soldMs'))))
  const halfSpread = receipt.has('halfSpread') ? receipt.decimal('halfSpread') : defaultSwapHalfSpread(coin)
  const executionPrice = collateralSalePrice(mid, halfSpread, step)
  const [liqLtv, liqFee] = [receipt.decimal('liqLtv'), receipt.decimal('liqFee')]
  const saleResult = computeCollateralLiquidation(debt, collateral, executionPrice, liqFee)
  const isOverdue = receipt.text('soldFor') === 'overdue'
  const triggerStep: ReceiptComputationStep = {
    name: 'mid',
    text: `${mid} ≤ ${debt.total} ÷ (${collateral} × ${liqLtv})`,
    unit,
    // Above that price nothing is sold but what is overdue.
    value: isOverdue ? mid : smallerDecimal(mid, priceAtLtv(debt.total, collateral, liqLtv, step)),
  }
  const cost = subtract(add(saleResult.interest, saleResult.late, saleResult.fee), saleResult.surplus)
  return {
    cost,
    steps: [
      { name: 'owed', text: `${debt.principal} + ${debt.interest} + ${debt.late}`, unit, value: debt.total },
      triggerStep,
      { name: 'price', text: `${mid} × (1 − ${halfSpread})`, unit, value: executionPrice },
      { name: 'sold', text: `${debt.total} × (1 + ${liqFee}) ÷ ${executionPrice} ≤ ${collateral}`, unit: coin, value: saleResult.sold },
      { name: 'proceeds', text: `${saleResult.sold} × ${executionPrice}`, unit, value: saleResult.proceeds },
      { name: 'returned', text: `${collateral} − ${saleResult.sold}`, unit: coin, value: saleResult.back },
      { name: 'fee', text: `${debt.total} × ${liqFee}`, unit, value: saleResult.fee },
      { name: 'covered', text: `${debt.principal} − ${saleResult.principal}`, unit, value: saleResult.covered },
    ],
  }
}
