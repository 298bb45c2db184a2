import * as z from 'zod/mini'

const plainDecimal = /^-?\d{1,20}(\.\d{1,18})?$/

/** A decimal in a reply. */
export const decimalSchema = z.string().check(z.regex(plainDecimal)).brand<'Decimal'>()

/** A decimal in a request: a string, or a whole JSON number (the server turns any other number into its literal text first). */
const decimalInput = z
  .pipe(
    z.union([z.string(), z.int()]),
    z.pipe(
      z.transform((value: string | number) => String(value)),
      z.string().check(z.regex(plainDecimal)),
    ),
  )
  .brand<'Decimal'>()

/** A decimal above zero in a request. */
export const positiveDecimalInput = decimalInput.check(z.refine((value) => !value.startsWith('-') && /[1-9]/.test(value), 'positive'))

/** An amount above zero of a currency that people count in cents, such as a limit in USDT: at most two decimals. */
export const positiveTwoDecimalInput = positiveDecimalInput.check(z.refine((value) => !/\.\d\d\d*[1-9]/.test(value), 'decimals'))
