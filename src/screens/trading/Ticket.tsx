import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useSystemSettings } from '#api/person.ts'
import { newRequestId } from '#api/mutation.ts'
import type { MarketSymbol } from '#contract/calls/market.ts'
import type { Order } from '#contract/calls/trading.ts'
import { slippageDefaultBps } from '#contract/constants.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { direction, orderType } from '#contract/states.ts'
import { formatAmount } from '#i18n/number.ts'
import { add, divide, multiply, scaleOf, truncate, zero } from '#rules/decimal.ts'
import { discounted } from '#rules/fee.ts'
import { leverageCap, startingLever } from '#rules/leverage.ts'
import { stopRanges } from '#rules/stops.ts'
import { Button } from '#ui/Button.tsx'
import { DecimalField } from '#ui/DecimalField.tsx'
import { Segments } from '#ui/Segments.tsx'
import { Switch } from '#ui/Switch.tsx'
import { useClosedReason } from '#widgets/useClosedReason.ts'
import { useHanded } from '#widgets/useHanded.ts'
import type { Desk } from './desk.ts'
import { estimate } from './estimate.ts'
import { LeverageField } from './LeverageField.tsx'
import { OrderSheet } from './OrderSheet.tsx'
import { noStops, StopFields, type StopTexts, stopProblems } from './StopFields.tsx'
import { LossShare } from '#widgets/LossShare.tsx'
import styles from './Ticket.module.css'
import { TicketLines } from './TicketLines.tsx'
import { useFlawWords } from './useFlawWords.ts'
import { useSides } from './useSides.ts'
import { type Kind, type Side, type TicketDraft, useTicketDraft } from './useTicketDraft.ts'

interface TicketProps {
  listed: MarketSymbol
  desk: Desk
  /** What it starts with, such as from a link. */
  start?: Partial<Pick<TicketDraft, 'side' | 'kind'>>
  /** An order was placed and its receipt has been read. */
  onPlaced?(kind: Kind): void
}

/** The order ticket: side, now or at a price, size by margin or by quantity, leverage, stops, and what it would cost. */
export function Ticket({ listed, desk, start = {}, onPlaced }: TicketProps) {
  const { t } = useLingui()
  const handed = useHanded()
  const own = leverageCap(listed.maxLever, desk.leverageFor.profile, desk.leverageFor.accountAgeMs)
  const cap = Math.min(own, desk.maxLever ?? own)
  const [draft, change] = useTicketDraft(desk.contest ? `contest ${desk.contest.id} ${listed.symbol}` : listed.symbol, start)
  const { side, kind, limit, hasStops, stops, entry, amount } = draft
  const [intent, setIntent] = useState<{ order: Order; requestId: string; isPlaced?: true }>()
  const sides = useSides(listed.symbol, listed.quote)

  const leverage = Math.min(draft.lever ?? startingLever(cap), cap)
  const isLimit = kind === 'limit'
  const wantedStops = hasStops ? stops : noStops
  const order =
    isLimit && !isAmount(limit)
      ? undefined
      : orderOf({ ofBook: bookOf(desk), listed, side, entry, amount, lever: leverage, limit: isLimit ? limit : '', stops: wantedStops })
  const feeRate = discounted(listed.feeRate, desk.feeDiscount ?? zero)
  const cost = order && sides && estimate({ ...listed, feeRate }, order, sides)
  const flaw = useFlawWords(listed, cost, isLimit && !isAmount(limit) ? '' : amount, desk.available)
  const from = isLimit ? (isAmount(limit) ? asDecimal(limit) : undefined) : sides?.mark
  const problems = from && cost && stopProblems(wantedStops, stopRanges(direction[side], from, cost.liqPrice, listed.tick))
  const isStopWrong = Boolean(problems?.stopProfit ?? problems?.stopLoss)
  const marketNote = useMarketNote(listed, sides?.stale)
  const stopped = desk.closedReason ?? desk.openReason ?? marketNote
  const isLong = side === 'long'

  return (
    <form
      className={styles.ticket}
      onSubmit={(event) => {
        event.preventDefault()
        if (order && cost && !flaw && !isStopWrong && !stopped) setIntent({ order, requestId: newRequestId() })
      }}
    >
      <Segments
        label={t`Direction`}
        value={side}
        onChange={(next) => change({ side: next })}
        options={handed({ value: 'long', label: t`Buy long` }, { value: 'short', label: t`Sell short` })}
      />
      <Segments
        label={t`Kind of order`}
        look="line"
        value={kind}
        onChange={(next) => {
          // What is asked for is a price near the one of now, not an empty field.
          const near = next === 'limit' && !limit && sides ? { limit: side === 'long' ? sides.bid : sides.ask } : {}
          change({ kind: next, ...near })
        }}
        options={[
          { value: 'market', label: <Trans context="order">Market</Trans> },
          { value: 'limit', label: <Trans context="order">Limit</Trans> },
        ]}
      />
      {isLimit && (
        <DecimalField
          label={t`Limit price`}
          value={limit}
          onChange={(next) => change({ limit: next })}
          scale={listed.priceScale}
          unit={listed.quote}
          hint={<Trans>Waits up to 30 days for this price or a better one.</Trans>}
        />
      )}
      <Segments
        label={t`Size by`}
        look="line"
        value={entry}
        onChange={(next) => change({ entry: next, amount: '' })}
        options={[
          { value: 'money', label: t`Margin` },
          { value: 'quantity', label: t`Quantity` },
        ]}
      />
      <DecimalField
        label={entry === 'money' ? t`Margin` : t`Quantity`}
        value={amount}
        onChange={(next) => change({ amount: next })}
        scale={entry === 'money' ? 2 : scaleOf(listed.qtyStep)}
        unit={entry === 'money' ? 'USDT' : listed.base}
        error={amount && flaw}
        aside={<Available desk={desk} />}
        {...(entry === 'money' && desk.available && { steps: shares(desk.available, leverage, feeRate, t`Max`) })}
      />
      <LeverageField value={leverage} cap={cap} onChange={(next) => change({ lever: next })} />
      <Switch label={t`Take profit and stop loss`} checked={hasStops} onChange={(next) => change({ hasStops: next })} />
      {hasStops && (
        <StopFields
          listed={listed}
          side={direction[side]}
          from={from}
          liqPrice={cost?.liqPrice}
          value={stops}
          onChange={(next) => change({ stops: next })}
        />
      )}
      <TicketLines listed={listed} cost={cost} />
      <div className={styles.submit}>
        <Button
          type="submit"
          kind={isLong ? 'long' : 'short'}
          size="large"
          wide
          disabled={!cost || Boolean(flaw) || isStopWrong || Boolean(stopped)}
          reason={stopped}
        >
          {isLong ? <Trans>Review long</Trans> : <Trans>Review short</Trans>}
        </Button>
      </div>
      <RiskText />
      {intent && (
        <OrderSheet
          key={intent.requestId}
          listed={listed}
          desk={desk}
          order={intent.order}
          requestId={intent.requestId}
          onDone={() => {
            setIntent(undefined)
            if (intent.isPlaced) onPlaced?.(kind)
          }}
          onPlaced={() => {
            setIntent({ ...intent, isPlaced: true })
            change({ amount: '', stops: noStops })
          }}
        />
      )}
    </form>
  )
}

