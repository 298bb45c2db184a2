import type { Decimal } from '#contract/decimal.ts'
import { levelRow, levelTable } from '#db/seed/levels.ts'
import { compare } from '#rules/decimal.ts'
import { keepsLevel } from '#rules/level.ts'

// Product §2.14: up when the average of three days reaches a level, down when that of fourteen is below nine tenths of it.

/** A fall is announced this many days before it comes. */
export const noticeDays = 7

export interface Averages {
  avg3d: Decimal
  avg14d: Decimal
}

/** The highest level that the average of three days reaches. */
export const reachedBy = (avg3d: Decimal): number => levelTable.findLast(({ minAssets }) => compare(avg3d, minAssets) >= 0)?.level ?? 0

/** The highest level that the average of fourteen days keeps. */
const keptBy = (avg14d: Decimal): number => levelTable.findLast(({ minAssets }) => compare(avg14d, keepsLevel(minAssets)) >= 0)?.level ?? 0

/** Where somebody belongs by now: the same level, a higher one, or a lower one, which has to be announced first. Whoever would be raised to it today is not lowered. */
export function belongsTo(level: number, { avg3d, avg14d }: Averages): number {
  const reached = reachedBy(avg3d)
  if (reached >= level || level === 0) return reached
  return Math.min(level, Math.max(reached, keptBy(avg14d)))
}

/** Bonuses of levels that are reached for the first time. */
export const bonusesOf = (levels: readonly number[]): Decimal[] => levels.map((level) => levelRow(level).bonus)
