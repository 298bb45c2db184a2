import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useAccountType } from '#api/accountType.ts'
import { useLivePrice } from '#api/stream/prices.ts'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import type { FastTradeRequest } from '#contract/orders/fast.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { direction, orderType, posType } from '#contract/states.ts'
import { formatMoney, formatMoneyAmount } from '#i18n/money.ts'
import { formatAmount } from '#i18n/number.ts'
import { compareDecimals, multiply } from '#rules/decimal.ts'
import { swapBridgeCurrency, swapMaxUsdt, swapMinUsdt } from '#rules/swap.ts'
import { path } from '#sitemap'
import { SegmentedControl } from '#ui/fields/Segments.tsx'
import { SelectField } from '#ui/fields/SelectField.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { LivePriceChange } from '#widgets/market/LivePriceChange.tsx'
import { LivePriceTag } from '#widgets/market/LivePriceTag.tsx'
import { TradeRestrictionCard } from '#widgets/trading/TradeRestrictionCard.tsx'
import { useArrangeForHand } from '#widgets/trading/useHandedOrder.ts'
import { useTradeRestrictionText } from '#widgets/trading/useTradeRestriction.ts'
import type { TradePaneProps } from '#widgets/trading/tradeSearch.ts'
import { RecentFastTradesSection } from './RecentFastTradesSection.tsx'
import { ConfirmFastTradeSheet } from './ConfirmFastTradeSheet.tsx'
import { balanceShareOfCoin } from './shares.ts'
import { Grid } from '#ui/Grid.tsx'
import { Row } from '#ui/Row.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Swap.module.css'
import { type SwapCoin, useSwapCoins } from './useCoins.ts'

/** A coin for USDT or back in two taps, by a preset amount and the flash exchange's price (docs/rules/spot.md). */
export function FastTradePane({ at, go }: TradePaneProps) {
  const { t } = useLingui()
  const { coins, error, retry } = useSwapCoins()
  if (!coins)
    return error ? <LoadErrorState title={t`The markets could not be read`} error={error} onRetry={retry} /> : <Skeleton lines={10} />
  const listed = coins.filter(({ currency }) => currency !== swapBridgeCurrency)
  const coin =
    listed.find(({ currency }) => `${currency}${swapBridgeCurrency}` === at.symbol) ??
    listed.find(({ currency }) => currency === 'BTC') ??
    listed[0]
  const usdt = coins.find(({ currency }) => currency === swapBridgeCurrency)
  if (!coin || !usdt) return null
  return (
    <>
      <SelectField
        label={t`Coin`}
        value={coin.currency}
        onChange={(currency) => go({ symbol: `${currency}${swapBridgeCurrency}` })}
        options={listed.map(({ currency, name }) => ({ value: currency, label: `${currency} · ${name}` }))}
      />
      <TradeRestrictionCard product="spot" buys={coin.currency} />
      <FastTradeTicket key={coin.currency} coin={coin} usdt={usdt} />
      <RecentFastTradesSection />
      <ButtonLink to={path.swap} search={{ from: swapBridgeCurrency, to: coin.currency }} kind="quiet" wide>
        <Trans>Another amount or two coins: the full swap</Trans>
      </ButtonLink>
    </>
  )
}

const presetAmounts = ['50', '200', '500']
const parts = ['0.25', '0.5', '1']

function FastTradeTicket({ coin, usdt }: { coin: SwapCoin; usdt: SwapCoin }) {
  const { t } = useLingui()
  const handed = useArrangeForHand()
  const inBook = useAccountType()
  const [side, setSide] = useState<'buy' | 'sell'>('buy')
  const [intent, setIntent] = useState<FastTradeRequest>()
  const symbol = `${coin.currency}${swapBridgeCurrency}`
  const live = useLivePrice(symbol)
  const isOffline = useStreamConnectionState() === 'offline'
  const isBuy = side === 'buy'
  const from = isBuy ? usdt : coin
  const isClosed = useTradeRestrictionText('spot', !isBuy, undefined, coin.currency)
  const stopped = isOffline
    ? t`Needs a connection`
    : isClosed !== undefined
      ? isClosed
      : live?.stale === false
        ? undefined
        : t`Waiting for a fresh price`
  const openConfirmation = (size: { money: Decimal } | { quantity: Decimal }) =>
    setIntent({
      accountType: inBook,
      posType: posType.fastTrade,
      symbol,
      direction: isBuy ? direction.long : direction.short,
      orderType: orderType.market,
      ...size,
    })
  const valueOf = (amount: Decimal | undefined): Decimal | undefined =>
    isBuy || amount === undefined ? amount : live && multiply(amount, live.bid)
  const isEnough = (amount: Decimal | undefined, needed: string) => {
    const value = valueOf(amount)
    return value !== undefined && compareDecimals(value, needed) >= 0
  }
  const isTooMuch = (amount: Decimal | undefined) => {
    const value = valueOf(amount)
    return value !== undefined && compareDecimals(value, swapMaxUsdt) > 0
  }
  const most = formatAmount(swapMaxUsdt, 0)
  const name = coin.currency
  const much = formatMoneyAmount(from.available, from.currency)
  return (
    <Grid as="section" gap={3} aria-label={t`Fast trade`}>
      <Row as="p" wrap align="center" gap={2}>
        <LivePriceTag symbol={symbol} places={live?.price.split('.')[1]?.length ?? 2} fallback={coin.price} size="large" />
        <LivePriceChange symbol={symbol} fallback={undefined} />
      </Row>
      <SegmentedControl
        label={t`Direction`}
        value={side}
        onChange={setSide}
        options={handed({ value: 'buy', label: t`Buy ${name}` }, { value: 'sell', label: t`Sell ${name}` })}
      />
      <Text tone="muted">
        <Trans>
          Available: {much} {from.currency}
        </Trans>
      </Text>
      <div className={styles.presets} role="group" aria-label={t`Amount`}>
        {presetAmounts.map((money) => (
          <PresetButton
            key={money}
            title={`${money} USDT`}
            stopped={stopped !== undefined || !isEnough(from.available, money)}
            onPick={() => openConfirmation({ money: asDecimal(money) })}
          />
        ))}
        {parts.map((part) => {
          const amount = balanceShareOfCoin(from, part)
          return (
            <PresetButton
              key={part}
              title={`${Number(part) * 100}%`}
              note={amount && formatMoney(amount, from.currency)}
              stopped={stopped !== undefined || !isEnough(amount, swapMinUsdt) || isTooMuch(amount)}
              onPick={() => amount && openConfirmation(isBuy ? { money: amount } : { quantity: amount })}
            />
          )
        })}
      </div>
      <Text tone="muted" role="status">
        {stopped ?? <Trans>One tap shows the firm price; nothing happens before you confirm it. At most {most} USDT at once.</Trans>}
      </Text>
      {intent && <ConfirmFastTradeSheet order={intent} onDone={() => setIntent(undefined)} />}
    </Grid>
  )
}

interface PresetProps {
  title: string
  note?: string | undefined
  stopped: boolean
  onPick(): void
}

function PresetButton({ title, note, stopped, onPick }: PresetProps) {
  return (
    <button type="button" className={styles.preset} disabled={stopped} onClick={onPick}>
      <strong>{title}</strong>
      {note && (
        <Text as="span" size="micro" tone="muted">
          {note}
        </Text>
      )}
    </button>
  )
}
