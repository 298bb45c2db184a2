import { useLingui } from '@lingui/react/macro'
import type { OptionOrder } from '#contract/orders/option.ts'
import { closeReason } from '#contract/states.ts'
import { formatAmount } from '#i18n/number.ts'
import { decimalPlacesOfStep } from '#rules/decimal.ts'
import type { OptionKind } from '#rules/option/option.ts'

/** 'Call' and 'Put'. */
export function useOptionKindNames(): Record<OptionKind, string> {
  const { t } = useLingui()
  return { C: t({ message: 'Call', context: 'an option' }), P: t({ message: 'Put', context: 'an option' }) }
}

/** Strikes have as many digits as they need, at least none. */
export const formatStrike = (strike: string): string => formatAmount(strike, decimalPlacesOfStep(strike))

/** 'BTC call 62,000'. */
export function useOptionNameFormatter(): (base: string, cp: OptionKind, strike: string) => string {
  const names = useOptionKindNames()
  return (base, cp, strike) => `${base} · ${names[cp]} ${formatStrike(strike)}`
}

/** How an option ended, in plain words. */
export function useOptionOutcomeFormatter(): (order: OptionOrder) => string {
  const { t } = useLingui()
  return ({ closeReason: reason, option }) => {
    if (option.isVoid) return t`Too few price records: money returned`
    if (reason === closeReason.user) return t`Sold back`
    if (reason === closeReason.delisting) return t`The market was closed for good`
    return reason === closeReason.expiry ? t({ message: 'Expired', context: 'an option' }) : t`Demo book began anew`
  }
}
