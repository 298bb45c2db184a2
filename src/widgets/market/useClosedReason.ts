import { useLingui } from '@lingui/react/macro'
import type { MarketSymbol } from '#contract/calls/market.ts'

/** Why a market that is not open is closed: by its hours, or because too few price sources are set up or answer. */
export function useMarketClosedReasonText({ reason }: MarketSymbol['session']): string {
  const { t } = useLingui()
  if (reason === 'sources') return t`Closed: fewer than three price sources are set up for this market`
  if (reason === 'silent') return t`Closed: fewer than two price sources answer right now`
  return t`This market is closed now`
}
