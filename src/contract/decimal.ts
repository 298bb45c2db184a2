import type * as z from 'zod/mini'

/** An exact decimal in plain notation: no commas, no exponent (docs/rules/time-and-numbers.md). The only shape money ever has. */
export type Decimal = string & z.$brand<'Decimal'>

/** For values known to be plain decimals already: database columns and literals. */
export const asDecimal = (text: string): Decimal => text as Decimal
