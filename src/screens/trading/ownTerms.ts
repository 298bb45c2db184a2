import type { MarketWithPrice } from '#contract/calls/market.ts'
import type { Position } from '#contract/calls/trading.ts'
import type { Decimal } from '#contract/decimal.ts'
import { marketQuoteFromMid } from '#rules/quote.ts'

/** The market as a position knows it to its end: fee, spread, tick and size are those of its order (docs/rules/fair-dealing.md). */
export const marketWithPositionTerms = (
  market: MarketWithPrice,
  { feeRate = market.feeRate, spreadBps = market.spreadBps, tick = market.tick, contractSize = market.contractSize }: Position,
): MarketWithPrice => ({ ...market, feeRate, spreadBps, tick, contractSize })

/** Bid and ask for a position, at its own spread and tick around the same mark; those of its market where the spread is not known. */
export const quoteSidesWithPositionTerms = <S extends { bid: Decimal; ask: Decimal; mark: Decimal }>(
  sides: S,
  market: Pick<MarketWithPrice, 'tick'>,
  { spreadBps, tick = market.tick }: Pick<Position, 'spreadBps' | 'tick'>,
): S => {
  if (spreadBps === undefined) return sides
  const { bid, ask } = marketQuoteFromMid(sides.mark, spreadBps, tick)
  return { ...sides, bid, ask }
}
