import type { Decimal } from '#contract/decimal.ts'
import { add, q8, subtract, zero } from './decimal.ts'
import { costOf, freeAfter } from './ieoUnlock.ts'
import type { Computed, Reader } from './recheckReader.ts'

/**
 * A token subscription again: what was paid, what lapsed, what each part of the schedule set free, and what came back when it was called off
 * (product §2.11). What was won is proved by the draw itself, which can be drawn again.
 */
export function ieoSteps(receipt: Reader): Computed[] {
  if (!receipt.has('won')) return []
  const [unit, coin, won] = [receipt.text('unit'), receipt.text('coin'), receipt.decimal('won')]
  const paidFor = receipt.has('paidFor') ? receipt.decimal('paidFor') : zero
  const lapsed: Computed = { name: 'lapsed', text: `${won} − ${paidFor}`, unit: coin, value: q8(subtract(won, paidFor)) }
  if (!receipt.has('paidFor')) return receipt.state === 'done' ? [lapsed] : []
  const price = receipt.decimal('winPrice')
  const give: Computed = { name: 'give', text: `${paidFor} × ${price}`, unit, value: costOf(paidFor, price) }
  if (receipt.state === 'cancelled') return [give, { name: 'returned', text: give.value, unit, value: give.value }]
  const freed = freedSteps(receipt, paidFor, coin)
  const got = freed.reduce((sum, { value }) => add(sum, value), zero)
  return [give, lapsed, ...freed, { name: 'get', text: q8(got), unit: coin, value: q8(got) }]
}

/** Each part that is free by now, in order. */
function freedSteps(receipt: Reader, num: Decimal, coin: string): Computed[] {
  const parts = receipt.names.filter((name) => name.startsWith('percent@'))
  const all = Number(receipt.decimal('parts'))
  let before: Decimal = zero
  return parts.map((name, at) => {
    const percents = parts.slice(0, at + 1).map((each) => receipt.decimal(each))
    const isLast = at === all - 1
    const free = freeAfter(num, percents, isLast)
    const text = isLast ? `${num} − ${before}` : `${num} × (${percents.join(' + ')}) ÷ 100 − ${before}`
    const value = q8(subtract(free, before))
    before = free
    return { name: `unlock@${name.slice('percent@'.length)}`, text, unit: coin, value }
  })
}
