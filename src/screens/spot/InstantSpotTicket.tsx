import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useAccountType } from '#api/accountType.ts'
import { useLivePrice } from '#api/stream/prices.ts'
import { type ClearSentFormDraft, useTabFormDraft } from '#api/stored/useDraft.ts'
import type { MarketWithPrice } from '#contract/calls/market.ts'
import type { InstantSpotOrderRequest } from '#contract/orders/spot.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { direction, orderType, posType } from '#contract/states.ts'
import { formatCostWithCurrency } from '#i18n/cost.ts'
import { formatMoney, formatMoneyAmount } from '#i18n/money.ts'
import { formatAmount, missingValueDash } from '#i18n/number.ts'
import { compareDecimals } from '#rules/decimal.ts'
import { discountedFeeRate } from '#rules/fee.ts'
import { spotFill, spotMinUsdt } from '#rules/spot.ts'
import { Button } from '#ui/Button.tsx'
import { DecimalField } from '#ui/fields/DecimalField.tsx'
import { DescriptionList } from '#ui/DescriptionList.tsx'
import { Grid } from '#ui/Grid.tsx'
import { emptySpotDraft, parseSpotDraft, type SpotDraft } from './spotDraft.ts'
import { ConfirmSpotOrderSheet } from './ConfirmSpotOrderSheet.tsx'
import { useFeeDiscount } from '#widgets/trading/useFeeDiscount.ts'
import { useArrangeForHand } from '#widgets/trading/useHandedOrder.ts'
import { useTradeRestrictionText } from '#widgets/trading/useTradeRestriction.ts'
import { UpcomingTermChangesNotice } from '#widgets/trading/UpcomingTermChangesNotice.tsx'
import { useSpotFeeRate } from '#widgets/trading/useTradingFees.ts'
import { usePriceUnavailableText } from './usePriceUnavailableText.ts'

interface InstantSpotTicketProps {
  listed: MarketWithPrice
  usdt: Decimal | undefined
  coins: Decimal | undefined
}

/** Coins for an amount of USDT at a firm price, and back, with one thumb (docs/rules/spot.md). */
export function InstantSpotTicket({ listed, usdt, coins }: InstantSpotTicketProps) {
  const { t } = useLingui()
  const handed = useArrangeForHand()
  const inBook = useAccountType()
  const { base, symbol } = listed
  const [{ amount }, change, send] = useTabFormDraft(`spot:instant:${symbol}`, emptySpotDraft, parseSpotDraft)
  const [intent, setIntent] = useState<{ order: InstantSpotOrderRequest; clear: ClearSentFormDraft<SpotDraft> }>()
  const live = useLivePrice(symbol)
  const late = usePriceUnavailableText(symbol)
  const [noBuying, noSelling] = [useTradeRestrictionText('spot', false, undefined, base), useTradeRestrictionText('spot', true)]
  const [stopped, sellStopped] = [late ?? noBuying, late ?? noSelling]
  const money = /[1-9]/.test(amount) ? asDecimal(amount) : undefined
  const feeRate = discountedFeeRate(useSpotFeeRate(), useFeeDiscount())
  const bought = money && live ? spotFill(direction.long, { money }, live.ask, feeRate) : undefined
  const sold = money && live ? spotFill(direction.short, { money }, live.bid, feeRate) : undefined
  const isSmall = money !== undefined && compareDecimals(money, spotMinUsdt) < 0
  const isShort = money !== undefined && usdt !== undefined && compareDecimals(money, usdt) > 0
  const has = coins !== undefined && /[1-9]/.test(coins)
  const canSell = sold !== undefined && coins !== undefined && compareDecimals(sold.give, coins) <= 0
  const whole = has && live ? spotFill(direction.short, { quantity: coins }, live.bid, feeRate) : undefined
  const canSellAll = whole !== undefined && compareDecimals(whole.notional, spotMinUsdt) >= 0
  const begin = (side: number, size: { money: Decimal } | { quantity: Decimal }) =>
    setIntent({
      order: { accountType: inBook, posType: posType.instantSpot, symbol, direction: side, orderType: orderType.market, ...size },
      clear: send(),
    })
  const [usdtText, coinText] = [formatMoneyAmount(usdt, 'USDT'), formatMoneyAmount(coins, base)]
  return (
    <Grid as="section" gap={3} aria-label={t`Instant order`}>
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
      <DescriptionList
        rows={[
          { key: 'buy', name: <Trans>Buying gives you, about</Trans>, value: bought ? formatMoney(bought.get, base) : missingValueDash },
          {
            key: 'sell',
            name: <Trans>Selling costs you, about</Trans>,
            value: sold ? formatCostWithCurrency(sold.give, base) : missingValueDash,
          },
        ]}
      />
      <UpcomingTermChangesNotice of={[{ area: 'spot' }]} />
      <Grid columns={2} gap={3}>
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
      </Grid>
      {canSellAll && (
        <Button kind="quiet" wide disabled={sellStopped !== undefined} onClick={() => coins && begin(direction.short, { quantity: coins })}>
          <Trans>
            Sell back all {coinText} {base}
          </Trans>
        </Button>
      )}
      {intent && (
        <ConfirmSpotOrderSheet
          order={intent.order}
          base={base}
          places={listed.priceScale}
          onDone={() => setIntent(undefined)}
          onPlaced={() => intent.clear({ amount: '' })}
        />
      )}
    </Grid>
  )
}
