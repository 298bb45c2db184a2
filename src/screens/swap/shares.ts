import type { Decimal } from '#contract/decimal.ts'
import { divide, multiply, smallerDecimal, truncate } from '#rules/decimal.ts'
import { swapBridgeCurrency, swapMaxUsdt } from '#rules/swap.ts'
import { trimTrailingZeros } from './rateText.ts'
import type { SwapCoin } from './useCoins.ts'

/** That share of what is there, truncated; undefined for nothing. */
export function balanceShareOfCoin(coin: SwapCoin, share: string): Decimal | undefined {
  const amount = coin.available && truncate(multiply(coin.available, share), 8)
  return amount && /[1-9]/.test(amount) ? amount : undefined
}

/** That share of what is there, no more than is exchanged at once; for a coin a little less, because its price moves. Undefined for nothing. */
function shareOf(coin: SwapCoin | undefined, share: string): Decimal | undefined {
  if (!coin?.available || !/[1-9]/.test(coin.available)) return undefined
  const maxAmount = coin.currency === swapBridgeCurrency ? swapMaxUsdt : coin.price && multiply(divide(swapMaxUsdt, coin.price), '0.98')
  const amount = truncate(multiply(maxAmount ? smallerDecimal(coin.available, maxAmount) : coin.available, share), 8)
  return /[1-9]/.test(amount) ? amount : undefined
}

/** 25, 50, 75 % and all of it, as a field's pills. */
export function swapAmountPresets(coin: SwapCoin | undefined, max: string) {
  if (shareOf(coin, '1') === undefined) return undefined
  return ['0.25', '0.5', '0.75', '1'].map((share) => ({
    label: share === '1' ? max : `${Number(share) * 100}%`,
    value: trimTrailingZeros(shareOf(coin, share) ?? '0'),
  }))
}
