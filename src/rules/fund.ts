import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { add, compare, divide, isPositive, isZero, larger, multiply, smaller, subtract, truncate, zero } from './decimal.ts'

// The rules of the AI-quant funds (product §2.9): nothing is learned and nobody decides, averages of daily closes do. Whole rule, whole
// fund: from the published closes anyone works out the same unit value. This file's hash is published with each of them.

/** One market of a fund. It is held while the average of its last `fast` closes is above that of its last `slow` ones. */
interface Asset {
  symbol: string
  /** How much of a unit's value goes into it when it is bought. */
  share: Decimal
  fast: number
  slow: number
}

export interface FundRule {
  assets: readonly Asset[]
  /** What buying and selling costs, of the amount. */
  tradeCost: Decimal
}

const rule = (...assets: readonly Asset[]): FundRule => ({ assets, tradeCost: asDecimal('0.0005') })
const trend = { fast: 20, slow: 60 }
const third = { share: asDecimal('0.33'), ...trend }

/** By the name that a product's terms give. */
export const fundRules: Readonly<Record<string, FundRule>> = {
  goldTrend: rule({ symbol: 'XAUUSD', share: asDecimal('1'), ...trend }),
  balanced3: rule({ symbol: 'BTCUSDT', ...third }, { symbol: 'ETHUSDT', ...third }, { symbol: 'XAUUSD', ...third }),
}

/** One unit after a day. Amounts of markets are per unit. */
export interface FundState {
  nav: Decimal
  /** The highest value that our share was taken at. */
  high: Decimal
  cash: Decimal
  held: Readonly<Record<string, Decimal>>
}

/** One more day: `gross` before our share of a new high, `fee` that share. */
export interface FundDay extends FundState {
  gross: Decimal
  fee: Decimal
}

/** What is known of a market at the end of a day: its closes, oldest first, a day without trading has none. */
export interface Closes {
  series: readonly Decimal[]
  /** Whether the last of them is of this day: on others nothing is bought or sold. */
  isTraded: boolean
}

const navScale = 8
const holdingScale = 18
const cut = (value: Decimal): Decimal => truncate(value, holdingScale)

/** A unit at its beginning: all of it cash, the high where it begins. */
export const newUnit = (nav: Decimal): FundState => ({ nav, high: nav, cash: nav, held: {} })

/** How many closes a rule looks at. */
export const closesNeeded = ({ assets }: FundRule): number => Math.max(...assets.map(({ slow }) => slow))

/**
 * A unit after one more day. It is worth its cash and what it holds at the newest closes; of a value above the high, `feeRate` of what is
 * above is ours, taken from cash and holdings alike; then each market that traded is bought or sold at its close as its averages say.
 */
export function fundDay(
  { assets, tradeCost }: FundRule,
  feeRate: Decimal,
  before: FundState,
  closes: Readonly<Record<string, Closes>>,
): FundDay {
  const price = (symbol: string): Decimal => closes[symbol]?.series.at(-1) ?? zero
  const worth = (cash: Decimal, held: FundState['held']): Decimal =>
    assets.reduce((sum, { symbol }) => add(sum, multiply(held[symbol] ?? zero, price(symbol))), cash)
  const gross = worth(before.cash, before.held)
  const above = larger(subtract(gross, before.high), zero)
  const fee = cut(multiply(feeRate, above))
  const net = subtract(gross, fee)
  const kept = (amount: Decimal): Decimal => (isZero(fee) ? amount : cut(divide(multiply(amount, net), gross)))
  let cash = kept(before.cash)
  const held = Object.fromEntries(assets.map(({ symbol }) => [symbol, kept(before.held[symbol] ?? zero)]))
  for (const { symbol, share, fast, slow } of assets) {
    const { series, isTraded } = closes[symbol] ?? { series: [], isTraded: false }
    if (!isTraded) continue
    const owned = held[symbol] ?? zero
    const wants = rises(series, fast, slow)
    if (wants && isZero(owned)) {
      const spent = cut(smaller(multiply(share, net), cash))
      held[symbol] = cut(divide(multiply(spent, subtract('1', tradeCost)), price(symbol)))
      cash = subtract(cash, spent)
    } else if (!wants && isPositive(owned)) {
      held[symbol] = zero
      cash = cut(add(cash, multiply(owned, price(symbol), subtract('1', tradeCost))))
    }
  }
  return { nav: truncate(worth(cash, held), navScale), high: larger(before.high, net), cash, held, gross, fee }
}

/** Whether the newest closes are on average above the many: never before there are enough of them. */
function rises(series: readonly Decimal[], fast: number, slow: number): boolean {
  if (series.length < slow) return false
  return compare(multiply(sumOf(series.slice(-fast)), String(slow)), multiply(sumOf(series.slice(-slow)), String(fast))) > 0
}

const sumOf = (values: readonly Decimal[]): Decimal => values.reduce((sum, value) => add(sum, value), zero)

/** The closes of one day, by market; one that did not trade is absent. */
export interface ClosesOfDay {
  day: string
  closes: Readonly<Record<string, Decimal>>
}

/** What is known at the end of the last of these days, oldest first. */
export function closesUntil({ assets }: FundRule, days: readonly ClosesOfDay[]): Record<string, Closes> {
  const last = days.at(-1)
  return Object.fromEntries(
    assets.map(({ symbol }) => [
      symbol,
      { series: days.flatMap(({ closes }) => closes[symbol] ?? []), isTraded: last?.closes[symbol] !== undefined },
    ]),
  )
}

/** A unit through all these days, oldest first: its value after each. */
export function fundThrough(own: FundRule, feeRate: Decimal, begin: FundState, days: readonly ClosesOfDay[]): FundDay[] {
  const found: FundDay[] = []
  // A market closes for days, so more days are kept than closes are looked at.
  const kept = closesNeeded(own) * 2
  days.forEach((_, at) => {
    const known = closesUntil(own, days.slice(Math.max(0, at + 1 - kept), at + 1))
    found.push(fundDay(own, feeRate, found.at(-1) ?? begin, known))
  })
  return found
}

/** The same values so scaled that the last is `end`: what a fund that begins there would have come from. */
export const scaledTo = (days: readonly FundDay[], end: Decimal): Decimal[] => {
  const last = days.at(-1)?.nav ?? end
  return days.map(({ nav }) => truncate(divide(multiply(nav, end), last), navScale))
}
