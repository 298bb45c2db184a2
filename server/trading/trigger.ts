import { closeOutEquityRatio } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { direction } from '#contract/states.ts'
import { add, isZero, multiply, subtract } from '#rules/decimal.ts'
import { type OpenPosition, isEquityAtOrBelowMarginShare, markPriceAtMarginShare, type LiquidationPriceMarket } from '#rules/position.ts'
import { usdtConversionKindOfMarket } from '#rules/quote.ts'

/**
 * A conversion may drift this far from that of the opening before its positions are re-checked at every record.
 * Within it the true distance to the close-out is at least 1 / 1.15 ≈ 0.87 of the distance at opening, so 0.8 of it is a safe bound.
 */
export const maxConversionDriftFraction = '0.15'
const safeShare = '0.8'

/**
 * The price that finds this position in the index. No mark on the entry's side of it can make the margin insufficient (or fall to `share`);
 * a mark beyond it makes the position a candidate, which the exact rule then decides. Exact unless another market's rate converts the quote.
 * A short that no price closes out has a far one, so that its stops are still found.
 */
export function positionMarginTriggerPrice(
  held: OpenPosition,
  market: LiquidationPriceMarket,
  share: string = closeOutEquityRatio,
): Decimal {
  const exact = markPriceAtMarginShare(held, share, market)
  if (usdtConversionKindOfMarket(market) !== 'other')
    return held.direction === direction.short && isZero(exact) ? multiply(held.openPrice, far) : exact
  const distance = held.direction === direction.long ? subtract(held.openPrice, exact) : subtract(exact, held.openPrice)
  const bound = multiply(distance, safeShare)
  return held.direction === direction.long ? subtract(held.openPrice, bound) : add(held.openPrice, bound)
}
const far = '1000'

/** Margin ratios, in percent, at which a person is warned: each once, until margin is added (docs/rules/contracts.md). */
const warnings = [
  { level: 65, share: '0.65' },
  { level: 80, share: '0.8' },
] as const

/** The lowest warning level that this mark has reached; 0 when none. */
export const marginWarningLevelAt = (held: OpenPosition, mark: Decimal): number =>
  warnings.find(({ share }) => isEquityAtOrBelowMarginShare(held, mark, share))?.level ?? 0

/** The levels of a running position for the index: its close-out, and the warning that comes after the last one. */
export function positionMarginTriggerLevelsOf(held: OpenPosition, spec: LiquidationPriceMarket, warned: number) {
  const next = warnings.findLast(({ level }) => warned === 0 || level < warned)
  return {
    trigger_price: positionMarginTriggerPrice(held, spec),
    warn_price: next ? positionMarginTriggerPrice(held, spec, next.share) : null,
    warned,
  }
}
