import { add, zero } from './decimal.ts'
import type { Decimal } from '#contract/decimal.ts'
import { incomeOf } from './earn.ts'
import { machineDay } from './mining.ts'
import { type Computed, NotComputable, type Reader } from './recheckReader.ts'
import { dayPlus, startOfDay } from './serverDay.ts'

/** The published number of that use, if it is the right one and of no later time than the day. */
function published(receipt: Reader, use: string, symbol: string): Decimal {
  const [leaf] = receipt.records(use)
  const ends = startOfDay(dayPlus(receipt.text('day'), 1)) / 1000
  if (!leaf || receipt.symbol(use) !== symbol || leaf.sec >= ends) throw new NotComputable(`${use} is not the published one`)
  return add(leaf.price, zero)
}

/** What machines brought on a day, from the published hashprice, the price of power and the coin's price (product §2.9). */
export function miningSteps(receipt: Reader): Computed[] {
  const [hashrate, powerW] = [receipt.decimal('hashrate'), receipt.decimal('powerW')]
  const hashprice = published(receipt, 'hashprice', `HASHPRICE_${receipt.text('network')}`)
  const kwhPrice = published(receipt, 'kwhPrice', 'KWH')
  const coinPrice = receipt.records('coinPrice').length > 0 ? published(receipt, 'coinPrice', receipt.text('symbol')) : undefined
  const { net } = machineDay({ hashrate, powerW, hashprice, kwhPrice, coinPrice })
  const [weight, paid, unit] = [receipt.decimal('weight'), receipt.decimal('paid'), receipt.text('unit')]
  const power = coinPrice === undefined ? '' : ` − ${powerW} ÷ 1000 × 24 × ${kwhPrice} ÷ ${coinPrice}`
  return [
    { name: 'dayOutput', text: `0 ≤ ${hashrate} × ${hashprice}${power}`, unit, value: net },
    { name: 'income', text: `${weight} × ${net} × ${paid}`, unit, value: incomeOf(weight, net, paid) },
  ]
}
