import { useUser } from '#api/person.ts'
import type { Decimal } from '#contract/decimal.ts'
import { zero } from '#rules/decimal.ts'

/** What the person's level takes off trading fees, a fraction; nothing for a visitor. */
export const useFeeDiscount = (): Decimal => useUser()?.feeDiscount ?? zero
