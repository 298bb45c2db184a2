import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useAccountType } from '#api/accountType.ts'
import { useLivePrice } from '#api/stream/prices.ts'
import { type ClearSentFormDraft, useTabFormDraft } from '#api/stored/useDraft.ts'
import type { MarketWithPrice } from '#contract/calls/market.ts'
import type { SpotOrderRequest } from '#contract/orders/spot.ts'
import { slippageDefaultBps } from '#contract/constants.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { direction, orderType, posType } from '#contract/states.ts'
import { formatCostWithCurrency } from '#i18n/cost.ts'
import { formatMoney, formatMoneyAmount } from '#i18n/money.ts'
import { formatAmount, missingValueDash } from '#i18n/number.ts'
import { add, compareDecimals, isMultipleOf, multiply, decimalPlacesOfStep, truncate } from '#rules/decimal.ts'
import { discountedFeeRate } from '#rules/fee.ts'
import { spotLimitQuantity, type SpotFill, spotFill, spotMinUsdt, spotLimitOrderQtyStep } from '#rules/spot.ts'
import { Button } from '#ui/Button.tsx'
import { DecimalField } from '#ui/fields/DecimalField.tsx'
import { DescriptionList } from '#ui/DescriptionList.tsx'
import { SegmentedControl } from '#ui/fields/Segments.tsx'
import { Grid } from '#ui/Grid.tsx'
import { emptySpotDraft, parseSpotDraft, type SpotDraft } from './spotDraft.ts'
import { ConfirmSpotOrderSheet } from './ConfirmSpotOrderSheet.tsx'
import { useFeeDiscount } from '#widgets/trading/useFeeDiscount.ts'
import { useArrangeForHand } from '#widgets/trading/useHandedOrder.ts'
import { useTradeRestrictionText } from '#widgets/trading/useTradeRestriction.ts'
import { UpcomingTermChangesNotice } from '#widgets/trading/UpcomingTermChangesNotice.tsx'
import { useSpotFeeRate } from '#widgets/trading/useTradingFees.ts'
import { usePriceUnavailableText } from './usePriceUnavailableText.ts'

interface SpotTicketProps {
  listed: MarketWithPrice
  isLimit: boolean
  /** USDT and coins that may be spent; undefined while not known. */
  usdt: Decimal | undefined
  coins: Decimal | undefined
}

/** Side, limit where there is one, size by amount or by quantity, and what it would bring. */
export function SpotTicket(props: SpotTicketProps) {
  const { listed, isLimit } = props
  const { t } = useLingui()
  const handed = useArrangeForHand()
  const [intent, setIntent] = useState<{ order: SpotOrderRequest; clear: ClearSentFormDraft<SpotDraft> }>()
  const ticket = useSpotTicket(props)
  const { draft, change, send, isBuy, order, stopped, forgetOpened } = ticket
  return (
    <Grid
      as="form"
      gap={3}
      onSubmit={(event) => {
        event.preventDefault()
        if (order) setIntent({ order, clear: send() })
      }}
    >
      <SegmentedControl
        label={t`Direction`}
        value={draft.side}
        onChange={(next) => change({ side: next, entry: next === 'buy' ? 'money' : 'quantity', amount: '' })}
        options={handed({ value: 'buy', label: t`Buy` }, { value: 'sell', label: t`Sell` })}
      />
      {isLimit && <LimitField listed={listed} ticket={ticket} />}
      <SizeFields listed={listed} ticket={ticket} isLimit={isLimit} />
      <SpotOrderFacts listed={listed} ticket={ticket} isLimit={isLimit} />
      <UpcomingTermChangesNotice of={[{ area: 'spot' }]} />
      <Button type="submit" kind={isBuy ? 'long' : 'short'} size="large" wide disabled={!order} reason={stopped}>
        {isBuy ? <Trans>Review the purchase</Trans> : <Trans>Review the sale</Trans>}
      </Button>
      {intent && (
        <ConfirmSpotOrderSheet
          order={intent.order}
          base={listed.base}
          places={listed.priceScale}
          onDone={() => setIntent(undefined)}
          onPlaced={() => {
            intent.clear({ amount: '', limit: undefined })
            forgetOpened()
          }}
        />
      )}
    </Grid>
  )
}

