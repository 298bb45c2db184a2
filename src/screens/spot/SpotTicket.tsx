import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { newRequestId } from '#api/mutation.ts'
import { usePrice } from '#api/prices.ts'
import { useConnection } from '#api/socket.ts'
import type { MarketSymbol } from '#contract/calls/market.ts'
import type { SpotAsked } from '#contract/orders/spot.ts'
import { book, slippageDefaultBps } from '#contract/constants.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { direction, orderType, posType } from '#contract/states.ts'
import { formatAmount, missing } from '#i18n/number.ts'
import { compare, multiply, truncate } from '#rules/decimal.ts'
import { type SpotFill, spotFill, spotMinUsdt } from '#rules/spot.ts'
import { Button } from '#ui/Button.tsx'
import { DecimalField } from '#ui/DecimalField.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Segments } from '#ui/Segments.tsx'
import styles from './Spot.module.css'
import { SpotSheet } from './SpotSheet.tsx'

type Side = 'buy' | 'sell'
type Entry = 'money' | 'quantity'

interface SpotTicketProps {
  listed: MarketSymbol
  /** USDT and coins that may be spent; undefined while not known. */
  usdt: Decimal | undefined
  coins: Decimal | undefined
}

/** Side, size by amount or by quantity, and what it would bring right now. */
export function SpotTicket({ listed, usdt, coins }: SpotTicketProps) {
  const { t } = useLingui()
  const { base } = listed
  const [side, setSide] = useState<Side>('buy')
  const [entry, setEntry] = useState<Entry>('money')
  const [amount, setAmount] = useState('')
  const [intent, setIntent] = useState<{ order: SpotAsked; requestId: string }>()
  const live = usePrice(listed.symbol)
  const isOffline = useConnection() === 'offline'
  const isBuy = side === 'buy'
  const price = live && (isBuy ? live.ask : live.bid)
  const size = /[1-9]/.test(amount) ? { [entry]: asDecimal(amount) } : undefined
  const fill = size && price ? spotFill(isBuy ? direction.long : direction.short, size, price) : undefined
  const flaw = useFlaw(listed, fill, isBuy ? usdt : coins, entry === 'money' ? amount : undefined)
  const stopped = isOffline ? t`Needs a connection` : live?.stale === false ? undefined : t`Waiting for a fresh price`
  const has = isBuy ? usdt : coins
  const much = formatAmount(has, isBuy ? 2 : 8)
  const unit = isBuy ? 'USDT' : base
  const canShare = has !== undefined && /[1-9]/.test(has) && (isBuy ? entry === 'money' : entry === 'quantity')

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (!size || !fill || flaw || stopped) return
        const order: SpotAsked = {
          accountType: book.demo,
          posType: posType.spot,
          symbol: listed.symbol,
          direction: isBuy ? direction.long : direction.short,
          orderType: orderType.market,
          slippageBps: slippageDefaultBps,
          ...size,
        }
        setIntent({ order, requestId: newRequestId() })
      }}
    >
      <Segments
        label={t`Direction`}
        value={side}
        onChange={(next) => {
          setSide(next)
          setEntry(next === 'buy' ? 'money' : 'quantity')
          setAmount('')
        }}
        options={[
          { value: 'buy', label: t`Buy` },
          { value: 'sell', label: t`Sell` },
        ]}
      />
      <Segments
        label={t`Size by`}
        look="line"
        value={entry}
        onChange={(next) => {
          setEntry(next)
          setAmount('')
        }}
        options={[
          { value: 'money', label: t`Amount` },
          { value: 'quantity', label: t`Quantity` },
        ]}
      />
      <DecimalField
        label={entry === 'money' ? t`Amount` : t`Quantity`}
        value={amount}
        onChange={setAmount}
        scale={8}
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
        {...(canShare && has !== undefined && { steps: shares(has, t`Max`) })}
      />
      <Facts
        rows={[
          { key: 'price', name: <Trans>Price</Trans>, value: price ? `${formatAmount(price, listed.priceScale)} USDT` : missing },
          { key: 'fee', name: <Trans>Fee</Trans>, value: fill ? `${formatAmount(fill.fee, 8)} USDT` : missing },
          { key: 'give', name: <Trans>You give</Trans>, value: fill ? `${formatAmount(fill.give, 8)} ${unit}` : missing },
          {
            key: 'get',
            name: <Trans>You get, about</Trans>,
            value: fill ? `${formatAmount(fill.get, 8)} ${isBuy ? base : 'USDT'}` : missing,
            strong: true,
          },
        ]}
      />
      <Button
        type="submit"
        kind={isBuy ? 'long' : 'short'}
        size="large"
        wide
        disabled={!fill || Boolean(flaw) || Boolean(stopped)}
        reason={stopped}
      >
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
          onPlaced={() => setAmount('')}
        />
      )}
    </form>
  )
}

/** What the server would say to this size, said at once. */
function useFlaw(
  listed: MarketSymbol,
  fill: SpotFill | undefined,
  has: Decimal | undefined,
  money: string | undefined,
): string | undefined {
  const { t } = useLingui()
  if (!fill) return undefined
  if (has !== undefined && compare(fill.give, has) > 0) return t`That is more than you have.`
  if (compare(money || fill.notional, spotMinUsdt) < 0) return t`At least ${spotMinUsdt} USDT.`
  const { maxQty, base } = listed
  return compare(fill.quantity, maxQty) > 0 ? t`At most ${maxQty} ${base}.` : undefined
}

const shares = (has: Decimal, max: string) =>
  ['0.25', '0.5', '0.75', '1'].map((share) => ({
    label: share === '1' ? max : `${Number(share) * 100}%`,
    value: truncate(multiply(has, share), 8).replace(/\.?0+$/, ''),
  }))
