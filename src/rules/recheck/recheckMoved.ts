import { add, q8, zero } from '../decimal.ts'
import type { ReceiptComputationStep, ReceiptReader } from './recheckReader.ts'

/** A movement that follows no price: its parts, each named `leg…`, come to what is shown. */
export function computeMoneyMovementReceiptSteps(receipt: ReceiptReader): ReceiptComputationStep[] {
  const parts = receipt.names.filter((name) => name.startsWith('leg')).map((name) => receipt.decimal(name))
  const text = parts.map((part, at) => (at === 0 || part.startsWith('-') ? part.replace('-', '− ') : `+ ${part}`)).join(' ')
  return [{ name: 'moved', text, unit: receipt.text('unit'), value: q8(parts.reduce((sum, part) => add(sum, part), zero)) }]
}
