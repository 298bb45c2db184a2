import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { isUnanswered } from '#api/apiError.ts'
import type { MarketSymbol } from '#contract/calls/market.ts'
import type { Position } from '#contract/calls/trading.ts'
import type { Decimal } from '#contract/decimal.ts'
import { direction, positionStatus } from '#contract/states.ts'
import { formatAmount, formatSigned } from '#i18n/number.ts'
import { divide, floorToStep, larger, multiply } from '#rules/decimal.ts'
import { toPlotNumber } from '#rules/plot.ts'
import { closing, shareOf } from '#rules/position.ts'
import { Button } from '#ui/Button.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import type { Desk } from './desk.ts'
import { Facts } from '#ui/Facts.tsx'
import { Failure } from '#widgets/Failure.tsx'
import styles from './OrderSheet.module.css'
import { heldOf } from './paperLedger.ts'
import { Receipt } from './Receipt.tsx'
import ticketStyles from './Ticket.module.css'
import { useAttempt } from './useAttempt.ts'
import { useRequestId } from './useRequestId.ts'
import { useSides } from './useSides.ts'

interface CloseSheetProps {
  position: Position
  listed: MarketSymbol
  desk: Desk
  onDone(): void
}

/** Leaving asks once and is never hindered: how much of it, what would come back now, then the receipt. */
export function CloseSheet({ position, listed, desk, onDone }: CloseSheetProps) {
  const { t } = useLingui()
  const [percent, setPercent] = useState(100)
  const requestId = useRequestId(String(percent))
  const { result: closed, failure, isBusy, run } = useAttempt<Position>()
  const name = `${listed.base}/${listed.quote}`
  const isWhole = percent === 100
  const quantity = isWhole ? position.quantity : partOf(position.quantity, percent, listed)
  const confirm = () => run(() => desk.close(position, requestId, isWhole ? undefined : quantity))

  if (closed) return <ClosedSheet closed={closed} listed={listed} contest={desk.contest} onDone={onDone} />
  return (
    <Sheet
      open
      onClose={onDone}
      title={t`Close ${name}?`}
      footer={
        <div className={styles.choice}>
          <Button kind="secondary" size="large" disabled={isBusy} onClick={onDone}>
            <Trans>Keep it open</Trans>
          </Button>
          <Button size="large" busy={isBusy} onClick={() => void confirm()}>
            {failure && isUnanswered(failure) ? (
              <Trans>Ask again</Trans>
            ) : isWhole ? (
              <Trans>Close position</Trans>
            ) : (
              <Trans>Close a part</Trans>
            )}
          </Button>
        </div>
      }
    >
      <ShareField position={position} listed={listed} percent={percent} quantity={quantity} onChange={setPercent} />
      <ClosingNow position={position} listed={listed} quantity={quantity} />
      <Failure failure={failure} />
    </Sheet>
  )
}

/** So much per cent, on the step, at least one. */
const partOf = (quantity: Decimal, percent: number, { qtyStep }: MarketSymbol): Decimal =>
  larger(floorToStep(divide(multiply(quantity, String(percent)), '100'), qtyStep), qtyStep)

interface ShareFieldProps {
  position: Position
  listed: MarketSymbol
  percent: number
  quantity: Decimal
  onChange(next: number): void
}

function ShareField({ position, listed, percent, quantity, onChange }: ShareFieldProps) {
  const { t } = useLingui()
  const id = useId()
  // One step cannot be taken apart.
  if (toPlotNumber(divide(position.quantity, listed.qtyStep)) < 2) return null
  const { base } = listed
  return (
    <div className={ticketStyles.leverage}>
      <label htmlFor={id}>
        <Trans>How much to close</Trans>
      </label>
      <output htmlFor={id}>{percent}%</output>
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
  listed: MarketSymbol
  contest: Desk['contest']
  onDone(): void
}

function ClosedSheet({ closed, listed, contest, onDone }: ClosedSheetProps) {
  const { t } = useLingui()
  const isSettling = closed.status === positionStatus.settling
  return (
    <Sheet
      open
      onClose={onDone}
      title={isSettling ? t`Closes at the next price` : t`Position closed`}
      footer={
        <Button wide size="large" onClick={onDone}>
          <Trans>Done</Trans>
        </Button>
      }
    >
      {isSettling && (
        <p>
          <Trans>There is no fresh price at this moment. The position closes at the first one that comes.</Trans>
        </p>
      )}
      <Receipt position={closed} listed={listed} contest={contest} />
    </Sheet>
  )
}

function ClosingNow({ position, listed, quantity }: { position: Position; listed: MarketSymbol; quantity: Decimal }) {
  const sides = useSides(position.symbol, listed.quote)
  if (!sides) return null
  const price = position.direction === direction.long ? sides.bid : sides.ask
  const share = (amount: Decimal) => shareOf(amount, quantity, position.quantity)
  const held = { ...heldOf(position, listed, sides), quantity, margin: share(position.margin), addedMargin: share(position.addedMargin) }
  const result = closing(held, price, position.feeRate ?? listed.feeRate)
  return (
    <>
      <Facts
        rows={[
          { key: 'quantity', name: <Trans>Quantity</Trans>, value: `${quantity} ${listed.base}` },
          { key: 'price', name: <Trans>Price now</Trans>, value: formatAmount(price, listed.priceScale) },
          { key: 'profit', name: <Trans>Profit before fees</Trans>, value: `${formatSigned(result.profit, 2)} USDT` },
          { key: 'fee', name: <Trans>Closing fee</Trans>, value: `${formatAmount(result.closeFee, 2)} USDT` },
          {
            key: 'returned',
            name: <Trans>Returned to your balance</Trans>,
            value: `${formatAmount(result.returned, 2)} USDT`,
            strong: true,
          },
        ]}
      />
      <p className={styles.note}>
        <Trans>It closes at the price of the second in which your order arrives, so the figures can differ slightly.</Trans>
      </p>
    </>
  )
}
