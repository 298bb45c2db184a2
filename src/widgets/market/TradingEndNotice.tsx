import { Trans } from '@lingui/react/macro'
import type { MarketWithPrice } from '#contract/calls/market.ts'
import { formatDateTime } from '#i18n/date.ts'
import { Notice } from '#ui/Notice.tsx'
import { isDelisted } from './tradingEnd.ts'

/** Until when a market is traded that is to be delisted, and what happens then; silent of any other (docs/rules/contracts.md, Delisting). */
export function TradingEndNotice({ market }: { market: MarketWithPrice }) {
  const { tradingEndsAt, category } = market
  if (tradingEndsAt === undefined) return null
  const at = formatDateTime(tradingEndsAt)
  return (
    <Notice tone="warn">
      {isDelisted(market) ? (
        <Trans>Trading here ended for good on {at}.</Trans>
      ) : (
        <Trans>Trading here ends for good on {at}. What is open then is closed at the recorded price.</Trans>
      )}
      {category === 'crypto' && (
        <>
          {' '}
          <Trans>Coins that you hold stay yours and can be withdrawn.</Trans>
        </>
      )}
    </Notice>
  )
}
