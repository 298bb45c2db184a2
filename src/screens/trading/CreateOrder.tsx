import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, type SearchSchemaInput, useNavigate } from '@tanstack/react-router'
import { useBookTone } from '#api/book.ts'
import { query } from '#api/query.ts'
import { market } from '#contract/calls/market.ts'
import { Skeleton } from '#ui/Skeleton.tsx'
import { askedSymbol } from '#widgets/askedSymbol.ts'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { LiveChange } from '#widgets/LiveChange.tsx'
import { PriceTag } from '#widgets/PriceTag.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { TradeStop } from '#widgets/TradeStop.tsx'
import { SymbolPicker } from './SymbolPicker.tsx'
import { Ticket } from './Ticket.tsx'
import styles from './TradingFloor.module.css'
import { useServerDesk } from './useServerDesk.ts'

interface Search {
  symbol: string
  side: 'long' | 'short'
  kind: 'market' | 'limit'
}

export const Route = createFileRoute('/_signedIn/create-order')({
  component: CreateOrder,
  validateSearch: (search: Partial<Search> & SearchSchemaInput): Search => ({
    symbol: askedSymbol(search.symbol),
    side: search.side === 'short' ? 'short' : 'long',
    kind: search.kind === 'limit' ? 'limit' : 'market',
  }),
})

/** The ticket as a page of its own, for links: market, side and kind of order come with the address. */
function CreateOrder() {
  const { t } = useLingui()
  const { symbol, side, kind } = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  const symbols = useQuery(query(market.symbols, {}))
  const listed = symbols.data?.find((one) => one.symbol === symbol) ?? symbols.data?.[0]
  const desk = useServerDesk(listed?.category)
  return (
    <ScreenLayout title={t`New order`} back tone={useBookTone()}>
      {listed && symbols.data ? (
        <>
          <TradeStop product={listed.category === 'crypto' ? 'cryptoContract' : 'contract'} />
          <header className={styles.market}>
            <SymbolPicker
              symbols={symbols.data}
              listed={listed}
              onPick={(next) => void navigate({ search: (now) => ({ ...now, symbol: next }), replace: true })}
            />
            <p>
              <PriceTag symbol={listed.symbol} places={listed.priceScale} fallback={listed.currentPrice} size="large" />
              <LiveChange symbol={listed.symbol} fallback={listed.riseRate} />
            </p>
          </header>
          <Ticket key={`${listed.symbol} ${side} ${kind}`} listed={listed} desk={desk} start={{ side, kind }} />
        </>
      ) : symbols.error ? (
        <FailedRead title={t`The markets could not be read`} error={symbols.error} onRetry={() => void symbols.refetch()} />
      ) : (
        <Skeleton lines={10} />
      )}
    </ScreenLayout>
  )
}
