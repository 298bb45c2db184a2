import { accountTypes } from '#contract/constants.ts'
import { serverDayAt } from '#contract/time.ts'
import { addServerDays } from '#rules/serverDay.ts'

/** In the REAL book every purchase can be cancelled for so long (docs/rules/earn.md), in any case. */
export const productCoolingOffMs = 24 * 3_600_000

/** The first midnight at which what is bought now can be bound: in the REAL book that after its cooling-off. */
export const earliestProductStartDay = (boughtMs: number, book: number): string =>
  addServerDays(serverDayAt(book === accountTypes.real ? boughtMs + productCoolingOffMs - 1 : boughtMs), 1)
