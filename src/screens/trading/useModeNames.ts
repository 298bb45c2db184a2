import { useLingui } from '@lingui/react/macro'
import type { TradeMode } from '#widgets/tradeSearch.ts'

/** What each kind of trade is called. */
export function useModeNames(): Record<TradeMode, string> {
  const { t } = useLingui()
  return {
    contract: t`Contracts`,
    spot: t`Spot`,
    option: t`Options`,
    second: t`Seconds`,
    fast: t({ message: 'Fast', context: 'kind of trade' }),
  }
}
