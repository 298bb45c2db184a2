import { earnDailyIncome } from '../earn/earn.ts'
import { add, q8, smallerDecimal, subtract, zero } from '../decimal.ts'
import { arbitrageHostingExitFee, arbitrageHostingDailyRate } from '../earn/hosting.ts'
import { type ReceiptComputationStep, requireReceiptLeafNumber, type ReceiptReader } from './recheckReader.ts'
import { startOfServerDay } from '../serverDay.ts'
import { pledgeDailyRate, pledgeDailyRateOnReceipt } from '../earn/yield.ts'

const fundingSeconds = 28_800

function income(receipt: ReceiptReader, value: ReturnType<ReceiptReader['decimal']>): ReceiptComputationStep {
  const [weight, paid] = [receipt.decimal('weight'), receipt.decimal('paid')]
  return { name: 'income', text: `${weight} × ${value} × ${paid}`, unit: receipt.text('unit'), value: earnDailyIncome(weight, value, paid) }
}

/** What came in for a day, from the day's value as it was worked out (docs/rules/earn.md). */
export const computeEarnIncomeReceiptSteps = (receipt: ReceiptReader): ReceiptComputationStep[] => [
  income(receipt, receipt.decimal('dayValue')),
]

/** The same of arbitrage hosting, from the funding rates that were published on that day (docs/rules/earn.md). */
export function computeHostingIncomeReceiptSteps(receipt: ReceiptReader): ReceiptComputationStep[] {
  const dayStartSec = startOfServerDay(receipt.text('day')) / 1000
  const fundings = [1, 2, 3].flatMap((n) => {
    if (receipt.records(`funding${n}`).length === 0) return []
    const periodStartSec = dayStartSec + (n - 1) * fundingSeconds
    return [
      requireReceiptLeafNumber(receipt, `funding${n}`, {
        kind: 'FUND',
        isOf: (sec) => sec >= periodStartSec && sec < periodStartSec + fundingSeconds,
      }),
    ]
  })
  const [share, rateMax] = [receipt.decimal('share'), receipt.decimal('rateMax')]
  const dayRate = arbitrageHostingDailyRate(fundings, share, rateMax)
  const sum = fundings.length === 0 ? '0' : fundings.join(' + ')
  return [{ name: 'dayRate', text: `0 ≤ ${share} × (${sum}) ≤ ${rateMax}`, unit: '', value: dayRate }, income(receipt, dayRate)]
}

/** The same of pledged coins, from what was published of their network on that day, or last before it (docs/rules/earn.md). */
export function computePledgeIncomeReceiptSteps(receipt: ReceiptReader): ReceiptComputationStep[] {
  const dayEndSec = startOfServerDay(receipt.text('day')) / 1000 + 86_400
  const commission = receipt.decimal('commission')
  // Nothing was ever published: nothing came in.
  const isRateRecorded = receipt.symbol('stake') !== undefined
  const annualRate = isRateRecorded ? requireReceiptLeafNumber(receipt, 'stake', { kind: 'STAKE', isOf: (sec) => sec < dayEndSec }) : zero
  const dayRate = pledgeDailyRate(annualRate, commission)
  return [
    { name: 'dayRate', text: `${annualRate} × (1 − ${commission}) ÷ 365`, unit: '', value: pledgeDailyRateOnReceipt(dayRate) },
    income(receipt, dayRate),
  ]
}

/** An order of it that is over: the principal comes back whole, a fee for leaving is out of the income alone (docs/rules/earn.md). */
export function computeHostingOrderReceiptSteps(receipt: ReceiptReader): ReceiptComputationStep[] {
  const [money, accrued, feeRate] = [receipt.decimal('money'), receipt.decimal('accrued'), receipt.decimal('feeRate')]
  const isExited = receipt.has('exitFee')
  // What came in after one asked to leave is not in the fee: it may be less than by all that came in, and never more.
  const bookedFee = isExited ? receipt.decimal('exitFee') : zero
  const fee = isExited ? smallerDecimal(arbitrageHostingExitFee(money, feeRate, accrued), bookedFee) : zero
  return [
    { name: 'returned', text: money, unit: receipt.text('unit'), value: q8(money) },
    { name: 'fee', text: isExited ? `${feeRate} × ${money} ≤ ${accrued}` : '0', unit: receipt.text('unit'), value: q8(fee) },
    { name: 'net', text: `${accrued} − ${bookedFee}`, unit: receipt.text('unit'), value: q8(subtract(add(accrued, zero), bookedFee)) },
  ]
}
