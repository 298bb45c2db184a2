import type { Visitor } from '#account/visitor.ts'
import { book } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { levelRow } from '#db/seed/levels.ts'
import { zero } from '#rules/decimal.ts'

/**
 * What a person's level takes off trading fees, a fraction (product §5.5). In the demo book the same as in the real one, since both cost the
 * same; nothing in a competition, where all are equal.
 */
export const feeDiscountOf = ({ level = 0 }: Pick<Visitor, 'level'>, accountType: number): Decimal =>
  accountType === book.contest ? zero : levelRow(level).feeDiscount
