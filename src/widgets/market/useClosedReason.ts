import { useLingui } from '@lingui/react/macro'
import { serverNow } from '#api/serverClock.ts'
import type { MarketWithPrice } from '#contract/calls/market.ts'
import { marketClosedText } from './paceWords.ts'
import { isDelisted } from './tradingEnd.ts'

/** Why a market that is not open is closed: because trading in it is over, by its hours and until when, or because too few price sources are set up or answer. */
export function useMarketClosedReasonText(market: Pick<MarketWithPrice, 'base' | 'quote' | 'session' | 'tradingEndsAt'>): string {
  const { t } = useLingui()
  const { reason, opensAt } = market.session
  if (isDelisted(market)) return t`Trading here has ended`
  if (reason === 'sources') return t`Closed: fewer than three price sources are set up for this market`
  if (reason === 'silent') return t`Closed: fewer than two price sources answer right now`
  const now = serverNow()
  return opensAt !== undefined && opensAt > now
    ? marketClosedText(`${market.base}/${market.quote}`, opensAt, now)
    : t`This market is closed now`
}
