import type { CurrencyBalance } from '#contract/calls/wallet.ts'
import type { Decimal } from '#contract/decimal.ts'
import type { Instant } from '#contract/time.ts'
import { displayScaleOfCurrency } from '#contract/currencyScale.ts'
import { add, q8, zero } from './decimal.ts'
import { coinIconUrl } from './iconUrls.ts'

/** What one bucket of a wallet holds. */
interface Bucket {
  currency: string
  bucket: 'AVAIL' | 'FROZEN' | 'MARGIN' | 'INVEST' | 'COLLATERAL'
  amount: Decimal
}

/** Everybody sees this currency, even before any of it arrived: contracts settle in it. */
const alwaysListedCurrency = 'USDT'

/**
 * One line per currency (docs/rules/ledger.md), named as `localizedCurrencyName` says, USDT first, then by code; each bucket and their sum at 8
 * decimals.
 */
export function currencyBalancesFromBuckets(
  buckets: readonly Bucket[],
  account: Pick<CurrencyBalance, 'accountType' | 'compId'>,
  at: Instant,
  currencyName: (currency: string) => string,
): CurrencyBalance[] {
  const otherCurrencies = [...new Set(buckets.map((bucket) => bucket.currency))]
    .filter((currency) => currency !== alwaysListedCurrency)
    .toSorted()
  return [alwaysListedCurrency, ...otherCurrencies].map((currency) => {
    const currencyBuckets = buckets.filter((bucket) => bucket.currency === currency)
    const bucketTotal = (name: Bucket['bucket']) => sumOf(currencyBuckets.filter((bucket) => bucket.bucket === name))
    return {
      currency,
      accountType: account.accountType,
      compId: account.compId,
      balance: sumOf(currencyBuckets),
      available: bucketTotal('AVAIL'),
      frozen: bucketTotal('FROZEN'),
      margin: bucketTotal('MARGIN'),
      invest: bucketTotal('INVEST'),
      collateral: bucketTotal('COLLATERAL'),
      scale: displayScaleOfCurrency(currency),
      name: currencyName(currency),
      icon: coinIconUrl(currency),
      updateTime: at,
    }
  })
}

/** Together, at 8 decimals. */
const sumOf = (buckets: readonly Pick<Bucket, 'amount'>[]): Decimal => q8(buckets.reduce((sum, { amount }) => add(sum, amount), zero))
