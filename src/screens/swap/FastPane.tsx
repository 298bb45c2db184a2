import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useBook } from '#api/book.ts'
import { newRequestId } from '#api/mutation.ts'
import { usePrice } from '#api/prices.ts'
import { useConnection } from '#api/socket.ts'
import type { FastAsked } from '#contract/orders/fast.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { direction, orderType, posType } from '#contract/states.ts'
import { formatAmount } from '#i18n/number.ts'
import { compare, multiply } from '#rules/decimal.ts'
import { swapCurrency, swapMaxUsdt, swapMinUsdt } from '#rules/swap.ts'
import { path } from '#sitemap'
import { Segments } from '#ui/Segments.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { LiveChange } from '#widgets/LiveChange.tsx'
import { PriceTag } from '#widgets/PriceTag.tsx'
import { TradeStop } from '#widgets/TradeStop.tsx'
import { useHanded } from '#widgets/useHanded.ts'
import { useTradeStop } from '#widgets/useTradeStop.ts'
import type { PaneProps } from '#widgets/tradeSearch.ts'
import { FastHistory } from './FastHistory.tsx'
import { FastSheet } from './FastSheet.tsx'
import { plainAmount } from './rateText.ts'
import { partOf } from './shares.ts'
import styles from './Swap.module.css'
import { type Coin, useCoins } from './useCoins.ts'

/** A coin for USDT or back in two taps, by a preset amount and the flash exchange's price (product §2.3). */
export function FastPane({ at, go }: PaneProps) {
  const { t } = useLingui()
  const { coins, error, retry } = useCoins()
  if (!coins) return error ? <FailedRead title={t`The markets could not be read`} error={error} onRetry={retry} /> : <Skeleton lines={10} />
  const listed = coins.filter(({ currency }) => currency !== swapCurrency)
  const coin =
    listed.find(({ currency }) => `${currency}${swapCurrency}` === at.symbol) ??
    listed.find(({ currency }) => currency === 'BTC') ??
    listed[0]
  const usdt = coins.find(({ currency }) => currency === swapCurrency)
  if (!coin || !usdt) return null
  return (
    <>
      <SelectField
        label={t`Coin`}
        value={coin.currency}
        onChange={(currency) => go({ symbol: `${currency}${swapCurrency}` })}
        options={listed.map(({ currency, name }) => ({ value: currency, label: `${currency} · ${name}` }))}
      />
      <TradeStop product="spot" />
      <FastTicket key={coin.currency} coin={coin} usdt={usdt} />
      <FastHistory />
      <ButtonLink to={path.swap} search={{ from: swapCurrency, to: coin.currency }} kind="quiet" wide>
        <Trans>Another amount or two coins: the full swap</Trans>
      </ButtonLink>
    </>
  )
}

const amounts = ['50', '200', '500']
const parts = ['0.25', '0.5', '1']

function FastTicket({ coin, usdt }: { coin: Coin; usdt: Coin }) {
  const { t } = useLingui()
  const handed = useHanded()
  const inBook = useBook()
  const [side, setSide] = useState<'buy' | 'sell'>('buy')
  const [intent, setIntent] = useState<{ order: FastAsked; requestId: string }>()
  const symbol = `${coin.currency}${swapCurrency}`
  const live = usePrice(symbol)
  const isOffline = useConnection() === 'offline'
  const isBuy = side === 'buy'
  const from = isBuy ? usdt : coin
  const isClosed = useTradeStop('spot', !isBuy)
  const stopped = isOffline
    ? t`Needs a connection`
    : isClosed !== undefined
      ? isClosed
      : live?.stale === false
        ? undefined
        : t`Waiting for a fresh price`
  const begin = (size: { money: Decimal } | { quantity: Decimal }) =>
    setIntent({
      order: {
        accountType: inBook,
        posType: posType.fastTrade,
        symbol,
        direction: isBuy ? direction.long : direction.short,
        orderType: orderType.market,
        ...size,
      },
      requestId: newRequestId(),
    })
  const valueOf = (amount: Decimal | undefined): Decimal | undefined =>
    isBuy || amount === undefined ? amount : live && multiply(amount, live.bid)
  const isEnough = (amount: Decimal | undefined, needed: string) => {
    const value = valueOf(amount)
    return value !== undefined && compare(value, needed) >= 0
  }
  const isTooMuch = (amount: Decimal | undefined) => {
    const value = valueOf(amount)
    return value !== undefined && compare(value, swapMaxUsdt) > 0
  }
  const most = formatAmount(swapMaxUsdt, 0)
  const name = coin.currency
  const much = formatAmount(from.available, isBuy ? 2 : 8)
  return (
    <section className={styles.form} aria-label={t`Fast trade`}>
      <p className={styles.price}>
        <PriceTag symbol={symbol} places={live?.price.split('.')[1]?.length ?? 2} fallback={coin.price} size="large" />
        <LiveChange symbol={symbol} fallback={undefined} />
      </p>
      <Segments
        label={t`Direction`}
        value={side}
        onChange={setSide}
        options={handed({ value: 'buy', label: t`Buy ${name}` }, { value: 'sell', label: t`Sell ${name}` })}
      />
      <p className={styles.has}>
        <Trans>
          Available: {much} {from.currency}
        </Trans>
      </p>
      <div className={styles.presets} role="group" aria-label={t`Amount`}>
        {amounts.map((money) => (
          <Preset
            key={money}
            title={`${money} USDT`}
            stopped={stopped !== undefined || !isEnough(from.available, money)}
            onPick={() => begin({ money: asDecimal(money) })}
          />
        ))}
        {parts.map((part) => {
          const amount = partOf(from, part)
          return (
            <Preset
              key={part}
              title={`${Number(part) * 100}%`}
              note={amount && `${formatAmount(plainAmount(amount), isBuy ? 2 : 6)} ${from.currency}`}
              stopped={stopped !== undefined || !isEnough(amount, swapMinUsdt) || isTooMuch(amount)}
              onPick={() => amount && begin(isBuy ? { money: amount } : { quantity: amount })}
            />
          )
        })}
      </div>
      <p className={styles.has} role="status">
        {stopped ?? <Trans>One tap shows the firm price; nothing happens before you confirm it. At most {most} USDT at once.</Trans>}
      </p>
      {intent && <FastSheet key={intent.requestId} {...intent} onDone={() => setIntent(undefined)} />}
    </section>
  )
}

interface PresetProps {
  title: string
  note?: string | undefined
  stopped: boolean
  onPick(): void
}

function Preset({ title, note, stopped, onPick }: PresetProps) {
  return (
    <button type="button" className={styles.preset} disabled={stopped} onClick={onPick}>
      <strong>{title}</strong>
      {note && <span>{note}</span>}
    </button>
  )
}
