import type { Decimal } from '#contract/decimal.ts'
import { add, q8, subtract, zero } from '../decimal.ts'
import { ieoTokensCost, unlockedAmount } from '../ieo/ieoUnlock.ts'
import type { ReceiptComputationStep, ReceiptReader } from './recheckReader.ts'

/**
 * A token subscription again: what was paid, what lapsed, what each part of the schedule set free, and what came back when it was called off
 * (docs/rules/token-sales.md). What was won is proved by the draw itself, which can be drawn again.
 */
export function computeIeoReceiptSteps(receipt: ReceiptReader): ReceiptComputationStep[] {
  if (!receipt.has('won')) return []
  const [unit, coin, wonTokens] = [receipt.text('unit'), receipt.text('coin'), receipt.decimal('won')]
  const paidFor = receipt.has('paidFor') ? receipt.decimal('paidFor') : zero
  const lapsedStep: ReceiptComputationStep = {
    name: 'lapsed',
    text: `${wonTokens} − ${paidFor}`,
    unit: coin,
    value: q8(subtract(wonTokens, paidFor)),
  }
  if (!receipt.has('paidFor')) return receipt.state === 'done' ? [lapsedStep] : []
  const price = receipt.decimal('winPrice')
  const paymentStep: ReceiptComputationStep = { name: 'give', text: `${paidFor} × ${price}`, unit, value: ieoTokensCost(paidFor, price) }
  if (receipt.state === 'cancelled') return [paymentStep, { name: 'returned', text: paymentStep.value, unit, value: paymentStep.value }]
  const unlockSteps = computeUnlockSteps(receipt, paidFor, coin)
  const receivedTokens = unlockSteps.reduce((sum, { value }) => add(sum, value), zero)
  return [paymentStep, lapsedStep, ...unlockSteps, { name: 'get', text: q8(receivedTokens), unit: coin, value: q8(receivedTokens) }]
}

/** Each part that is free by now, in order. */
function computeUnlockSteps(receipt: ReceiptReader, num: Decimal, coin: string): ReceiptComputationStep[] {
  const parts = receipt.names.filter((name) => name.startsWith('percent@'))
  const all = Number(receipt.decimal('parts'))
  let previousAmount: Decimal = zero
  return parts.map((name, at) => {
    const percents = parts.slice(0, at + 1).map((percentName) => receipt.decimal(percentName))
    const isLast = at === all - 1
    const unlockedTokens = unlockedAmount(num, percents, isLast)
    const text = isLast ? `${num} − ${previousAmount}` : `${num} × (${percents.join(' + ')}) ÷ 100 − ${previousAmount}`
    const value = q8(subtract(unlockedTokens, previousAmount))
    previousAmount = unlockedTokens
    return { name: `unlock@${name.slice('percent@'.length)}`, text, unit: coin, value }
  })
}
