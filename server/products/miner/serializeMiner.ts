import type { EarnProduct } from '#contract/calls/products.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { isZero, multiply, q8 } from '#rules/decimal.ts'
import { isMiningLoss, miningPaybackDays } from '#rules/earn/mining.ts'
import type { ProductPreviewLine } from '../kind.ts'
import { type MinerDayInputs, minerDayOutputOf, requireMinerTerm } from './minerDay.ts'
import { trimDatabaseNumberZeros } from '../plain.ts'
import type { ProductRow } from '../rows.ts'

type Known = MinerDayInputs & { coinPrice: Decimal }

/** What a slump is shown as: a hashprice that is 30 % lower. */
const slump = '0.7'

/** What a machine brings at these values, and when that would have paid for it. */
function yieldOf(product: ProductRow, numbers: Known) {
  const { gross, power, net } = minerDayOutputOf(product, numbers)
  const netUsdt = q8(multiply(net, numbers.coinPrice))
  const low = minerDayOutputOf(product, { ...numbers, hashprice: multiply(numbers.hashprice, slump) })
  return {
    gross,
    power,
    net,
    netUsdt,
    lowUsdt: q8(multiply(low.net, numbers.coinPrice)),
    payback: miningPaybackDays(product.min_money, netUsdt),
  }
}

/** The machine as the wire shows it (docs/rules/earn.md), by today's published values. */
export function serializeMiner(product: ProductRow, numbers: Known): NonNullable<EarnProduct['miner']> {
  const text = (name: string): string => requireMinerTerm(product, name)
  const brings = yieldOf(product, numbers)
  return {
    manufacturer: text('manufacturer'),
    hashrate: requireMinerTerm(product, 'hashrate'),
    hashUnit: text('hashUnit'),
    powerW: Number(text('powerW')),
    size: text('size'),
    weightKg: requireMinerTerm(product, 'weightKg'),
    tempRange: text('tempRange'),
    humidityRange: text('humidityRange'),
    algorithm: text('algorithm'),
    network: text('network'),
    price: trimDatabaseNumberZeros(product.min_money),
    kwhPrice: numbers.kwhPrice,
    hashprice: numbers.hashprice,
    coinPrice: numbers.coinPrice,
    dayGross: brings.gross,
    dayPower: brings.power,
    dayNet: brings.net,
    dayNetUsdt: brings.netUsdt,
    dayNetUsdtLow: brings.lowUsdt,
    paybackDays: brings.payback,
  }
}

/** The numbers of a purchase of so many machines, and whether it would not pay back at today's values. */
export function minerPurchaseFigures(
  product: ProductRow,
  numbers: Known,
  num: number,
): { lines: ProductPreviewLine[]; paysBack: boolean; isIdle: boolean } {
  const { gross, power, net, netUsdt, lowUsdt, payback } = yieldOf(product, numbers)
  const { income_currency: coin, days } = product
  const all = (each: Decimal): Decimal => q8(multiply(each, String(num)))
  const lines: ProductPreviewLine[] = [
    { key: 'dayNet', value: all(net), unit: coin },
    { key: 'dayNetUsdt', value: all(netUsdt), unit: 'USDT' },
    { key: 'dayNetUsdtLow', value: all(lowUsdt), unit: 'USDT' },
    { key: 'termNetUsdt', value: q8(multiply(all(netUsdt), String(days))), unit: 'USDT' },
    ...(payback === null ? [] : [{ key: 'paybackDays', value: asDecimal(String(payback)), unit: 'd' }]),
    { key: 'termDays', value: asDecimal(String(days)), unit: 'd' },
    { key: 'dayGross', value: all(gross), unit: coin },
    { key: 'dayPower', value: all(power), unit: coin },
    { key: 'hashprice', value: numbers.hashprice, unit: coin },
    { key: 'kwhPrice', value: numbers.kwhPrice, unit: 'USD' },
    { key: 'coinPrice', value: numbers.coinPrice, unit: 'USDT' },
  ]
  return { lines, paysBack: !isMiningLoss(payback, days), isIdle: isZero(net) }
}
