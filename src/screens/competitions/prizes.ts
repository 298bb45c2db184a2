import { formatAmount } from '#i18n/number.ts'
import { add, decimalPlacesOfStep, zero } from '#rules/decimal.ts'

/** A prize as it is said, to its last decimal: '300', '12.50'. */
export function formatCompetitionPrizeAmount(prize: string): string {
  const places = decimalPlacesOfStep(prize.includes('.') ? prize.replace(/\.?0+$/, '') : prize)
  return formatAmount(prize, places === 0 ? 0 : Math.max(places, 2))
}

/** All prizes of a competition together. */
export const formatCompetitionPrizeTotal = (prizes: readonly string[]): string =>
  formatCompetitionPrizeAmount(prizes.reduce<string>((sum, prize) => add(sum, prize), zero))
