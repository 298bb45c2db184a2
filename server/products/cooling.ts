import { book as books } from '#contract/constants.ts'
import { wireDay } from '#contract/time.ts'
import { dayPlus } from '#rules/serverDay.ts'

/** In the REAL book every purchase can be cancelled for so long (product §2.9), in any case. */
export const coolingMs = 24 * 3_600_000

/** The first midnight at which what is bought now can be bound: in the REAL book that after its cooling-off. */
export const boundFrom = (boughtMs: number, book: number): string =>
  dayPlus(wireDay(book === books.real ? boughtMs + coolingMs - 1 : boughtMs), 1)
