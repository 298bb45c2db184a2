import type { Balance } from '#contract/calls/wallet.ts'
import { ledgerScale } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import type { Instant } from '#contract/time.ts'
import { add, q8, zero } from './decimal.ts'
import { coinMark } from './marks.ts'

/** What one bucket of a wallet holds. */
interface Bucket {
  currency: string
  bucket: 'AVAIL' | 'FROZEN' | 'MARGIN' | 'INVEST' | 'COLLATERAL'
  amount: Decimal
}

/** Everybody sees this currency, even before any of it arrived: contracts settle in it. */
const always = 'USDT'

/** One line per currency (product §1.3 call 40), called as `nameOf` says, USDT first, then by code; each bucket and their sum at 8 decimals. */
export function balancesFrom(
  buckets: readonly Bucket[],
  ofBook: Pick<Balance, 'accountType' | 'compId'>,
  at: Instant,
  nameOf: (currency: string) => string,
): Balance[] {
  const others = [...new Set(buckets.map((bucket) => bucket.currency))].filter((currency) => currency !== always).toSorted()
  return [always, ...others].map((currency) => {
    const own = buckets.filter((bucket) => bucket.currency === currency)
    const held = (name: Bucket['bucket']) => sumOf(own.filter((bucket) => bucket.bucket === name))
    return {
      currency,
      accountType: ofBook.accountType,
      compId: ofBook.compId,
      balance: sumOf(own),
      available: held('AVAIL'),
      frozen: held('FROZEN'),
      margin: held('MARGIN'),
      invest: held('INVEST'),
      collateral: held('COLLATERAL'),
      scale: currency === always ? 2 : ledgerScale,
      name: nameOf(currency),
      icon: coinMark(currency),
      updateTime: at,
    }
  })
}

/** Together, at 8 decimals. */
const sumOf = (buckets: readonly Pick<Bucket, 'amount'>[]): Decimal => q8(buckets.reduce((sum, { amount }) => add(sum, amount), zero))
