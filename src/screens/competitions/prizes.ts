import { formatAmount } from '#i18n/number.ts'
import { add, scaleOf, zero } from '#rules/decimal.ts'

/** A prize as it is said, to its last decimal: '300', '12.50'. */
export function prizeText(prize: string): string {
  const places = scaleOf(prize.includes('.') ? prize.replace(/\.?0+$/, '') : prize)
  return formatAmount(prize, places === 0 ? 0 : Math.max(places, 2))
}

/** All prizes of a competition together. */
export const allPrizes = (prizes: readonly string[]): string => prizeText(prizes.reduce<string>((sum, prize) => add(sum, prize), zero))
