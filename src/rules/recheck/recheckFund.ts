import type { Decimal } from '#contract/decimal.ts'
import { add, isPositive, multiply, q8, subtract, zero } from '../decimal.ts'
import { fundUnitsCostBasis, fundUnitsForMoney, fundUnitsValue } from '../earn/fundUnits.ts'
import { type ReceiptComputationStep, requireReceiptLeafNumber, type ReceiptReader } from './recheckReader.ts'

/**
 * An order of a fund (docs/rules/earn.md): units at the unit value it was bought at, each part that was given back at its own, all from published
 * leaves; a gain times the share that the reserve could pay.
 */
export function computeFundOrderReceiptSteps(receipt: ReceiptReader): ReceiptComputationStep[] {
  const [money, unit] = [receipt.decimal('money'), receipt.text('unit')]
  const buyNav = navAt(receipt, 'buyNav', receipt.text('since'))
  const units = fundUnitsForMoney(money, buyNav)
  const steps: ReceiptComputationStep[] = [{ name: 'units', text: `${money} ÷ ${buyNav}`, unit: '', value: units }]
  let remaining = { units, cost: q8(money) }
  let returned = zero
  for (const sec of redemptionSecondsOf(receipt)) {
    const part = receipt.decimal(`leftUnits@${sec}`)
    const paid = receipt.decimal(`paid@${sec}`)
    const nav = navAt(receipt, `nav@${sec}`, sec)
    const cost = fundUnitsCostBasis(remaining.cost, part, remaining.units)
    const gain = subtract(fundUnitsValue(part, nav), cost)
    const money = q8(add(cost, isPositive(gain) ? q8(multiply(gain, paid)) : gain))
    steps.push({ name: `returned@${sec}`, text: formulaOf(part, nav, cost, gain, paid), unit, value: money })
    remaining = { units: subtract(remaining.units, part), cost: q8(subtract(remaining.cost, cost)) }
    returned = add(returned, money)
  }
  if (!receipt.has('isOver')) return steps
  return [...steps, { name: 'net', text: `${q8(returned)} − ${money}`, unit, value: q8(subtract(returned, money)) }]
}

/** '977.1 × 0.995', and where the reserve could not pay a gain whole what was paid of it. */
const formulaOf = (units: Decimal, nav: Decimal, cost: Decimal, gain: Decimal, paid: Decimal): string =>
  isPositive(gain) && paid !== '1' ? `${cost} + (${units} × ${nav} − ${cost}) × ${paid}` : `${units} × ${nav}`

/** The moments at which parts were given back, oldest first. */
const redemptionSecondsOf = ({ names }: ReceiptReader): string[] =>
  names
    .flatMap((name) => (name.startsWith('leftUnits@') ? [name.slice('leftUnits@'.length)] : []))
    .toSorted((a, b) => Number(a) - Number(b))

/** A unit value stands in a leaf of its own day or, where nothing was recorded then, a later one. */
const navAt = (receipt: ReceiptReader, use: string, fromSec: string): Decimal =>
  requireReceiptLeafNumber(receipt, use, { kind: 'NAV', isOf: (sec) => sec >= Number(fromSec) })