/** What is typed, the order that it makes, and what that would bring; or why there is none yet. */
function useSpotTicket({ listed, isLimit, usdt, coins }: SpotTicketProps) {
  const { t } = useLingui()
  const accountType = useAccountType()
  const [draft, change, send] = useTabFormDraft(`spot:${isLimit ? 'limit' : 'market'}:${listed.symbol}`, emptySpotDraft, parseSpotDraft)
  const { side, entry, amount } = draft
  const live = useLivePrice(listed.symbol)
  const isBuy = side === 'buy'
  const isClosed = useTradeRestrictionText('spot', !isBuy, undefined, listed.base)
  const stopped = usePriceUnavailableText(listed.symbol) ?? isClosed
  const way = isBuy ? direction.long : direction.short
  const now = live && (isBuy ? live.ask : live.bid)
  // Until the person types one, the limit is the price that the ticket was opened at.
  const [opened, setOpened] = useState<Decimal>()
  if (isLimit && opened === undefined && now) setOpened(now)
  const limitText = draft.limit ?? opened ?? ''
  const limit = isLimit && /[1-9]/.test(limitText) ? asDecimal(limitText) : undefined
  const price = isLimit ? limit : now
  const size = /[1-9]/.test(amount) ? { [entry]: asDecimal(amount) } : undefined
  const feeRate = discountedFeeRate(useSpotFeeRate(), useFeeDiscount())
  const fill = size && price ? filled(way, size, price, isLimit ? listed : undefined, feeRate) : undefined
  const limitError = limit && !isMultipleOf(limit, listed.tick) ? t`In steps of ${listed.tick}.` : undefined
  const has = isBuy ? usdt : coins
  const error = useSizeError({ listed, fill, isLimit, has, money: entry === 'money' ? amount : undefined })
  const isReady = size !== undefined && fill !== undefined && !error && !limitError && stopped === undefined
  const order = (): SpotOrderRequest => ({
    accountType,
    posType: posType.spot,
    symbol: listed.symbol,
    direction: way,
    orderType: isLimit ? orderType.limit : orderType.market,
    slippageBps: slippageDefaultBps,
    ...(isLimit && { price: limit }),
    ...size,
  })
  return {
    draft,
    change,
    send,
    isBuy,
    now,
    limitText,
    limitError,
    price,
    has,
    fill,
    error,
    stopped,
    /** Nothing stands against it. */
    order: isReady ? order() : undefined,
    forgetOpened: () => setOpened(undefined),
  }
}

interface PartProps {
  listed: MarketWithPrice
  ticket: ReturnType<typeof useSpotTicket>
}

function LimitField({ listed, ticket: { change, isBuy, now, limitText, limitError } }: PartProps) {
  const { t } = useLingui()
  return (
    <DecimalField
      label={t`Limit price`}
      value={limitText}
      onChange={(next) => change({ limit: next })}
      scale={decimalPlacesOfStep(listed.tick)}
      unit="USDT"
      error={limitError}
      hint={isBuy ? t`Filled at this price or a lower one.` : t`Filled at this price or a higher one.`}
      {...(now && { steps: limitSteps(now, isBuy, listed, t`Now`) })}
    />
  )
}

/** How much, by what it costs or by quantity. */
function SizeFields({ listed, isLimit, ticket: { draft, change, isBuy, has, error } }: PartProps & { isLimit: boolean }) {
  const { t } = useLingui()
  const { entry, amount } = draft
  const { base } = listed
  const unit = isBuy ? 'USDT' : base
  const much = formatMoneyAmount(has, unit)
  const canShare = has !== undefined && /[1-9]/.test(has) && (isBuy ? entry === 'money' : entry === 'quantity')
  return (
    <>
      <SegmentedControl
        label={t`Size by`}
        look="line"
        value={entry}
        onChange={(next) => change({ entry: next, amount: '' })}
        options={[
          { value: 'money', label: t`Amount` },
          { value: 'quantity', label: t`Quantity` },
        ]}
      />
      <DecimalField
        label={entry === 'money' ? t`Amount` : t`Quantity`}
        value={amount}
        onChange={(next) => change({ amount: next })}
        scale={entry === 'quantity' && isLimit ? decimalPlacesOfStep(spotLimitOrderQtyStep(listed)) : 8}
        unit={entry === 'money' ? 'USDT' : base}
        error={amount && error}
        hint={
          has !== undefined &&
          (/[1-9]/.test(has) ? (
            <Trans>
              Available: {much} {unit}
            </Trans>
          ) : (
            <Trans>You have no {unit} yet.</Trans>
          ))
        }
        {...(canShare &&
          has !== undefined && { steps: shares(has, !isBuy && isLimit ? decimalPlacesOfStep(spotLimitOrderQtyStep(listed)) : 8, t`Max`) })}
      />
    </>
  )
}

