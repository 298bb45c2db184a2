import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useBook } from '#api/book.ts'
import { newRequestId } from '#api/mutation.ts'
import { usePrice } from '#api/prices.ts'
import { useDraft } from '#api/useDraft.ts'
import type { MarketSymbol } from '#contract/calls/market.ts'
import type { SpotAsked } from '#contract/orders/spot.ts'
import { slippageDefaultBps } from '#contract/constants.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { direction, orderType, posType } from '#contract/states.ts'
import { formatAmount, missing } from '#i18n/number.ts'
import { add, compare, isMultipleOf, multiply, scaleOf, truncate } from '#rules/decimal.ts'
import { discounted } from '#rules/fee.ts'
import { limitQuantity, spotFeeRate, type SpotFill, spotFill, spotMinUsdt, spotQtyStep } from '#rules/spot.ts'
import { Button } from '#ui/Button.tsx'
import { DecimalField } from '#ui/DecimalField.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Segments } from '#ui/Segments.tsx'
import styles from './Spot.module.css'
import { emptySpot, readSpotDraft } from './spotDraft.ts'
import { SpotSheet } from './SpotSheet.tsx'
import { useFeeDiscount } from '#widgets/useFeeDiscount.ts'
import { useHanded } from '#widgets/useHanded.ts'
import { useTradeStop } from '#widgets/useTradeStop.ts'
import { useStopped } from './useStopped.ts'

interface SpotTicketProps {
  listed: MarketSymbol
  isLimit: boolean
  /** USDT and coins that may be spent; undefined while not known. */
  usdt: Decimal | undefined
  coins: Decimal | undefined
}

/** Side, limit where there is one, size by amount or by quantity, and what it would bring. */
export function SpotTicket({ listed, isLimit, usdt, coins }: SpotTicketProps) {
  const { t } = useLingui()
  const handed = useHanded()
  const inBook = useBook()
  const { base } = listed
  const [draft, change] = useDraft(`spot:${isLimit ? 'limit' : 'market'}:${listed.symbol}`, emptySpot, readSpotDraft)
  const { side, entry, amount } = draft
  const [intent, setIntent] = useState<{ order: SpotAsked; requestId: string }>()
  const live = usePrice(listed.symbol)
  const isBuy = side === 'buy'
  const isClosed = useTradeStop('spot', !isBuy)
  const stopped = useStopped(listed.symbol) ?? isClosed
  const way = isBuy ? direction.long : direction.short
  const now = live && (isBuy ? live.ask : live.bid)
  // Until the person types one, the limit is the price that the ticket was opened at.
  const [opened, setOpened] = useState<Decimal>()
  if (isLimit && opened === undefined && now) setOpened(now)
  const limitText = draft.limit ?? opened ?? ''
  const limit = isLimit && /[1-9]/.test(limitText) ? asDecimal(limitText) : undefined
  const price = isLimit ? limit : now
  const size = /[1-9]/.test(amount) ? { [entry]: asDecimal(amount) } : undefined
  const feeRate = discounted(spotFeeRate, useFeeDiscount())
  const fill = size && price ? filled(way, size, price, isLimit ? listed : undefined, feeRate) : undefined
  const priceFlaw = limit && !isMultipleOf(limit, listed.tick) ? t`In steps of ${listed.tick}.` : undefined
  const flaw = useFlaw({ listed, fill, isLimit, has: isBuy ? usdt : coins, money: entry === 'money' ? amount : undefined })
  const has = isBuy ? usdt : coins
  const much = formatAmount(has, isBuy ? 2 : 8)
  const unit = isBuy ? 'USDT' : base
  const canShare = has !== undefined && /[1-9]/.test(has) && (isBuy ? entry === 'money' : entry === 'quantity')
  const isReady = size !== undefined && fill !== undefined && !flaw && !priceFlaw && stopped === undefined

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isReady) return
        const order: SpotAsked = {
          accountType: inBook,
          posType: posType.spot,
          symbol: listed.symbol,
          direction: way,
          orderType: isLimit ? orderType.limit : orderType.market,
          slippageBps: slippageDefaultBps,
          ...(isLimit && { price: limit }),
          ...size,
        }
        setIntent({ order, requestId: newRequestId() })
      }}
    >
      <Segments
        label={t`Direction`}
        value={side}
        onChange={(next) => change({ side: next, entry: next === 'buy' ? 'money' : 'quantity', amount: '' })}
        options={handed({ value: 'buy', label: t`Buy` }, { value: 'sell', label: t`Sell` })}
      />
      {isLimit && (
        <DecimalField
          label={t`Limit price`}
          value={limitText}
          onChange={(next) => change({ limit: next })}
          scale={scaleOf(listed.tick)}
          unit="USDT"
          error={priceFlaw}
          hint={isBuy ? t`Filled at this price or a lower one.` : t`Filled at this price or a higher one.`}
          {...(now && { steps: limitSteps(now, isBuy, listed, t`Now`) })}
        />
      )}
      <Segments
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
        scale={entry === 'quantity' && isLimit ? scaleOf(spotQtyStep(listed)) : 8}
        unit={entry === 'money' ? 'USDT' : base}
        error={amount && flaw}
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
        {...(canShare && has !== undefined && { steps: shares(has, !isBuy && isLimit ? scaleOf(spotQtyStep(listed)) : 8, t`Max`) })}
      />
      <Facts
        rows={[
          ...(isLimit
            ? [{ key: 'quantity', name: <Trans>Quantity</Trans>, value: fill ? `${formatAmount(fill.quantity, 8)} ${base}` : missing }]
            : [{ key: 'price', name: <Trans>Price</Trans>, value: price ? `${formatAmount(price, listed.priceScale)} USDT` : missing }]),
          {
            key: 'fee',
            name: isLimit && isBuy ? <Trans>Fee, at most</Trans> : <Trans>Fee</Trans>,
            value: fill ? `${formatAmount(fill.fee, 8)} USDT` : missing,
          },
          {
            key: 'give',
            name: isLimit ? <Trans>Set aside, at most paid</Trans> : <Trans>You give</Trans>,
            value: fill ? `${formatAmount(fill.give, 8)} ${unit}` : missing,
          },
          {
            key: 'get',
            name: isLimit ? isBuy ? <Trans>You get</Trans> : <Trans>You get, at least</Trans> : <Trans>You get, about</Trans>,
            value: fill ? `${formatAmount(fill.get, 8)} ${isBuy ? base : 'USDT'}` : missing,
            strong: true,
          },
        ]}
      />
      <Button type="submit" kind={isBuy ? 'long' : 'short'} size="large" wide disabled={!isReady} reason={stopped}>
        {isBuy ? <Trans>Review the purchase</Trans> : <Trans>Review the sale</Trans>}
      </Button>
      {intent && (
        <SpotSheet
          key={intent.requestId}
          order={intent.order}
          base={base}
          places={listed.priceScale}
          requestId={intent.requestId}
          onDone={() => setIntent(undefined)}
          onPlaced={() => {
            change({ amount: '', limit: undefined })
            setOpened(undefined)
          }}
        />
      )}
    </form>
  )
}