const isAmount = (text: string): boolean => /[1-9]/.test(text)

interface Typed {
  ofBook: Pick<Order, 'accountType' | 'compId'>
  listed: MarketSymbol
  side: Side
  entry: TicketDraft['entry']
  amount: string
  lever: number
  /** '' for a market order. */
  limit: string
  stops: StopTexts
}

/** The book that an order names: a competition's by its competition. */
const bookOf = ({ book, contest }: Desk): Typed['ofBook'] => ({ accountType: book, ...(contest && { compId: contest.id }) })

function orderOf({ ofBook, listed, side, entry, amount, lever, limit, stops }: Typed): Order | undefined {
  if (!isAmount(amount)) return undefined
  return {
    ...ofBook,
    posType: 2,
    symbol: listed.symbol,
    direction: direction[side],
    orderType: limit ? orderType.limit : orderType.market,
    slippageBps: slippageDefaultBps,
    lever,
    [entry]: asDecimal(amount),
    ...(limit && { price: asDecimal(limit) }),
    ...(isAmount(stops.stopProfit) && { stopProfit: asDecimal(stops.stopProfit) }),
    ...(isAmount(stops.stopLoss) && { stopLoss: asDecimal(stops.stopLoss) }),
  }
}

function Available({ desk }: { desk: Desk }) {
  const available = formatAmount(desk.available, 2)
  return <Trans>Available: {available} USDT</Trans>
}

/** Shares of what is available. Margin and fee are both paid from it, so "Max" leaves room for the fee. */
function shares(available: string, lever: number, feeRate: Decimal, max: string) {
  const feeShare = add('1', multiply(feeRate, String(lever)))
  const most = divide(available, feeShare)
  return ['0.25', '0.5', '0.75', '1'].map((share) => ({
    label: share === '1' ? max : `${Number(share) * 100}%`,
    value: truncate(multiply(most, share), 2),
  }))
}

function useMarketNote(listed: MarketSymbol, isStale: boolean | undefined): string | undefined {
  const { t } = useLingui()
  const closed = useClosedReason(listed.session)
  if (!listed.session.open) return closed
  return isStale === false ? undefined : t`Waiting for a fresh price`
}

function RiskText() {
  const isSandbox = useSystemSettings()?.env === 'sandbox'
  return (
    <p className={styles.risk}>
      <Trans>Leveraged contracts are complex and carry a high risk of losing money quickly.</Trans> <LossShare />{' '}
      <Trans>We are the other side of your trade, at recorded prices.</Trans>
      {isSandbox && (
        <>
          {' '}
          <Trans>This is play money.</Trans>
        </>
      )}
    </p>
  )
}
