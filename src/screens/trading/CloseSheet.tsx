import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { ApiError, isUnanswered, unanswered } from '#api/apiError.ts'
import { newRequestId } from '#api/mutation.ts'
import type { MarketSymbol } from '#contract/calls/market.ts'
import type { Position } from '#contract/calls/trading.ts'
import { direction, positionStatus } from '#contract/states.ts'
import { formatAmount, formatSigned } from '#i18n/number.ts'
import { closing } from '#rules/position.ts'
import { Button } from '#ui/Button.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import type { Desk } from './desk.ts'
import { Facts } from './Facts.tsx'
import styles from './OrderSheet.module.css'
import { heldOf } from './paperLedger.ts'
import { Receipt } from './Receipt.tsx'
import { useSides } from './useSides.ts'

interface CloseSheetProps {
  position: Position
  listed: MarketSymbol
  desk: Desk
  onDone(): void
}

/** Leaving asks once and is never hindered: what would come back now, then the receipt. */
export function CloseSheet({ position, listed, desk, onDone }: CloseSheetProps) {
  const { t } = useLingui()
  const [requestId] = useState(newRequestId)
  const [closed, setClosed] = useState<Position>()
  const [failure, setFailure] = useState<ApiError>()
  const [isBusy, setIsBusy] = useState(false)
  const name = `${listed.base}/${listed.quote}`

  async function confirm() {
    setIsBusy(true)
    setFailure(undefined)
    try {
      setClosed(await desk.close(position, requestId))
    } catch (problem) {
      setFailure(problem instanceof ApiError ? problem : unanswered('NETWORK', problem))
    } finally {
      setIsBusy(false)
    }
  }

  if (closed) {
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
        <Receipt position={closed} listed={listed} />
      </Sheet>
    )
  }
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
            {failure && isUnanswered(failure) ? <Trans>Ask again</Trans> : <Trans>Close position</Trans>}
          </Button>
        </div>
      }
    >
      <ClosingNow position={position} listed={listed} />
      {failure && (
        <p className={styles.failure} role="alert">
          {isUnanswered(failure) ? (
            <Trans>
              No answer came, so it is not known whether the position was closed. Asking again is safe: it can happen only once.
            </Trans>
          ) : (
            failure.message
          )}
        </p>
      )}
    </Sheet>
  )
}

function ClosingNow({ position, listed }: { position: Position; listed: MarketSymbol }) {
  const sides = useSides(position.symbol, listed.quote)
  if (!sides) return null
  const price = position.direction === direction.long ? sides.bid : sides.ask
  const result = closing(heldOf(position, listed, sides), price, listed.feeRate)
  return (
    <>
      <Facts
        rows={[
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
