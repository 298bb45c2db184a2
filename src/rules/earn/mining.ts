import type { Decimal } from '#contract/decimal.ts'
import { divide, isPositive, largerDecimal, multiply, q8, roundDecimalAwayFromZero, subtract, zero } from '../decimal.ts'

/** What a machine is, and the day's published numbers. */
export interface MiningDayInputs {
  hashrate: Decimal
  powerW: Decimal
  /** What a unit of hashrate brings in a day, in the coin. */
  hashprice: Decimal
  /** USD for a kilowatt hour. */
  kwhPrice: Decimal
  /** Undefined where the record has none: then power cannot be turned into the coin and is not charged. */
  coinPrice: Decimal | undefined
}

export interface MiningMachineDailyOutput {
  /** In the coin, each to 8 decimals, by machine and day. */
  gross: Decimal
  power: Decimal
  net: Decimal
}

const hours = '24'
const wattsOfKilowatt = '1000'

/** What one machine brings in a day (docs/rules/earn.md): never below zero, no debt arises; 0 is an idle day. */
export function miningMachineDailyOutput({ hashrate, powerW, hashprice, kwhPrice, coinPrice }: MiningDayInputs): MiningMachineDailyOutput {
  const gross = multiply(hashrate, hashprice)
  const cost = multiply(divide(powerW, wattsOfKilowatt), hours, kwhPrice)
  const power = coinPrice === undefined ? zero : divide(cost, coinPrice)
  return { gross: q8(gross), power: q8(power), net: q8(largerDecimal(subtract(gross, power), zero)) }
}

/** After how many such days what came in is worth the price; null: never. */
export const miningPaybackDays = (price: Decimal, netUsdt: Decimal): number | null =>
  isPositive(netUsdt) ? Number(roundDecimalAwayFromZero(divide(price, netUsdt), 0)) : null

/** Whether such days, for the whole term, would bring less than the machine costs. */
export const isMiningLoss = (payback: number | null, termDays: number): boolean => payback === null || payback > termDays
