import { useLingui } from '@lingui/react/macro'
import type { OwnLimitKind } from '#contract/calls/limits.ts'
import type { Decimal } from '#contract/decimal.ts'
import { formatAmount } from '#i18n/number.ts'

/** Names of limits and their values in words. */
export function useOwnLimitTexts() {
  const { t } = useLingui()
  const names: Record<OwnLimitKind, string> = {
    lossDay: t`Loss in a day`,
    lossWeek: t`Loss in a week`,
    lossMonth: t`Loss in a month`,
    stakeSecond: t`Second contracts in a day`,
    depositDay: t`Deposits in a day`,
    depositWeek: t`Deposits in a week`,
    depositMonth: t`Deposits in a month`,
    sessionMinutes: t`Reminder`,
  }
  return {
    names,
    value: (kind: OwnLimitKind, value: Decimal | null): string => {
      if (value === null) return t`No limit`
      const amount = formatAmount(value, kind === 'sessionMinutes' ? 0 : 2)
      return kind === 'sessionMinutes' ? t({ message: `${amount} min`, context: 'how long' }) : `${amount} USDT`
    },
  }
}
