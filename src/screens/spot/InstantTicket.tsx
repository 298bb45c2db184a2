import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useBook } from '#api/book.ts'
import { newRequestId } from '#api/mutation.ts'
import { usePrice } from '#api/prices.ts'
import { useDraft } from '#api/useDraft.ts'
import type { MarketSymbol } from '#contract/calls/market.ts'
import type { InstantAsked } from '#contract/orders/spot.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { direction, orderType, posType } from '#contract/states.ts'
import { formatAmount, missing } from '#i18n/number.ts'
import { compare } from '#rules/decimal.ts'
import { discounted } from '#rules/fee.ts'
import { spotFeeRate, spotFill, spotMinUsdt } from '#rules/spot.ts'
import { Button } from '#ui/Button.tsx'
import { DecimalField } from '#ui/DecimalField.tsx'
import { Facts } from '#ui/Facts.tsx'
import styles from './Spot.module.css'
import { emptySpot, readSpotDraft } from './spotDraft.ts'
import { SpotSheet } from './SpotSheet.tsx'
import { useFeeDiscount } from '#widgets/useFeeDiscount.ts'
import { useHanded } from '#widgets/useHanded.ts'
import { useTradeStop } from '#widgets/useTradeStop.ts'
import { useStopped } from './useStopped.ts'

interface InstantTicketProps {
  listed: MarketSymbol
  usdt: Decimal | undefined
  coins: Decimal | undefined
}

/** Coins for an amount of USDT at a firm price, and back, with one thumb (product §2.3). */
export function InstantTicket({ listed, usdt, coins }: InstantTicketProps) {
  const { t } = useLingui()
  const handed = useHanded()
  const inBook = useBook()
  const { base, symbol } = listed
  const [{ amount }, change] = useDraft(`spot:instant:${symbol}`, emptySpot, readSpotDraft)
  const [intent, setIntent] = useState<{ order: InstantAsked; requestId: string }>()
  const live = usePrice(symbol)
  const late = useStopped(symbol)
  const [noBuying, noSelling] = [useTradeStop('spot'), useTradeStop('spot', true)]
  const [stopped, sellStopped] = [late ?? noBuying, late ?? noSelling]
  const money = /[1-9]/.test(amount) ? asDecimal(amount) : undefined
  const feeRate = discounted(spotFeeRate, useFeeDiscount())
  const bought = money && live ? spotFill(direction.long, { money }, live.ask, feeRate) : undefined
  const sold = money && live ? spotFill(direction.short, { money }, live.bid, feeRate) : undefined
  const isSmall = money !== undefined && compare(money, spotMinUsdt) < 0
  const isShort = money !== undefined && usdt !== undefined && compare(money, usdt) > 0
  const has = coins !== undefined && /[1-9]/.test(coins)
  const canSell = sold !== undefined && coins !== undefined && compare(sold.give, coins) <= 0
  const whole = has && live ? spotFill(direction.short, { quantity: coins }, live.bid, feeRate) : undefined
  const canSellAll = whole !== undefined && compare(whole.notional, spotMinUsdt) >= 0
  const begin = (side: number, size: { money: Decimal } | { quantity: Decimal }) =>
    setIntent({
      order: { accountType: inBook, posType: posType.instantSpot, symbol, direction: side, orderType: orderType.market, ...size },
      requestId: newRequestId(),
    })
  const [usdtText, coinText] = [formatAmount(usdt, 2), formatAmount(coins, 8)]
  const get = (text: string | undefined, unit: string) => (text ? `${text} ${unit}` : missing)
  return (
    <section className={styles.form} aria-label={t`Instant order`}>
      <DecimalField
        label={t`Amount`}
        value={amount}
        onChange={(next) => change({ amount: next })}
        scale={8}
        unit="USDT"
        error={isSmall ? t`At least ${spotMinUsdt} USDT.` : isShort && !canSell ? t`That is more than you have.` : undefined}
        hint={
          has ? (
            <Trans>
              Available: {usdtText} USDT and {coinText} {base}
            </Trans>
          ) : (
            <Trans>Available: {usdtText} USDT</Trans>
          )
        }
        steps={['50', '200', '500', '1000'].map((value) => ({ label: formatAmount(value, 0), value }))}
      />
      <Facts
        rows={[
          { key: 'buy', name: <Trans>Buying gives you, about</Trans>, value: get(bought && formatAmount(bought.get, 8), base) },
          { key: 'sell', name: <Trans>Selling costs you, about</Trans>, value: get(sold && formatAmount(sold.give, 8), base) },
        ]}
      />
      <div className={styles.choice}>
        {handed(
          <Button
            key="buy"
            kind="long"
            size="large"
            disabled={!bought || isSmall || isShort || stopped !== undefined}
            reason={stopped}
            onClick={() => money && begin(direction.long, { money })}
          >
            <Trans>Buy {base}</Trans>
          </Button>,
          <Button
            key="sell"
            kind="short"
            size="large"
            disabled={!canSell || isSmall || sellStopped !== undefined}
            reason={sellStopped}
            onClick={() => money && begin(direction.short, { money })}
          >
            <Trans>Sell {base}</Trans>
          </Button>,
        )}
      </div>
      {canSellAll && (
        <Button kind="quiet" wide disabled={sellStopped !== undefined} onClick={() => coins && begin(direction.short, { quantity: coins })}>
          <Trans>
            Sell back all {coinText} {base}
          </Trans>
        </Button>
      )}
      {intent && (
        <SpotSheet
          key={intent.requestId}
          order={intent.order}
          base={base}
          places={listed.priceScale}
          requestId={intent.requestId}
          onDone={() => setIntent(undefined)}
          onPlaced={() => change({ amount: '' })}
        />
      )}
    </section>
  )
}
