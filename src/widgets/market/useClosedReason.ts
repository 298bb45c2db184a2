import { useLingui } from '@lingui/react/macro'
import type { MarketSymbol } from '#contract/calls/market.ts'
import { isDelisted } from './tradingEnd.ts'

/** Why a market that is not open is closed: because trading in it is over, by its hours, or because too few price sources are set up or answer. */
export function useMarketClosedReasonText(market: Pick<MarketSymbol, 'session' | 'tradingEndsAt'>): string {
  const { t } = useLingui()
  const { reason } = market.session
  if (isDelisted(market)) return t`Trading here has ended`
  if (reason === 'sources') return t`Closed: fewer than three price sources are set up for this market`
  if (reason === 'silent') return t`Closed: fewer than two price sources answer right now`
  return t`This market is closed now`
}
