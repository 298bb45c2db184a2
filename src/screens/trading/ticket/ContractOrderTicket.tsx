import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useSystemSettings } from '#api/person.ts'
import type { ClearSentFormDraft } from '#api/stored/useDraft.ts'
import type { MarketWithPrice } from '#contract/calls/market.ts'
import type { ContractOrderRequest } from '#contract/calls/trading.ts'
import { slippageDefaultBps } from '#contract/constants.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { direction, orderType } from '#contract/states.ts'
import { formatAmount } from '#i18n/number.ts'
import { add, divide, multiply, decimalPlacesOfStep, truncate, zero } from '#rules/decimal.ts'
import { discountedFeeRate } from '#rules/fee.ts'
import { leverageCap, defaultTicketLeverage } from '#rules/leverage.ts'
import { stopRanges } from '#rules/stops.ts'
import { Button } from '#ui/Button.tsx'
import { DecimalField } from '#ui/fields/DecimalField.tsx'
import { SegmentedControl } from '#ui/fields/Segments.tsx'
import { Switch } from '#ui/fields/Switch.tsx'
import { useMarketClosedReasonText } from '#widgets/market/useClosedReason.ts'
import { useArrangeForHand } from '#widgets/trading/useHandedOrder.ts'
import type { ContractTradingAdapter } from '../tradingAdapter.ts'
import { estimateContractOrder } from './estimate.ts'
import { suggestFirstMargin } from './firstMargin.ts'
import { LeverageField } from './LeverageField.tsx'
import { ConfirmContractOrderSheet } from './ConfirmContractOrderSheet.tsx'
import { emptyStopPriceTexts, StopPriceFields, type StopPriceTexts, findViolatedStopRanges } from './StopPriceFields.tsx'
import { RetailLossShareText } from '#widgets/trading/RetailLossShareText.tsx'
import { UpcomingTermChangesNotice } from '#widgets/trading/UpcomingTermChangesNotice.tsx'
import { Grid } from '#ui/Grid.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './ContractOrderTicket.module.css'
import { ContractTicketLines } from './ContractTicketLines.tsx'
import { useContractOrderErrorMessage } from '../useContractOrderErrorMessage.ts'
import { useLiveQuoteSides } from '../useSides.ts'
import { type ContractOrderKind, type ContractSide, type ContractTicketDraft, useContractTicketDraft } from './useTicketDraft.ts'

interface ContractOrderTicketProps {
  listed: MarketWithPrice
  desk: ContractTradingAdapter
  /** What it starts with, such as from a link. */
  start?: Partial<Pick<ContractTicketDraft, 'side' | 'kind'>>
  /** An order was placed and its receipt has been read. */
  onPlaced?(kind: ContractOrderKind): void
}