/** What would be given, and what comes of it. */
function SpotOrderFacts({ listed, isLimit, ticket: { isBuy, price, fill } }: PartProps & { isLimit: boolean }) {
  const { base } = listed
  const unit = isBuy ? 'USDT' : base
  return (
    <DescriptionList
      rows={[
        ...(isLimit
          ? [
              {
                key: 'quantity',
                name: <Trans>Quantity</Trans>,
                value: fill ? `${formatAmount(fill.quantity, 8)} ${base}` : missingValueDash,
              },
            ]
          : [
              {
                key: 'price',
                name: <Trans>Price</Trans>,
                value: price ? `${formatAmount(price, listed.priceScale)} USDT` : missingValueDash,
              },
            ]),
        {
          key: 'fee',
          name: isLimit && isBuy ? <Trans>Fee, at most</Trans> : <Trans>Fee</Trans>,
          value: fill ? formatCostWithCurrency(fill.fee, 'USDT') : missingValueDash,
        },
        {
          key: 'give',
          name: isLimit ? <Trans>Set aside, at most paid</Trans> : <Trans>You give</Trans>,
          value: fill ? formatCostWithCurrency(fill.give, unit) : missingValueDash,
        },
        {
          key: 'get',
          name: isLimit ? isBuy ? <Trans>You get</Trans> : <Trans>You get, at least</Trans> : <Trans>You get, about</Trans>,
          value: fill ? formatMoney(fill.get, isBuy ? base : 'USDT') : missingValueDash,
          strong: true,
        },
      ]}
    />
  )
}

type Size = { money?: Decimal; quantity?: Decimal }

/** What the order would be; a limit order is for whole steps of coins. Undefined when the money does not pay for one. */
function filled(way: number, size: Size, price: Decimal, stepped: MarketWithPrice | undefined, feeRate: Decimal): SpotFill | undefined {
  const quantity = stepped && spotLimitQuantity(way, size, price, spotLimitOrderQtyStep(stepped), feeRate)
  if (quantity !== undefined && !/[1-9]/.test(quantity)) return undefined
  return spotFill(way, quantity === undefined ? size : { quantity }, price, feeRate)
}

interface SizeErrorOptions {
  listed: MarketWithPrice
  fill: SpotFill | undefined
  isLimit: boolean
  has: Decimal | undefined
  money: string | undefined
}

/** What the server would say to this size, said at once. */
function useSizeError({ listed, fill, isLimit, has, money }: SizeErrorOptions): string | undefined {
  const { t } = useLingui()
  const { maxQty, base } = listed
  if (!fill) return money && compareDecimals(money, spotMinUsdt) < 0 ? t`At least ${spotMinUsdt} USDT.` : undefined
  if (has !== undefined && compareDecimals(fill.give, has) > 0) return t`That is more than you have.`
  if (compareDecimals(money || fill.notional, spotMinUsdt) < 0) return t`At least ${spotMinUsdt} USDT.`
  const step = spotLimitOrderQtyStep(listed)
  if (isLimit && !isMultipleOf(fill.quantity, step)) return t`In steps of ${step}.`
  return compareDecimals(fill.quantity, maxQty) > 0 ? t`At most ${maxQty} ${base}.` : undefined
}

const shares = (has: Decimal, places: number, max: string) =>
  ['0.25', '0.5', '0.75', '1'].map((share) => ({
    label: share === '1' ? max : `${Number(share) * 100}%`,
    value: truncate(multiply(has, share), places).replace(/\.?0+$/, ''),
  }))

/** The price of now, and a little on the good side of it. */
const limitSteps = (now: Decimal, isBuy: boolean, { tick }: MarketWithPrice, label: string) =>
  ['0', '0.01', '0.02', '0.05'].map((away) => ({
    label: away === '0' ? label : `${isBuy ? '\u2212' : '+'}${Number(away) * 100}%`,
    value: truncate(multiply(now, add('1', isBuy ? `-${away}` : away)), decimalPlacesOfStep(tick)),
  }))
