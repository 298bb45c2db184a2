import { asDecimal, type Decimal } from '#contract/decimal.ts'
import {
  add,
  compareDecimals,
  divide,
  isPositive,
  isZero,
  largerDecimal,
  multiply,
  smallerDecimal,
  subtract,
  truncate,
  zero,
} from '../decimal.ts'

// The rules of the AI-quant funds (docs/rules/earn.md): nothing is learned and nobody decides, averages of daily closes do. Whole rule,
// whole fund: from the published closes anyone works out the same unit value. `quantFundRulesVersion` is published with each of them.

/** One market of a fund. It is held while the average of its last `fast` closes is above that of its last `slow` ones. */
interface FundAsset {
  symbol: string
  /** How much of a unit's value goes into it when it is bought. */
  share: Decimal
  fastDays: number
  slowDays: number
}

export interface QuantFundRule {
  assets: readonly FundAsset[]
  /** What buying and selling costs, of the amount. */
  tradeCost: Decimal
}

const rule = (...assets: readonly FundAsset[]): QuantFundRule => ({ assets, tradeCost: asDecimal('0.0005') })
const trendDays = { fastDays: 20, slowDays: 60 }
const oneThirdOfTrend = { share: asDecimal('0.33'), ...trendDays }

/** By the name that a product's terms give. */
export const quantFundRules: Readonly<Record<string, QuantFundRule>> = {
  goldTrend: rule({ symbol: 'XAUUSD', share: asDecimal('1'), ...trendDays }),
  balanced3: rule(
    { symbol: 'BTCUSDT', ...oneThirdOfTrend },
    { symbol: 'ETHUSDT', ...oneThirdOfTrend },
    { symbol: 'XAUUSD', ...oneThirdOfTrend },
  ),
}

/**
 * What stands for these rules in each published unit value, as `code=`. It is the SHA-256 of the text by which they were first published; other
 * rules get another one, the same rules in other words do not.
 */
export const quantFundRulesVersion = '7d05c4ca71b71c34869255d55fd50d526cfd6e3327475ba8ccbb4796604cc545'

/** One unit after a day. Amounts of markets are per unit. */
export interface QuantFundUnitState {
  nav: Decimal
  /** The highest value that our share was taken at. */
  high: Decimal
  cash: Decimal
  held: Readonly<Record<string, Decimal>>
}

/** One more day: `gross` before our share of a new high, `fee` that share. */
export interface QuantFundDay extends QuantFundUnitState {
  gross: Decimal
  fee: Decimal
}

/** What is known of a market at the end of a day: its closes, oldest first, a day without trading has none. */
export interface DailyCloseSeries {
  series: readonly Decimal[]
  /** Whether the last of them is of this day: on others nothing is bought or sold. */
  isTraded: boolean
}

const navScale = 8
const holdingScale = 18
const truncateHolding = (value: Decimal): Decimal => truncate(value, holdingScale)

/** A unit at its beginning: all of it cash, the high where it begins. */
export const initialQuantFundState = (nav: Decimal): QuantFundUnitState => ({ nav, high: nav, cash: nav, held: {} })

/** How many closes a rule looks at. */
export const fundRuleClosesNeeded = ({ assets }: QuantFundRule): number => Math.max(...assets.map(({ slowDays }) => slowDays))

/**
 * A unit after one more day. It is worth its cash and what it holds at the newest closes; of a value above the high, `feeRate` (a fraction)
 * of what is above is ours, taken from cash and holdings alike; then each market that traded is bought or sold at its close as its averages
 * say.
 */
