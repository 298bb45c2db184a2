import type { Decimal } from '#contract/decimal.ts'
import { direction, balanceRecordType, type BalanceRecordType } from '#contract/states.ts'
import type { Leg, UserBucket } from '#ledger/ledger.ts'
import { isZero, negate } from '#rules/decimal.ts'
import type { SpotFill } from '#rules/spot.ts'

/** What coins are bought and sold with. */
export const spotQuoteCurrency = 'USDT'

interface Sided {
  user_id: string
  direction: number
  base: string
}

const own = (user: string, currency: string, bucket: UserBucket, amount: Decimal, type: BalanceRecordType): Leg => ({
  user,
  currency,
  bucket,
  amount,
  type,
})

/** Coins against USDT through CLEARING, and the fee in USDT to FEE (docs/rules/ledger.md). */
export function spotTradingLegs({ user_id, direction: side, base }: Sided, fill: SpotFill): Leg[] {
  const isBuy = side === direction.long
  const type = isBuy ? balanceRecordType.spotBuy : balanceRecordType.spotSell
  const coins = isBuy ? fill.quantity : negate(fill.quantity)
  const usdt = isBuy ? negate(fill.notional) : fill.notional
  const legs: Leg[] = [
    own(user_id, base, 'AVAIL', coins, type),
    { house: 'CLEARING', currency: base, amount: negate(coins) },
    own(user_id, spotQuoteCurrency, 'AVAIL', usdt, type),
    { house: 'CLEARING', currency: spotQuoteCurrency, amount: negate(usdt) },
    own(user_id, spotQuoteCurrency, 'AVAIL', negate(fill.fee), balanceRecordType.fee),
    { house: 'FEE', currency: spotQuoteCurrency, amount: fill.fee },
  ]
  return legs.filter(({ amount }) => !isZero(amount))
}

const reserveCurrency = ({ direction: side, base }: Sided): string => (side === direction.long ? spotQuoteCurrency : base)

/** An order that waits holds what it will give: AVAIL −, FROZEN +. */
export const spotReservingLegs = (row: Sided, reserved: Decimal): Leg[] => [
  own(row.user_id, reserveCurrency(row), 'AVAIL', negate(reserved), balanceRecordType.marginLock),
  own(row.user_id, reserveCurrency(row), 'FROZEN', reserved, balanceRecordType.marginLock),
]

/** It gives it back: all of it, before it is filled or because it never will be. */
export const spotReleasingLegs = (row: Sided, reserved: Decimal): Leg[] => [
  own(row.user_id, reserveCurrency(row), 'AVAIL', reserved, balanceRecordType.marginRelease),
  own(row.user_id, reserveCurrency(row), 'FROZEN', negate(reserved), balanceRecordType.marginRelease),
]
