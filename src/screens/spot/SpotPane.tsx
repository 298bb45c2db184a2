import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useBook } from '#api/book.ts'
import { query } from '#api/query.ts'
import { useDraft } from '#api/useDraft.ts'
import { type MarketSymbol, market } from '#contract/calls/market.ts'
import { wallet } from '#contract/calls/wallet.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { posType } from '#contract/states.ts'
import { Segments } from '#ui/Segments.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { LiveChange } from '#widgets/LiveChange.tsx'
import { PriceTag } from '#widgets/PriceTag.tsx'
import { TradeStop } from '#widgets/TradeStop.tsx'
import type { PaneProps } from '#widgets/tradeSearch.ts'
import { InstantTicket } from './InstantTicket.tsx'
import { OpenOrders } from './OpenOrders.tsx'
import styles from './Spot.module.css'
import { readSpotKind, type SpotKind } from './spotDraft.ts'
import { SpotHistory } from './SpotHistory.tsx'
import { SpotTicket } from './SpotTicket.tsx'
import { useOpenOrders } from './useOpenOrders.ts'

const first: { kind: SpotKind } = { kind: 'market' }

/** Coins bought and sold without leverage: at the market, at a limit, or instantly at a firm price (product §2.3). */
export function SpotPane({ at, go }: PaneProps) {
  const { t } = useLingui()
  const [{ kind }, choose] = useDraft('spot', first, readSpotKind)
  const { data, error, refetch } = useQuery(query(market.symbols, {}))
  const balances = useQuery(query(wallet.balances, { accountType: useBook() }))
  const open = useOpenOrders()
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
  const ticket = { listed, usdt: available('USDT'), coins: available(listed.base) }
  const waiting = open.total
  const isHistory = at.book === 'history'
  return (
    <>
      <SelectField
        label={t({ message: 'Market', context: 'of a position' })}
        value={listed.symbol}
        onChange={(symbol) => go({ symbol })}
        options={coins.map(optionOf)}
      />
      <p className={styles.price}>
        <PriceTag symbol={listed.symbol} places={listed.priceScale} fallback={listed.currentPrice} size="large" />
        <LiveChange symbol={listed.symbol} fallback={listed.riseRate} />
      </p>
      <Segments
        label={t`Kind of order`}
        value={kind}
        onChange={(next) => choose({ kind: next })}
        options={[
          { value: 'market', label: t({ message: 'Market', context: 'order' }) },
          { value: 'limit', label: t({ message: 'Limit', context: 'order' }) },
          { value: 'instant', label: t({ message: 'Instant', context: 'order' }) },
        ]}
      />
      <TradeStop product="spot" />
      {/* Another market or kind is another ticket. */}
      {kind === 'instant' ? (
        <InstantTicket key={`instant ${listed.symbol}`} {...ticket} />
      ) : (
        <SpotTicket key={`${kind} ${listed.symbol}`} {...ticket} isLimit={kind === 'limit'} />
      )}
      <Segments
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
        <SpotHistory key={kind === 'instant' ? 4 : 1} symbols={coins} kind={kind === 'instant' ? posType.instantSpot : posType.spot} />
      ) : (
        <OpenOrders read={open} symbols={coins} />
      )}
    </>
  )
}

const optionOf = ({ symbol, base, quote, name }: MarketSymbol) => ({ value: symbol, label: `${base}/${quote} · ${name}` })
