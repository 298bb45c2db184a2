import { startOfDayNumber } from './days.ts'
import { type HmacFunction, normalDrawFromDigest } from './draw.ts'
import { type SimPriceJump, drawSimPriceJump } from './jumps.ts'
import type { SimCategory, SimMarket } from './markets.ts'
import {
  regimeBytesPerStep,
  type SimDayRegime,
  regimeBytesPerDay,
  simDayRegimeFrom,
  simVarianceMillionthsAt,
  volatilityClass,
} from './volatility.ts'

const million = 1_000_000
const septillion = 10n ** 24n
const quadrillion = 10n ** 15n
/** Pull toward the reference level in a second of usual variance, in parts per billion: half of a distance is gone after sixty days. */
const pullPpb = 134n
/** Of each draw of 32 bytes the first 30 are used: six steps, half an hour. */
const blockBytes = 6 * regimeBytesPerStep

const regimeBlocks = regimeBytesPerDay / blockBytes
const regimeText = (category: SimCategory, block: number): string => `sim2|VOL|${volatilityClass[category]}|${block}`
const jumpText = (of: string): string => `sim2|JUMP|${of}`
const drawText = (of: string, sec: number): string => `sim2|${of}|${sec}`

/** Whose HMACs a market's prices of these seconds of one day follow from. */
export const sim2HmacTexts = ({ category, parts }: Pick<SimMarket, 'category' | 'parts'>, secs: readonly number[]): string[] => [
  ...Array.from({ length: regimeBlocks }, (_, block) => regimeText(category, block)),
  ...parts.flatMap(({ of }) => [jumpText(of), ...secs.map((sec) => drawText(of, sec))]),
]

/** A day of the rule: what follows from its seed for the whole day, worked out when first asked for. */
export interface Sim2Day {
  /** The price of a market one second later, in whole numbers of 1e-10. */
  next(market: SimMarket, price: bigint, sec: number): bigint
  regime(category: SimCategory): SimDayRegime
}

/**
 * The rule `sim2` (help article “Simulated markets”, public/sim2.py): factors that markets share, a volatility that changes by a hidden chain and by the hour, rare
 * jumps. Whole numbers only, every division cut toward zero, so that any language computes the same prices from a revealed seed.
 */
export function simDay(hmac: HmacFunction, day: number): Sim2Day {
  const regimes = new Map<SimCategory, SimDayRegime>()
  const jumps = new Map<string, SimPriceJump | undefined>()
  const begins = startOfDayNumber(day)
  let drawnSec = 0
  const drawn = new Map<string, bigint>()

  const regime = (category: SimCategory): SimDayRegime => {
    const known = regimes.get(category)
    if (known) return known
    const chance = new Uint8Array(regimeBytesPerDay)
    for (let block = 0; block < regimeBlocks; block++)
      chance.set(hmac(regimeText(category, block)).subarray(0, blockBytes), block * blockBytes)
    const made = simDayRegimeFrom(chance)
    regimes.set(category, made)
    return made
  }
  const jump = (of: string): SimPriceJump | undefined => {
    if (!jumps.has(of)) jumps.set(of, drawSimPriceJump(hmac(jumpText(of)), of))
    return jumps.get(of)
  }
  /** A draw near the normal distribution, times 1e9, and the jump where there is one in this second. */
  const draw = (of: string, sec: number): bigint => {
    if (sec !== drawnSec) {
      drawn.clear()
      drawnSec = sec
    }
    const known = drawn.get(of)
    if (known !== undefined) return known
    const jumped = jump(of)
    const made =
      normalDrawFromDigest(hmac(drawText(of, sec))) + (jumped?.second === sec - begins ? BigInt(jumped.size) * BigInt(million) : 0n)
    drawn.set(of, made)
    return made
  }

  return {
    regime,
    next: ({ category, ref, sigma, parts }, price, sec) => {
      const variance = simVarianceMillionthsAt(regime(category), category, sec)
      const volatility = BigInt(Math.floor(Math.sqrt(variance * million)))
      const moves = parts.reduce((sum, { of, share }) => sum + draw(of, sec) * BigInt(share), 0n) / 1000n
      return price + (price * sigma * volatility * moves) / septillion + ((ref - price) * pullPpb * BigInt(variance)) / quadrillion
    },
  }
}
