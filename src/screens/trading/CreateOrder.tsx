import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, type SearchSchemaInput, useNavigate } from '@tanstack/react-router'
import { useAccountScreenTone } from '#api/accountType.ts'
import { useProductAvailability } from '#api/features.ts'
import { apiReadQuery } from '#api/query.ts'
import { market } from '#contract/calls/market.ts'
import { contractProductOfCategory } from '#rules/contractOffers.ts'
import { path } from '#sitemap'
import { Skeleton } from '#ui/Skeleton.tsx'
import { parseMarketSymbolParamOrDefault } from '#widgets/market/requestedSymbol.ts'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { LivePriceChange } from '#widgets/market/LivePriceChange.tsx'
import { CountryRestrictionNotice } from '#widgets/identity/CountryRestrictionNotice.tsx'
import { isScreenProductOffered } from '#widgets/identity/isPlaceOffered.ts'
import { LivePriceTag } from '#widgets/market/LivePriceTag.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { TradeRestrictionCard } from '#widgets/trading/TradeRestrictionCard.tsx'
import { TradingEndNotice } from '#widgets/market/TradingEndNotice.tsx'
import { selectContractMarkets } from './contractMarkets.ts'
import { SymbolPicker } from './ticket/SymbolPicker.tsx'
import { ContractOrderTicket } from './ticket/ContractOrderTicket.tsx'
import { Row } from '#ui/Row.tsx'
import styles from './ContractTradeView.module.css'
import { useServerContractTradingAdapter } from './useServerAdapter.ts'

interface Search {
  symbol: string
  side: 'long' | 'short'
  kind: 'market' | 'limit'
}

export const Route = createFileRoute('/_signedIn/create-order')({
  component: CreateOrder,
  validateSearch: (search: Partial<Search> & SearchSchemaInput): Search => ({
    symbol: parseMarketSymbolParamOrDefault(search.symbol),
    side: search.side === 'short' ? 'short' : 'long',
    kind: search.kind === 'limit' ? 'limit' : 'market',
  }),
})

/** The ticket as a page of its own, for links: market, side and kind of order come with the address. */
function CreateOrder() {
  const { t } = useLingui()
  const { symbol, side, kind } = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  const symbols = useQuery(apiReadQuery(market.symbols, {}))
  const features = useProductAvailability()
  const { offered, listed } = selectContractMarkets(symbols.data ?? [], symbol, features)
  const desk = useServerContractTradingAdapter(listed?.category)
  return (
    <ScreenLayout title={t`New order`} back tone={useAccountScreenTone()}>
      {!isScreenProductOffered(features, path.contracts) ? (
        <CountryRestrictionNotice />
      ) : listed ? (
        <>
          <TradeRestrictionCard product={contractProductOfCategory(listed.category)} />
          <Row as="header" wrap align="center" justify="between" gap={2} rowGap={1} className={styles.market}>
            <SymbolPicker
              symbols={offered}
              listed={listed}
              onPick={(next) => void navigate({ search: (now) => ({ ...now, symbol: next }), replace: true })}
            />
            <p>
              <LivePriceTag symbol={listed.symbol} places={listed.priceScale} fallback={listed.currentPrice} size="large" />
              <LivePriceChange symbol={listed.symbol} fallback={listed.riseRate} />
            </p>
          </Row>
          <TradingEndNotice market={listed} />
          <ContractOrderTicket key={`${listed.symbol} ${side} ${kind}`} listed={listed} desk={desk} start={{ side, kind }} />
        </>
      ) : symbols.error ? (
        <LoadErrorState title={t`The markets could not be read`} error={symbols.error} onRetry={() => void symbols.refetch()} />
      ) : (
        <Skeleton lines={10} />
      )}
    </ScreenLayout>
  )
}