export function advanceQuantFundDay(
  { assets, tradeCost }: QuantFundRule,
  feeRate: Decimal,
  previous: QuantFundUnitState,
  closes: Readonly<Record<string, DailyCloseSeries>>,
): QuantFundDay {
  const price = (symbol: string): Decimal => closes[symbol]?.series.at(-1) ?? zero
  const valueAtCloses = (cash: Decimal, holdings: QuantFundUnitState['held']): Decimal =>
    assets.reduce((sum, { symbol }) => add(sum, multiply(holdings[symbol] ?? zero, price(symbol))), cash)
  const gross = valueAtCloses(previous.cash, previous.held)
  const gainAboveHigh = largerDecimal(subtract(gross, previous.high), zero)
  const fee = truncateHolding(multiply(feeRate, gainAboveHigh))
  const net = subtract(gross, fee)
  const afterFee = (amount: Decimal): Decimal => (isZero(fee) ? amount : truncateHolding(divide(multiply(amount, net), gross)))
  let cash = afterFee(previous.cash)
  const holdings = Object.fromEntries(assets.map(({ symbol }) => [symbol, afterFee(previous.held[symbol] ?? zero)]))
  for (const { symbol, share, fastDays, slowDays } of assets) {
    const { series, isTraded } = closes[symbol] ?? { series: [], isTraded: false }
    if (!isTraded) continue
    const ownedQuantity = holdings[symbol] ?? zero
    const shouldHold = isRising(series, fastDays, slowDays)
    if (shouldHold && isZero(ownedQuantity)) {
      const spent = truncateHolding(smallerDecimal(multiply(share, net), cash))
      holdings[symbol] = truncateHolding(divide(multiply(spent, subtract('1', tradeCost)), price(symbol)))
      cash = subtract(cash, spent)
    } else if (!shouldHold && isPositive(ownedQuantity)) {
      holdings[symbol] = zero
      cash = truncateHolding(add(cash, multiply(ownedQuantity, price(symbol), subtract('1', tradeCost))))
    }
  }
  return {
    nav: truncate(valueAtCloses(cash, holdings), navScale),
    high: largerDecimal(previous.high, net),
    cash,
    held: holdings,
    gross,
    fee,
  }
}

/** Whether the newest closes are on average above the many: never before there are enough of them. */
function isRising(series: readonly Decimal[], fastDays: number, slowDays: number): boolean {
  if (series.length < slowDays) return false
  return (
    compareDecimals(
      multiply(sumValues(series.slice(-fastDays)), String(slowDays)),
      multiply(sumValues(series.slice(-slowDays)), String(fastDays)),
    ) > 0
  )
}

const sumValues = (values: readonly Decimal[]): Decimal => values.reduce((sum, value) => add(sum, value), zero)

/** The closes of one day, by market; one that did not trade is absent. */
export interface MarketClosesOfServerDay {
  day: string
  closes: Readonly<Record<string, Decimal>>
}

/** What is known at the end of the last of these days, oldest first. */
export function fundCloseSeriesFrom({ assets }: QuantFundRule, days: readonly MarketClosesOfServerDay[]): Record<string, DailyCloseSeries> {
  const lastDay = days.at(-1)
  return Object.fromEntries(
    assets.map(({ symbol }) => [
      symbol,
      { series: days.flatMap(({ closes }) => closes[symbol] ?? []), isTraded: lastDay?.closes[symbol] !== undefined },
    ]),
  )
}

/** A unit through all these days, oldest first: its value after each. */
export function simulateQuantFund(
  fundRule: QuantFundRule,
  feeRate: Decimal,
  initialState: QuantFundUnitState,
  days: readonly MarketClosesOfServerDay[],
): QuantFundDay[] {
  const fundDays: QuantFundDay[] = []
  // A market closes for days, so more days are kept than closes are looked at.
  const neededDays = fundRuleClosesNeeded(fundRule) * 2
  days.forEach((_, at) => {
    const closesUntilDay = fundCloseSeriesFrom(fundRule, days.slice(Math.max(0, at + 1 - neededDays), at + 1))
    fundDays.push(advanceQuantFundDay(fundRule, feeRate, fundDays.at(-1) ?? initialState, closesUntilDay))
  })
  return fundDays
}

/** The same values so scaled that the last is `end`: what a fund that begins there would have come from. */
export const rescaleFundNavs = (days: readonly QuantFundDay[], end: Decimal): Decimal[] => {
  const lastNav = days.at(-1)?.nav ?? end
  return days.map(({ nav }) => truncate(divide(multiply(nav, end), lastNav), navScale))
}
