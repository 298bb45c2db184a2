import type { SignedInUser } from '../core/visitor.ts'
import { accountTypes } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { levelTable } from '#db/seed/levels.ts'
import { zero } from '#rules/decimal.ts'
import type { AppContext } from '../core/appContext.ts'

/** What a level takes off trading fees now, a fraction; an unknown one as much as the first. */
export const levelFeeDiscountOf = ({ terms, clock }: Pick<AppContext, 'terms' | 'clock'>, level: number): Decimal =>
  terms.at('level', String(levelTable[level] ? level : 0), 'feeDiscount', clock.now())

/**
 * What a person's level takes off trading fees, a fraction (docs/rules/seed-data.md). In the demo book the same as in the real one, since both cost the
 * same; nothing in a competition, where all are equal.
 */
export const feeDiscountOf = (
  app: Pick<AppContext, 'terms' | 'clock'>,
  { level = 0 }: Pick<SignedInUser, 'level'>,
  accountType: number,
): Decimal => (accountType === accountTypes.competition ? zero : levelFeeDiscountOf(app, level))
