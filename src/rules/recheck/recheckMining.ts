import { add, zero } from '../decimal.ts'
import type { Decimal } from '#contract/decimal.ts'
import { earnDailyIncome } from '../earn/earn.ts'
import { miningMachineDailyOutput } from '../earn/mining.ts'
import { type ReceiptComputationStep, ReceiptNotComputableError, type ReceiptReader } from './recheckReader.ts'
import { addServerDays, startOfServerDay } from '../serverDay.ts'

/** The published number of that use, if it is the right one and of no later time than the day. */
function publishedBefore(receipt: ReceiptReader, use: string, symbol: string): Decimal {
  const [leaf] = receipt.records(use)
  const dayEndSec = startOfServerDay(addServerDays(receipt.text('day'), 1)) / 1000
  if (!leaf || receipt.symbol(use) !== symbol || leaf.sec >= dayEndSec)
    throw new ReceiptNotComputableError(`${use} is not the published one`)
  return add(leaf.price, zero)
}

/** What machines brought on a day, from the published hashprice, the price of power and the coin's price (docs/rules/earn.md). */
export function computeMiningIncomeReceiptSteps(receipt: ReceiptReader): ReceiptComputationStep[] {
  const [hashrate, powerW] = [receipt.decimal('hashrate'), receipt.decimal('powerW')]
  const hashprice = publishedBefore(receipt, 'hashprice', `HASHPRICE_${receipt.text('network')}`)
  const kwhPrice = publishedBefore(receipt, 'kwhPrice', 'KWH')
  const coinPrice = receipt.records('coinPrice').length > 0 ? publishedBefore(receipt, 'coinPrice', receipt.text('symbol')) : undefined
  const { net } = miningMachineDailyOutput({ hashrate, powerW, hashprice, kwhPrice, coinPrice })
  const [weight, paid, unit] = [receipt.decimal('weight'), receipt.decimal('paid'), receipt.text('unit')]
  const power = coinPrice === undefined ? '' : ` − ${powerW} ÷ 1000 × 24 × ${kwhPrice} ÷ ${coinPrice}`
  return [
    { name: 'dayOutput', text: `0 ≤ ${hashrate} × ${hashprice}${power}`, unit, value: net },
    { name: 'income', text: `${weight} × ${net} × ${paid}`, unit, value: earnDailyIncome(weight, net, paid) },
  ]
}
