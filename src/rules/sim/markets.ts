import type { MarketListing, SimCrossMarket, SimFactor } from '../listing/listing.ts'
import { marketListings } from '../listing/marketListing.ts'
import { toScaledPrice, scaledPriceOne } from '../scaled.ts'
import { volatilityPerSecondPpb } from './draw.ts'

// The markets of the simulation, so that a device can compute them again by itself.

export type SimCategory = MarketListing['category']

const factors: readonly SimFactor[] = ['CRYPTO', 'METAL', 'DOLLAR']

export const isSimFactor = (name: string): boolean => (factors as readonly string[]).includes(name)

interface MarketRow {
  category: SimCategory
  ref: string
  sigmaYear: number
  shares: Readonly<Partial<Record<SimFactor, number>>>
}

/** Those that move by themselves, by symbol. */
export const simMarkets: Readonly<Record<string, MarketRow>> = Object.fromEntries(
  marketListings.flatMap(({ base, quote, category, ref, sigmaYear, shares }) =>
    shares ? [[base + quote, { category, ref, sigmaYear, shares }]] : [],
  ),
)

/** Those that are made of two others, by symbol. */
export const simCrosses: Readonly<Record<string, SimCrossMarket>> = Object.fromEntries(
  marketListings.flatMap(({ base, quote, derived }) => (derived ? [[base + quote, derived]] : [])),
)

/** One price from two, truncated at 1e-10: EURJPY = EURUSD × USDJPY, EURGBP = EURUSD ÷ GBPUSD (docs/rules/{prices,seed-data}.md). */
export const crossPrice = (by: SimCrossMarket['by'], a: bigint, b: bigint): bigint =>
  by === 'multiply' ? (a * b) / scaledPriceOne : (a * scaledPriceOne) / b

/** A part of a market's draw: whose draw it is, and how much of it, in thousandths. */
export interface SimDrawPart {
  of: string
  share: number
}

const thousand = 1000

/** The draws that a market's moves are made of; the last is its own. */
function drawPartsOf({ symbol }: { symbol: string }): readonly SimDrawPart[] {
  const factorParts = factors.flatMap((of) => {
    const share = simMarkets[symbol]?.shares[of]
    return share === undefined ? [] : [{ of, share }]
  })
  const remainingSquare = factorParts.reduce((remaining, { share }) => remaining - share * share, thousand * thousand)
  return [...factorParts, { of: symbol, share: Math.floor(Math.sqrt(remainingSquare)) }]
}

/** What the rules need of a market, the same on every day. */
export interface SimMarket {
  symbol: string
  category: SimCategory
  ref: bigint
  /** Standard deviation of a usual second, in parts per billion. */
  sigma: bigint
  parts: readonly SimDrawPart[]
}

export const createSimMarket = (spec: { symbol: string; category: SimCategory; ref: string; sigmaYear?: number }): SimMarket => ({
  symbol: spec.symbol,
  category: spec.category,
  ref: toScaledPrice(spec.ref),
  sigma: volatilityPerSecondPpb(spec.sigmaYear ?? 0),
  parts: drawPartsOf(spec),
})

/** A market of the list above by its name. */
export function knownMarket(symbol: string): SimMarket | undefined {
  const row = simMarkets[symbol]
  return row && createSimMarket({ symbol, ...row })
}
