import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useBook } from '#api/book.ts'
import { query } from '#api/query.ts'
import { type MarketSymbol, market } from '#contract/calls/market.ts'
import { wallet } from '#contract/calls/wallet.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { SelectField } from '#ui/SelectField.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import type { PaneProps } from '#widgets/tradeSearch.ts'
import { SpotOrders } from './SpotOrders.tsx'
import { SpotTicket } from './SpotTicket.tsx'

/** Coins bought and sold without leverage (product §2.3). */
export function SpotPane({ at, go }: PaneProps) {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery(query(market.symbols, {}))
  const balances = useQuery(query(wallet.balances, { accountType: useBook() }))
  const coins = data?.filter(({ category }) => category === 'crypto').toSorted((a, b) => a.hot - b.hot)
  const listed = coins?.find((one) => one.symbol === at.symbol) ?? coins?.[0]
  const available = (currency: string): Decimal | undefined =>
    balances.data && (balances.data.find((line) => line.currency === currency)?.available ?? asDecimal('0'))
  if (!coins || !listed)
    return error ? (
      <FailedRead title={t`The markets could not be read`} error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton lines={10} />
    )
  return (
    <>
      <SelectField
        label={t({ message: 'Market', context: 'of a position' })}
        value={listed.symbol}
        onChange={(symbol) => go({ symbol })}
        options={coins.map(optionOf)}
      />
      {/* Another market is another ticket. */}
      <SpotTicket key={listed.symbol} listed={listed} usdt={available('USDT')} coins={available(listed.base)} />
      <SpotOrders symbols={coins} />
    </>
  )
}

const optionOf = ({ symbol, base, quote, name }: MarketSymbol) => ({ value: symbol, label: `${base}/${quote} · ${name}` })