type Size = { money?: Decimal; quantity?: Decimal }

/** What the order would be; a limit order is for whole steps of coins. Undefined when the money does not pay for one. */
function filled(way: number, size: Size, price: Decimal, stepped: MarketSymbol | undefined, feeRate: Decimal): SpotFill | undefined {
  const quantity = stepped && limitQuantity(way, size, price, spotQtyStep(stepped), feeRate)
  if (quantity !== undefined && !/[1-9]/.test(quantity)) return undefined
  return spotFill(way, quantity === undefined ? size : { quantity }, price, feeRate)
}

interface FlawAsked {
  listed: MarketSymbol
  fill: SpotFill | undefined
  isLimit: boolean
  has: Decimal | undefined
  money: string | undefined
}

/** What the server would say to this size, said at once. */
function useFlaw({ listed, fill, isLimit, has, money }: FlawAsked): string | undefined {
  const { t } = useLingui()
  const { maxQty, base } = listed
  if (!fill) return money && compare(money, spotMinUsdt) < 0 ? t`At least ${spotMinUsdt} USDT.` : undefined
  if (has !== undefined && compare(fill.give, has) > 0) return t`That is more than you have.`
  if (compare(money || fill.notional, spotMinUsdt) < 0) return t`At least ${spotMinUsdt} USDT.`
  const step = spotQtyStep(listed)
  if (isLimit && !isMultipleOf(fill.quantity, step)) return t`In steps of ${step}.`
  return compare(fill.quantity, maxQty) > 0 ? t`At most ${maxQty} ${base}.` : undefined
}

const shares = (has: Decimal, places: number, max: string) =>
  ['0.25', '0.5', '0.75', '1'].map((share) => ({
    label: share === '1' ? max : `${Number(share) * 100}%`,
    value: truncate(multiply(has, share), places).replace(/\.?0+$/, ''),
  }))

/** The price of now, and a little on the good side of it. */
const limitSteps = (now: Decimal, isBuy: boolean, { tick }: MarketSymbol, label: string) =>
  ['0', '0.01', '0.02', '0.05'].map((away) => ({
    label: away === '0' ? label : `${isBuy ? '\u2212' : '+'}${Number(away) * 100}%`,
    value: truncate(multiply(now, add('1', isBuy ? `-${away}` : away)), scaleOf(tick)),
  }))
