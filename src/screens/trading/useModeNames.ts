import { useLingui } from '@lingui/react/macro'
import type { TradeMode } from '#widgets/trading/tradeSearch.ts'

/** What each kind of trade is called. */
export function useTradeModeNames(): Record<TradeMode, string> {
  const { t } = useLingui()
  return {
    contract: t`Contracts`,
    spot: t`Spot`,
    option: t`Options`,
    second: t`Seconds`,
    fast: t({ message: 'Fast', context: 'kind of trade' }),
  }
}
