import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { direction } from '#contract/states.ts'
import type { UsdtConversion } from '#rules/quote.ts'

// A hundred thousand entries move with every record: here money, prices and quantities are whole numbers, exact all the same.
// Money and rates of drawdown count in 1e-8, prices and conversions in 1e-10, quantity × contract size in 1e-16.

const moneyPlaces = 8
const pricePlaces = 10
const sizePlaces = 8

function whole(amount: Decimal, places: number): bigint {
  const isBelow = amount.startsWith('-')
  const [units = '0', rest = ''] = (isBelow ? amount.slice(1) : amount).split('.')
  if (rest.length > places && /[1-9]/.test(rest.slice(places))) throw new Error(`${amount} has more than ${places} decimals`)
  const value = BigInt(units + rest.slice(0, places).padEnd(places, '0'))
  return isBelow ? -value : value
}

export const toMoneyUnits = (amount: Decimal): bigint => whole(amount, moneyPlaces)
export const toPriceUnits = (price: Decimal): bigint => whole(price, pricePlaces)

export function fromMoneyUnits(amount: bigint): Decimal {
  const text = (amount < 0n ? -amount : amount).toString().padStart(moneyPlaces + 1, '0')
  return asDecimal(`${amount < 0n ? '-' : ''}${text.slice(0, -moneyPlaces)}.${text.slice(-moneyPlaces)}`)
}

/** What a position gains in its quote currency when the price rises by one: below zero for a short. */
export const signedPositionSizeUnits = (side: number, quantity: Decimal, contractSize: Decimal): bigint =>
  whole(quantity, sizePlaces) * whole(contractSize, sizePlaces) * (side === direction.long ? 1n : -1n)

const perMoney = 10n ** BigInt(2 * sizePlaces + pricePlaces - moneyPlaces)
const perRated = perMoney * 10n ** BigInt(pricePlaces)
const perDivided = 10n ** BigInt(2 * sizePlaces - moneyPlaces)

/** How profit in the quote currency becomes money, by the conversion of a moment. */
type ToMoney = (size: bigint, rise: bigint) => bigint

/** The same as `positionProfitAt` of #rules/position.ts, truncated toward zero at the same place. */
export function positionProfitCalculator({ rate, by }: UsdtConversion): ToMoney {
  const units = toPriceUnits(rate)
  if (by === 'divide') return (size, rise) => (size * rise) / (units * perDivided)
  if (units === 10n ** BigInt(pricePlaces)) return (size, rise) => (size * rise) / perMoney
  return (size, rise) => (size * rise * units) / perRated
}

const drawdownUnits = 100_000_000n

/** How far below the peak, in 1e-8 of it; 0 at or above. */
export const drawdownUnitsOf = (peak: bigint, equity: bigint): bigint => (equity >= peak ? 0n : ((peak - equity) * drawdownUnits) / peak)

/** The highest equity at which the fall from the peak is larger than this one. */
export const drawdownEquityThreshold = (peak: bigint, fall: bigint): bigint => peak - (peak * fall) / drawdownUnits
