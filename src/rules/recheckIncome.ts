import { incomeOf } from './earn.ts'
import { add, q8, subtract, zero } from './decimal.ts'
import { hostingExitFee, hostingRate } from './hosting.ts'
import { type Computed, leafNumber, type Reader } from './recheckReader.ts'
import { startOfDay } from './serverDay.ts'
import { pledgeRate } from './yield.ts'

const fundingSeconds = 28_800

function income(receipt: Reader, value: ReturnType<Reader['decimal']>): Computed {
  const [weight, paid] = [receipt.decimal('weight'), receipt.decimal('paid')]
  return { name: 'income', text: `${weight} × ${value} × ${paid}`, unit: receipt.text('unit'), value: incomeOf(weight, value, paid) }
}

/** What came in for a day, from the day's value as it was worked out (product §2.9). */
export const incomeSteps = (receipt: Reader): Computed[] => [income(receipt, receipt.decimal('dayValue'))]

/** The same of arbitrage hosting, from the funding rates that were published on that day (product §2.9). */
export function hostingSteps(receipt: Reader): Computed[] {
  const begins = startOfDay(receipt.text('day')) / 1000
  const fundings = [1, 2, 3].flatMap((n) => {
    if (receipt.records(`funding${n}`).length === 0) return []
    const since = begins + (n - 1) * fundingSeconds
    return [leafNumber(receipt, `funding${n}`, { kind: 'FUND', isOf: (sec) => sec >= since && sec < since + fundingSeconds })]
  })
  const [share, rateMax] = [receipt.decimal('share'), receipt.decimal('rateMax')]
  const dayRate = hostingRate(fundings, share, rateMax)
  const sum = fundings.length === 0 ? '0' : fundings.join(' + ')
  return [{ name: 'dayRate', text: `0 ≤ ${share} × (${sum}) ≤ ${rateMax}`, unit: '', value: dayRate }, income(receipt, dayRate)]
}

/** The same of pledged coins, from what was published of their network on that day, or last before it (product §2.9). */
export function pledgeSteps(receipt: Reader): Computed[] {
  const ends = startOfDay(receipt.text('day')) / 1000 + 86_400
  const commission = receipt.decimal('commission')
  // Nothing was ever published: nothing came in.
  const isKnown = receipt.symbol('stake') !== undefined
  const year = isKnown ? leafNumber(receipt, 'stake', { kind: 'STAKE', isOf: (sec) => sec < ends }) : zero
  const dayRate = pledgeRate(year, commission)
  return [{ name: 'dayRate', text: `${year} × (1 − ${commission}) ÷ 365`, unit: '', value: dayRate }, income(receipt, dayRate)]
}

/** An order of it that is over: the principal comes back whole, a fee for leaving is out of the income alone (product §2.9). */
export function hostingOrderSteps(receipt: Reader): Computed[] {
  const [money, accrued, feeRate] = [receipt.decimal('money'), receipt.decimal('accrued'), receipt.decimal('feeRate')]
  const isLeft = receipt.has('exitFee')
  const fee = isLeft ? hostingExitFee(money, feeRate, accrued) : zero
  // What came in after one asked to leave is not in the fee.
  const booked = isLeft ? receipt.decimal('exitFee') : zero
  return [
    { name: 'returned', text: money, unit: receipt.text('unit'), value: q8(money) },
    { name: 'fee', text: isLeft ? `${feeRate} × ${money} ≤ ${accrued}` : '0', unit: receipt.text('unit'), value: q8(fee), atMost: true },
    { name: 'net', text: `${accrued} − ${booked}`, unit: receipt.text('unit'), value: q8(subtract(add(accrued, zero), booked)) },
  ]
}
