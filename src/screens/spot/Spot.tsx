import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { query } from '#api/query.ts'
import { type MarketSymbol, market } from '#contract/calls/market.ts'
import { wallet } from '#contract/calls/wallet.ts'
import { book } from '#contract/constants.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { path } from '#sitemap'
import { SelectField } from '#ui/SelectField.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { TradeKinds } from '#widgets/TradeKinds.tsx'
import { SpotOrders } from './SpotOrders.tsx'
import { SpotTicket } from './SpotTicket.tsx'

export const Route = createFileRoute('/_signedIn/spot')({
  validateSearch: (search: Record<string, unknown>): { symbol?: string } =>
    typeof search['symbol'] === 'string' && /^[A-Z0-9]{3,20}$/.test(search['symbol']) ? { symbol: search['symbol'] } : {},
  component: Spot,
})

/** Coins bought and sold at the market, without leverage (product §2.3). */
function Spot() {
  const { t } = useLingui()
  const { symbol } = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  const { data, error, refetch } = useQuery(query(market.symbols, {}))
  const balances = useQuery(query(wallet.balances, { accountType: book.demo }))
  const coins = data?.filter(({ category }) => category === 'crypto').toSorted((a, b) => a.hot - b.hot)
  const listed = coins?.find((one) => one.symbol === symbol) ?? coins?.[0]
  const available = (currency: string): Decimal | undefined =>
    balances.data && (balances.data.find((line) => line.currency === currency)?.available ?? asDecimal('0'))
  return (
    <ScreenLayout title={t`Spot`} back={path.assetCenter} tone="demo" simulated={listed?.feedMode === 'SIM'}>
      <TradeKinds />
      {coins && listed ? (
        <>
          <SelectField
            label={t({ message: 'Market', context: 'of a position' })}
            value={listed.symbol}
            onChange={(next) => void navigate({ search: { symbol: next }, replace: true })}
            options={coins.map(optionOf)}
          />
          {/* Another market is another ticket. */}
          <SpotTicket key={listed.symbol} listed={listed} usdt={available('USDT')} coins={available(listed.base)} />
          <SpotOrders symbols={coins} />
        </>
      ) : error ? (
        <FailedRead title={t`The markets could not be read`} error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={10} />
      )}
    </ScreenLayout>
  )
}

const optionOf = ({ symbol, base, quote, name }: MarketSymbol) => ({ value: symbol, label: `${base}/${quote} · ${name}` })
