import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { isUnansweredError } from '#api/apiError.ts'
import { useRequestIds } from '#api/requestIds.ts'
import type { MarketWithPrice } from '#contract/calls/market.ts'
import type { Position } from '#contract/calls/trading.ts'
import type { Decimal } from '#contract/decimal.ts'
import { direction, positionStatus } from '#contract/states.ts'
import { formatCostWithCurrency } from '#i18n/cost.ts'
import { formatAmount, formatSignedAmount } from '#i18n/number.ts'
import { divide, floorToStep, largerDecimal, multiply } from '#rules/decimal.ts'
import { decimalToPlotNumber } from '#rules/plot.ts'
import { computePositionClose, proportionalAmount } from '#rules/position.ts'
import { Button } from '#ui/Button.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import type { ContractTradingAdapter } from '../tradingAdapter.ts'
import { DescriptionList } from '#ui/DescriptionList.tsx'
import { ErrorMessage } from '#widgets/form/ErrorMessage.tsx'
import { Grid } from '#ui/Grid.tsx'
import { Text } from '#ui/Text.tsx'
import styles from '../ticket/ConfirmContractOrderSheet.module.css'
import { marketWithPositionTerms, quoteSidesWithPositionTerms } from '../ownTerms.ts'
import { toOpenPosition } from '../paperLedger.ts'
import { PositionReceipt } from './PositionReceipt.tsx'
import ticketStyles from '../ticket/ContractOrderTicket.module.css'
import { useAsyncAction } from '#widgets/form/useAsyncAction.ts'
import { useLiveQuoteSides } from '../useSides.ts'

interface ClosePositionSheetProps {
  position: Position
  listed: MarketWithPrice
  desk: ContractTradingAdapter
  onDone(): void
}

/** Leaving asks once and is never hindered: how much of it, what would come back now, then the receipt. */
export function ClosePositionSheet({ position, listed, desk, onDone }: ClosePositionSheetProps) {
  const { t } = useLingui()
  const [percent, setPercent] = useState(100)
  const ids = useRequestIds()
  const { result: closed, failure, isBusy, run } = useAsyncAction<Position>({ toast: useClosedTitle() })
  const name = `${listed.base}/${listed.quote}`
  const isWhole = percent === 100
  const quantity = isWhole ? position.quantity : partOf(position.quantity, percent, listed)
  const confirm = () => run(() => desk.close(position, ids.of(percent), isWhole ? undefined : quantity))

  if (closed) return <ClosedSheet closed={closed} listed={listed} contest={desk.contest} onDone={onDone} />
  return (
    <BottomSheet
      open
      onClose={onDone}
      title={t`Close ${name}?`}
      footer={
        <Grid columns={2} gap={3}>
          <Button kind="secondary" size="large" disabled={isBusy} onClick={onDone}>
            <Trans>Keep it open</Trans>
          </Button>
          <Button size="large" busy={isBusy} onClick={() => void confirm()}>
            {failure && isUnansweredError(failure) ? (
              <Trans>Ask again</Trans>
            ) : isWhole ? (
              <Trans>Close position</Trans>
            ) : (
              <Trans>Close a part</Trans>
            )}
          </Button>
        </Grid>
      }
    >
      <ShareField position={position} listed={listed} percent={percent} quantity={quantity} onChange={setPercent} />
      <ClosingNow position={position} listed={listed} quantity={quantity} />
      <ErrorMessage failure={failure} />
    </BottomSheet>
  )
}

/** So much per cent, on the step, at least one. */
const partOf = (quantity: Decimal, percent: number, { qtyStep }: MarketWithPrice): Decimal =>
  largerDecimal(floorToStep(divide(multiply(quantity, String(percent)), '100'), qtyStep), qtyStep)

interface ShareFieldProps {
  position: Position
  listed: MarketWithPrice
  percent: number
  quantity: Decimal
  onChange(next: number): void
}

function ShareField({ position, listed, percent, quantity, onChange }: ShareFieldProps) {
  const { t } = useLingui()
  const id = useId()
  // One step cannot be taken apart.
  if (decimalToPlotNumber(divide(position.quantity, listed.qtyStep)) < 2) return null
  const { base } = listed
  return (
    <div className={ticketStyles.leverage}>
      <Text as="label" htmlFor={id} weight="medium" tone="muted">
        <Trans>How much to close</Trans>
      </Text>
      <Text as="output" htmlFor={id} size="inherit" weight="strong" tabular>
        {percent}%
      </Text>
      <div className={ticketStyles.slider}>
        <input
          id={id}
          type="range"
          min={5}
          max={100}
          step={5}
          value={percent}
          aria-valuetext={t`${percent}%, ${quantity} ${base}`}
          onChange={(event) => onChange(Number(event.target.value))}
        />
      </div>
    </div>
  )
}

interface ClosedSheetProps {
  closed: Position
  listed: MarketWithPrice
  contest: ContractTradingAdapter['contest']
  onDone(): void
}

function useClosedTitle() {
  const { t } = useLingui()
  return ({ status }: Position): string => (status === positionStatus.settling ? t`Closes at the next price` : t`Position closed`)
}

function ClosedSheet({ closed, listed, contest, onDone }: ClosedSheetProps) {
  const title = useClosedTitle()(closed)
  return (
    <BottomSheet
      open
      onClose={onDone}
      title={title}
      footer={
        <Button wide size="large" onClick={onDone}>
          <Trans>Done</Trans>
        </Button>
      }
    >
      {closed.status === positionStatus.settling && (
        <p>
          <Trans>There is no fresh price at this moment. The position closes at the first one that comes.</Trans>
        </p>
      )}
      <PositionReceipt position={closed} listed={listed} contest={contest} />
    </BottomSheet>
  )
}

function ClosingNow({ position, listed, quantity }: { position: Position; listed: MarketWithPrice; quantity: Decimal }) {
  const live = useLiveQuoteSides(position.symbol, listed.quote)
  if (!live) return null
  const sides = quoteSidesWithPositionTerms(live, listed, position)
  const price = position.direction === direction.long ? sides.bid : sides.ask
  const share = (amount: Decimal) => proportionalAmount(amount, quantity, position.quantity)
  const held = {
    ...toOpenPosition(position, listed, sides),
    quantity,
    margin: share(position.margin),
    addedMargin: share(position.addedMargin),
  }
  const result = computePositionClose(held, price, marketWithPositionTerms(listed, position).feeRate)
  return (
    <>
      <DescriptionList
        rows={[
          { key: 'quantity', name: <Trans>Quantity</Trans>, value: `${quantity} ${listed.base}` },
          { key: 'price', name: <Trans>Price now</Trans>, value: formatAmount(price, listed.priceScale) },
          { key: 'profit', name: <Trans>Profit before fees</Trans>, value: `${formatSignedAmount(result.profit, 2)} USDT` },
          { key: 'fee', name: <Trans>Closing fee</Trans>, value: formatCostWithCurrency(result.closeFee, 'USDT') },
          {
            key: 'returned',
            name: <Trans>Returned to your balance</Trans>,
            value: `${formatAmount(result.returned, 2)} USDT`,
            strong: true,
          },
        ]}
      />
      <Text tone="muted" className={styles.note}>
        <Trans>It closes at the price of the second in which your order arrives, so the figures can differ slightly.</Trans>
      </Text>
    </>
  )
}
