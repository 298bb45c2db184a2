import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Decimal } from '#contract/decimal.ts'
import { formatAmount, formatPercent } from '#i18n/number.ts'
import { formatSecondsAsDuration } from '#i18n/formatDuration.ts'

/** What terms are about, in the order in which they are shown. */
export const publishedTermAreaLabels: Record<string, MessageDescriptor> = {
  contract: msg`Contracts`,
  spot: msg`Spot`,
  swap: msg`Swap`,
  option: msg`Options`,
  second: msg`Second contracts`,
  loan: msg`Loans`,
  product: msg`Earn products`,
  level: msg`Levels`,
  withdrawal: msg`Withdrawals`,
}

/** `share` is written in percent, `times` with ×, `bps` in basis points, `amount` as it is. */
interface TermName {
  words: MessageDescriptor
  as: 'share' | 'times' | 'bps' | 'amount'
}

export const publishedTermLabels: Record<string, TermName> = {
  feeRate: { words: msg`Fee`, as: 'share' },
  spreadBps: { words: msg`Spread, basis points`, as: 'bps' },
  maxLever: { words: msg`Highest leverage`, as: 'times' },
  maxLeverStrict: { words: msg`Highest leverage, strict countries`, as: 'times' },
  maxLeverNewUser: { words: msg`Highest leverage, first 30 days`, as: 'times' },
  halfSpread: { words: msg`Half of the spread`, as: 'share' },
  feeOfValue: { words: msg`Fee, of the value`, as: 'share' },
  feeOfPremium: { words: msg`Fee at most, of the premium`, as: 'share' },
  odds: { words: msg`Paid on top of the stake`, as: 'share' },
  dailyRate: { words: msg`Interest a day`, as: 'share' },
  lateFactor: { words: msg`Late interest, times the rate`, as: 'times' },
  callLtv: { words: msg`Margin call at`, as: 'share' },
  liqLtv: { words: msg`Sale at`, as: 'share' },
  liqFee: { words: msg`Fee of a sale`, as: 'share' },
  initLtv: { words: msg`Lent of its value at most`, as: 'share' },
  rateMax: { words: msg`Highest rate a day`, as: 'share' },
  share: { words: msg`Your share`, as: 'share' },
  exitFeeRate: { words: msg`Fee for leaving early`, as: 'share' },
  commission: { words: msg`Our share`, as: 'share' },
  performanceFee: { words: msg`Our share of a gain`, as: 'share' },
  annualRate: { words: msg`Interest a year`, as: 'share' },
  feeDiscount: { words: msg`Off the fees`, as: 'share' },
  fee: { words: msg`Fee`, as: 'amount' },
  min: { words: msg`Least amount`, as: 'amount' },
}

/** A value without zeros that say nothing. */
const short = (text: string): string => (text.includes('.') ? text.replace(/\.?0+(%?)$/, '$1') : text)

/** How a value of that name is written; `—` where it is not offered any more. */
export function formatPublishedTermValue(name: string, value: Decimal | null): string {
  const as = publishedTermLabels[name]?.as ?? 'amount'
  if (as === 'share') return short(formatPercent(value, 4))
  const text = short(formatAmount(value, 8))
  return as === 'times' && value !== null ? `${text} ×` : text
}

/** What a term is of, as a person reads it: a market and how long, a product, a currency and its network. */
export function publishedTermSubjectText(area: string, subject: string): string {
  const parts = subject.split(' ')
  const last = Number(parts.at(-1))
  if (area === 'second' && parts.length > 1 && last > 0) return [...parts.slice(0, -1), formatSecondsAsDuration(last)].join(' · ')
  return parts.join(' · ')
}
