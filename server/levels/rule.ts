import type { Decimal } from '#contract/decimal.ts'
import { levelSeedOf, levelTable } from '#db/seed/levels.ts'
import { compareDecimals } from '#rules/decimal.ts'
import { levelRetentionThreshold } from '#rules/level.ts'

// docs/rules/levels-and-team.md: up when the average of three days reaches a level, down when that of fourteen is below nine tenths of it.

/** A fall is announced this many days before it comes. */
export const levelDowngradeNoticeDays = 7

export interface NetAssetAverages {
  avg3d: Decimal
  avg14d: Decimal
}

/** The highest level that the average of three days reaches. */
export const vipLevelReachedBy = (avg3d: Decimal): number =>
  levelTable.findLast(({ minAssets }) => compareDecimals(avg3d, minAssets) >= 0)?.level ?? 0

/** The highest level that the average of fourteen days keeps. */
const keptBy = (avg14d: Decimal): number =>
  levelTable.findLast(({ minAssets }) => compareDecimals(avg14d, levelRetentionThreshold(minAssets)) >= 0)?.level ?? 0

/** Where somebody belongs by now: the same level, a higher one, or a lower one, which has to be announced first. Whoever would be raised to it today is not lowered. */
export function resolveVipLevel(level: number, { avg3d, avg14d }: NetAssetAverages): number {
  const reached = vipLevelReachedBy(avg3d)
  if (reached >= level || level === 0) return reached
  return Math.min(level, Math.max(reached, keptBy(avg14d)))
}

/** Bonuses of levels that are reached for the first time. */
export const bonusAmountsForLevels = (levels: readonly number[]): Decimal[] => levels.map((level) => levelSeedOf(level).bonus)
