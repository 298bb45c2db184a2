import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useAccountType } from '#api/accountType.ts'
import { apiReadQuery } from '#api/query.ts'
import { useTabFormDraft } from '#api/stored/useDraft.ts'
import { type MarketWithPrice, market } from '#contract/calls/market.ts'
import { wallet } from '#contract/calls/wallet.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { posType } from '#contract/states.ts'
import { SegmentedControl } from '#ui/fields/Segments.tsx'
import { SelectField } from '#ui/fields/SelectField.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { LivePriceChange } from '#widgets/market/LivePriceChange.tsx'
import { LivePriceTag } from '#widgets/market/LivePriceTag.tsx'
import { TradeRestrictionCard } from '#widgets/trading/TradeRestrictionCard.tsx'
import type { TradePaneProps } from '#widgets/trading/tradeSearch.ts'
import { TradingEndNotice } from '#widgets/market/TradingEndNotice.tsx'
import { firstOpenOrFirstMarket } from '#widgets/market/defaultMarket.ts'
import { withoutDelistedMarkets } from '#widgets/market/tradingEnd.ts'
import { InstantSpotTicket } from './InstantSpotTicket.tsx'
import { OpenSpotOrders } from './OpenSpotOrders.tsx'
import { Row } from '#ui/Row.tsx'
import { parseSpotTicketKindDraft, type SpotTicketKind } from './spotDraft.ts'
import { SpotHistory } from './SpotHistory.tsx'
import { SpotTicket } from './SpotTicket.tsx'
import { useOpenSpotOrders } from './useOpenOrders.ts'

const first: { kind: SpotTicketKind } = { kind: 'market' }

/** The markets of coins, those to choose from, and the one that is shown: one that is delisted only to whoever asks for it. */
function selectSpotMarkets(all: readonly MarketWithPrice[], requestedSymbol: string) {
  const spotMarkets = all.filter(({ category }) => category === 'crypto').toSorted((a, b) => a.hot - b.hot)
  const traded = withoutDelistedMarkets(spotMarkets)
  const listedMarket = spotMarkets.find(({ symbol }) => symbol === requestedSymbol) ?? firstOpenOrFirstMarket(traded)
  return listedMarket && { spotMarkets, listedMarket, choices: traded.includes(listedMarket) ? traded : [...traded, listedMarket] }
}

/** Coins bought and sold without leverage: at the market, at a limit, or instantly at a firm price (docs/rules/spot.md). */
export function SpotPane({ at, go }: TradePaneProps) {
  const { t } = useLingui()
  const [{ kind }, changeDraft] = useTabFormDraft('spot', first, parseSpotTicketKindDraft)
  const { data, error, refetch } = useQuery(apiReadQuery(market.symbols, {}))
  const balances = useQuery(apiReadQuery(wallet.balances, { accountType: useAccountType() }))
  const open = useOpenSpotOrders()
  const selection = data && selectSpotMarkets(data, at.symbol)
  const available = (currency: string): Decimal | undefined =>
    balances.data && (balances.data.find((line) => line.currency === currency)?.available ?? asDecimal('0'))
  if (!selection)
    return error ? (
      <LoadErrorState title={t`The markets could not be read`} error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton lines={10} />
    )
  const { spotMarkets, choices, listedMarket } = selection
  const ticket = { listed: listedMarket, usdt: available('USDT'), coins: available(listedMarket.base) }
  const waiting = open.total
  const isHistory = at.book === 'history'
  return (
    <>
      <SelectField
        label={t({ message: 'Market', context: 'of a position' })}
        value={listedMarket.symbol}
        onChange={(symbol) => go({ symbol })}
        options={choices.map(optionOf)}
      />
      <Row as="p" wrap align="center" gap={2}>
        <LivePriceTag symbol={listedMarket.symbol} places={listedMarket.priceScale} fallback={listedMarket.currentPrice} size="large" />
        <LivePriceChange symbol={listedMarket.symbol} fallback={listedMarket.riseRate} />
      </Row>
      <SpotTicketKindTabs kind={kind} onChange={(next) => changeDraft({ kind: next })} />
      <TradingEndNotice market={listedMarket} />
      <TradeRestrictionCard product="spot" buys={listedMarket.base} />
      {/* Another market or kind is another ticket. */}
      {kind === 'instant' ? (
        <InstantSpotTicket key={`instant ${listedMarket.symbol}`} {...ticket} />
      ) : (
        <SpotTicket key={`${kind} ${listedMarket.symbol}`} {...ticket} isLimit={kind === 'limit'} />
      )}
      <SegmentedControl
        label={t`Your orders`}
        look="line"
        value={isHistory ? 'history' : 'pending'}
        onChange={(book) => go({ book })}
        options={[
          { value: 'pending', label: t`Open orders (${waiting})` },
          { value: 'history', label: t`History` },
        ]}
      />
      {isHistory ? (
        <SpotHistory
          key={kind === 'instant' ? 4 : 1}
          symbols={spotMarkets}
          kind={kind === 'instant' ? posType.instantSpot : posType.spot}
        />
      ) : (
        <OpenSpotOrders ordersState={open} symbols={spotMarkets} />
      )}
    </>
  )
}

function SpotTicketKindTabs({ kind, onChange }: { kind: SpotTicketKind; onChange: (kind: SpotTicketKind) => void }) {
  const { t } = useLingui()
  return (
    <SegmentedControl
      label={t`Kind of order`}
      value={kind}
      onChange={onChange}
      options={[
        { value: 'market', label: t({ message: 'Market', context: 'order' }) },
        { value: 'limit', label: t({ message: 'Limit', context: 'order' }) },
        { value: 'instant', label: t({ message: 'Instant', context: 'order' }) },
      ]}
    />
  )
}

const optionOf = ({ symbol, base, quote, name }: MarketWithPrice) => ({ value: symbol, label: `${base}/${quote} · ${name}` })