/** The order ticket: side, now or at a price, size by margin or by quantity, leverage, stops, and what it would cost. */
export function ContractOrderTicket(props: ContractOrderTicketProps) {
  const { listed, desk, onPlaced } = props
  const { t } = useLingui()
  const handed = useArrangeForHand()
  const [intent, setIntent] = useState<{ order: ContractOrderRequest; clear: ClearSentFormDraft<ContractTicketDraft>; isPlaced?: true }>()
  const ticket = useTicket(props)
  const { draft, change, send, order, cost, from, stopped } = ticket
  const { side, kind, hasStops, stops } = draft
  const isLong = side === 'long'

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
        value={side}
        onChange={(next) => change({ side: next })}
        options={handed({ value: 'long', label: t`Buy long` }, { value: 'short', label: t`Sell short` })}
      />
      {desk.isFirst && <SideHint isLong={isLong} />}
      <KindFields listed={listed} ticket={ticket} />
      <SizeFields listed={listed} desk={desk} ticket={ticket} />
      <LeverageField value={ticket.leverage} cap={ticket.cap} onChange={(next) => change({ lever: next })} />
      <Switch label={t`Take profit and stop loss`} checked={hasStops} onChange={(next) => change({ hasStops: next })} />
      {hasStops && (
        <StopPriceFields
          listed={listed}
          side={direction[side]}
          from={from}
          liqPrice={cost?.liqPrice}
          value={stops}
          onChange={(next) => change({ stops: next })}
        />
      )}
      <ContractTicketLines listed={listed} cost={cost} />
      <UpcomingTermChangesNotice of={[{ area: 'contract', subject: listed.symbol }]} />
      <div className={styles.submit}>
        <Button type="submit" kind={isLong ? 'long' : 'short'} size="large" wide disabled={!order} reason={stopped}>
          {isLong ? <Trans>Review long</Trans> : <Trans>Review short</Trans>}
        </Button>
      </div>
      <RiskText />
      {intent && (
        <ConfirmContractOrderSheet
          listed={listed}
          desk={desk}
          order={intent.order}
          onDone={() => {
            setIntent(undefined)
            if (intent.isPlaced) onPlaced?.(kind)
          }}
          onPlaced={() => {
            // Whoever put the sheet away meanwhile, or reviews another order by now, is not shown this one once more.
            setIntent((now) => (now?.order === intent.order ? { ...now, isPlaced: true } : now))
            intent.clear({ amount: '', stops: emptyStopPriceTexts })
          }}
        />
      )}
    </Grid>
  )
}

/** What is typed, the order that it makes, and what that would cost; or why there is none yet. */
function useTicket({ listed, desk, start = {} }: ContractOrderTicketProps) {
  const own = leverageCap(listed.maxLever, desk.leverageFor.profile, desk.leverageFor.accountAgeMs)
  const cap = Math.min(own, desk.maxLever ?? own)
  const [draft, change, send] = useContractTicketDraft(desk.contest ? `contest ${desk.contest.id} ${listed.symbol}` : listed.symbol, start)
  const { side, kind, limit, hasStops, stops, entry } = draft
  const [isOwn, setOwn] = useState(false)
  const sides = useLiveQuoteSides(listed.symbol, listed.quote)

  const leverage = Math.min(draft.lever ?? defaultTicketLeverage(cap), cap)
  const isLimit = kind === 'limit'
  const begins = desk.isFirst === true && !isOwn && !draft.amount && entry === 'money'
  const amount =
    begins && sides
      ? (suggestFirstMargin(listed, { direction: direction[side], lever: leverage }, sides, desk.available) ?? '')
      : draft.amount
  const wantedStops = hasStops ? stops : emptyStopPriceTexts
  const order =
    isLimit && !isAmount(limit)
      ? undefined
      : orderOf({ ofBook: bookOf(desk), listed, side, entry, amount, lever: leverage, limit: isLimit ? limit : '', stops: wantedStops })
  const feeRate = discountedFeeRate(listed.feeRate, desk.feeDiscount ?? zero)
  const cost = order && sides && estimateContractOrder({ ...listed, feeRate }, order, sides)
  const flaw = useContractOrderErrorMessage(listed, cost, isLimit && !isAmount(limit) ? '' : amount, desk.available)
  const from = isLimit ? (isAmount(limit) ? asDecimal(limit) : undefined) : sides?.mark
  const problems = from && cost && findViolatedStopRanges(wantedStops, stopRanges(direction[side], from, cost.liqPrice, listed.tick))
  const isStopWrong = Boolean(problems?.stopProfit ?? problems?.stopLoss)
  const marketNote = useMarketNote(listed, sides?.stale)
  const stopped = desk.closedReason ?? desk.openReason ?? marketNote
  return {
    draft,
    change,
    send,
    cap,
    leverage,
    sides,
    from,
    cost,
    feeRate,
    stopped,
    /** Nothing stands against it. */
    order: cost && !flaw && !isStopWrong && !stopped ? order : undefined,
    size: { amount, begins, flaw, setOwn },
  }
}

type TicketState = ReturnType<typeof useTicket>

