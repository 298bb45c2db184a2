import { asDecimal, type Decimal } from '#contract/decimal.ts'

/** The database pads numbers with zeros; what was agreed has none. */
export const trimDatabaseNumberZeros = (value: Decimal): Decimal => asDecimal(value.includes('.') ? value.replace(/\.?0+$/, '') : value)
