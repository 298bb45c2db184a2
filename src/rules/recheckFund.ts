import type { Decimal } from '#contract/decimal.ts'
import { add, isPositive, multiply, q8, subtract, zero } from './decimal.ts'
import { costOfPart, unitsFor, unitsWorth } from './fundUnits.ts'
import { type Computed, leafNumber, type Reader } from './recheckReader.ts'

/**
 * An order of a fund (product §2.9): units at the unit value it was bought at, each part that was given back at its own, all from published
 * leaves; a gain times the share that the reserve could pay.
 */
export function fundSteps(receipt: Reader): Computed[] {
  const [money, unit] = [receipt.decimal('money'), receipt.text('unit')]
  const buyNav = navAt(receipt, 'buyNav', receipt.text('since'))
  const units = unitsFor(money, buyNav)
  const steps: Computed[] = [{ name: 'units', text: `${money} ÷ ${buyNav}`, unit: '', value: units }]
  let left = { units, cost: q8(money) }
  let returned = zero
  for (const sec of partsOf(receipt)) {
    const part = receipt.decimal(`leftUnits@${sec}`)
    const paid = receipt.decimal(`paid@${sec}`)
    const nav = navAt(receipt, `nav@${sec}`, sec)
    const cost = costOfPart(left.cost, part, left.units)
    const gain = subtract(unitsWorth(part, nav), cost)
    const money = q8(add(cost, isPositive(gain) ? q8(multiply(gain, paid)) : gain))
    steps.push({ name: `returned@${sec}`, text: formulaOf(part, nav, cost, gain, paid), unit, value: money })
    left = { units: subtract(left.units, part), cost: q8(subtract(left.cost, cost)) }
    returned = add(returned, money)
  }
  if (!receipt.has('isOver')) return steps
  return [...steps, { name: 'net', text: `${q8(returned)} − ${money}`, unit, value: q8(subtract(returned, money)) }]
}

/** '977.1 × 0.995', and where the reserve could not pay a gain whole what was paid of it. */
const formulaOf = (units: Decimal, nav: Decimal, cost: Decimal, gain: Decimal, paid: Decimal): string =>
  isPositive(gain) && paid !== '1' ? `${cost} + (${units} × ${nav} − ${cost}) × ${paid}` : `${units} × ${nav}`

/** The moments at which parts were given back, oldest first. */
const partsOf = ({ names }: Reader): string[] =>
  names
    .flatMap((name) => (name.startsWith('leftUnits@') ? [name.slice('leftUnits@'.length)] : []))
    .toSorted((a, b) => Number(a) - Number(b))

/** A unit value stands in a leaf of its own day or, where nothing was recorded then, a later one. */
const navAt = (receipt: Reader, use: string, since: string): Decimal =>
  leafNumber(receipt, use, { kind: 'NAV', isOf: (sec) => sec >= Number(since) })