interface PartProps {
  listed: MarketWithPrice
  ticket: TicketState
}

/** Now, or at a price. */
function KindFields({ listed, ticket: { draft, change, sides } }: PartProps) {
  const { t } = useLingui()
  const { side, kind, limit } = draft
  return (
    <>
      <SegmentedControl
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
      {kind === 'limit' && (
        <DecimalField
          label={t`Limit price`}
          value={limit}
          onChange={(next) => change({ limit: next })}
          scale={listed.priceScale}
          unit={listed.quote}
          hint={<Trans>Waits up to 30 days for this price or a better one.</Trans>}
        />
      )}
    </>
  )
}

/** How much, by margin or by quantity. */
function SizeFields({ listed, desk, ticket: { draft, change, leverage, feeRate, size } }: PartProps & { desk: ContractTradingAdapter }) {
  const { t } = useLingui()
  const { entry } = draft
  const { amount, begins, flaw, setOwn } = size
  return (
    <>
      <SegmentedControl
        label={t`Size by`}
        look="line"
        value={entry}
        onChange={(next) => {
          setOwn(true)
          change({ entry: next, amount: '' })
        }}
        options={[
          { value: 'money', label: t`Margin` },
          { value: 'quantity', label: t`Quantity` },
        ]}
      />
      <DecimalField
        label={entry === 'money' ? t`Margin` : t`Quantity`}
        value={amount}
        onChange={(next) => {
          setOwn(true)
          change({ amount: next })
        }}
        proposed={begins}
        hint={begins && <Trans>A small amount to start with. You can change it.</Trans>}
        scale={entry === 'money' ? 2 : decimalPlacesOfStep(listed.qtyStep)}
        unit={entry === 'money' ? 'USDT' : listed.base}
        error={amount && flaw}
        aside={<Available desk={desk} />}
        {...(entry === 'money' && desk.available && { steps: shares(desk.available, leverage, feeRate, t`Max`) })}
      />
    </>
  )
}

const isAmount = (text: string): boolean => /[1-9]/.test(text)

interface Typed {
  ofBook: Pick<ContractOrderRequest, 'accountType' | 'compId'>
  listed: MarketWithPrice
  side: ContractSide
  entry: ContractTicketDraft['entry']
  amount: string
  lever: number
  /** '' for a market order. */
  limit: string
  stops: StopPriceTexts
}

/** The book that an order names: a competition's by its competition. */
const bookOf = ({ book, contest }: ContractTradingAdapter): Typed['ofBook'] => ({
  accountType: book,
  ...(contest && { compId: contest.id }),
})

function orderOf({ ofBook, listed, side, entry, amount, lever, limit, stops }: Typed): ContractOrderRequest | undefined {
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

function Available({ desk }: { desk: ContractTradingAdapter }) {
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

function useMarketNote(listed: MarketWithPrice, isStale: boolean | undefined): string | undefined {
  const { t } = useLingui()
  const closed = useMarketClosedReasonText(listed)
  if (!listed.session.open) return closed
  return isStale === false ? undefined : t`Waiting for a fresh price`
}

/** For whoever trades for the first time. */
function SideHint({ isLong }: { isLong: boolean }) {
  return (
    <p className={styles.hint}>
      {isLong ? (
        <Trans>You gain when the price rises and lose when it falls.</Trans>
      ) : (
        <Trans>You gain when the price falls and lose when it rises.</Trans>
      )}
    </p>
  )
}

function RiskText() {
  const isSandbox = useSystemSettings()?.env === 'sandbox'
  return (
    <Text tone="muted">
      <Trans>Leveraged contracts are complex and carry a high risk of losing money quickly.</Trans> <RetailLossShareText />{' '}
      <Trans>We are the other side of your trade, at recorded prices.</Trans>
      {isSandbox && (
        <>
          {' '}
          <Trans>This is play money.</Trans>
        </>
      )}
    </Text>
  )
}
