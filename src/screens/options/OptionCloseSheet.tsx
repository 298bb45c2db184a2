import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { isUnanswered } from '#api/apiError.ts'
import { newRequestId, useWrite } from '#api/mutation.ts'
import type { MarketSymbol } from '#contract/calls/market.ts'
import { trading } from '#contract/calls/trading.ts'
import { kindOf } from '#contract/orders/kind.ts'
import type { OptionOrder } from '#contract/orders/option.ts'
import { positionStatus } from '#contract/states.ts'
import { formatAmount, formatSigned } from '#i18n/number.ts'
import { add, multiply, q8, subtract } from '#rules/decimal.ts'
import { Button } from '#ui/Button.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { Failure } from '#widgets/Failure.tsx'
import { OptionReceipt } from './OptionReceipt.tsx'
import styles from './Options.module.css'
import { useOptionValue } from './useOptionChain.ts'
import { useOptionName } from './useOptionWords.ts'

interface OptionCloseSheetProps {
  order: OptionOrder
  listed: MarketSymbol | undefined
  onDone(): void
}

/** Leaving asks once and is never hindered: what would come back now, then the receipt. */
export function OptionCloseSheet({ order, listed, onDone }: OptionCloseSheetProps) {
  const { t } = useLingui()
  const [requestId] = useState(newRequestId)
  const close = useWrite(trading.closePosition, { errors: 'inline' })
  const [done, setDone] = useState<OptionOrder>()
  const { option } = order
  const name = useOptionName()(listed?.base ?? order.symbol, option.cp, option.strike)
  const { value } = useOptionValue(order.symbol, { cp: option.cp, strike: option.strike, expiryMs: option.expiry })
  const bid = value?.bid
  const worth = bid && q8(multiply(bid, order.quantity))
  const confirm = () =>
    close.mutateAsync({ body: { id: order.id }, requestId }).then(
      (answer) => setDone(kindOf(3, answer)),
      () => undefined,
    )
  if (done) {
    const isWaiting = done.status === positionStatus.settling
    return (
      <Sheet
        open
        onClose={onDone}
        title={isWaiting ? t`Sold at the next price` : t`Sold back`}
        footer={
          <Button wide size="large" onClick={onDone}>
            <Trans>Done</Trans>
          </Button>
        }
      >
        {isWaiting && (
          <p className={styles.note}>
            <Trans>There is no fresh price at this moment. It is sold at the first one that comes.</Trans>
          </p>
        )}
        <OptionReceipt order={done} listed={listed} />
      </Sheet>
    )
  }
  return (
    <Sheet
      open
      onClose={onDone}
      title={t`Sell back ${name}?`}
      footer={
        <div className={styles.choice}>
          <Button kind="secondary" size="large" disabled={close.isPending} onClick={onDone}>
            <Trans>Keep it</Trans>
          </Button>
          <Button size="large" busy={close.isPending} onClick={() => void confirm()}>
            {close.error && isUnanswered(close.error) ? <Trans>Ask again</Trans> : <Trans>Sell back</Trans>}
          </Button>
        </div>
      }
    >
      <Facts
        rows={[
          { key: 'bid', name: <Trans>Bid for 1</Trans>, value: `${formatAmount(bid, 2)} USDT` },
          { key: 'quantity', name: <Trans>Quantity</Trans>, value: `${order.quantity} ${listed?.base ?? ''}` },
          { key: 'back', name: <Trans>You get, about</Trans>, value: `${formatAmount(worth, 2)} USDT`, strong: true },
          {
            key: 'net',
            name: <Trans>Result with fee</Trans>,
            value: worth ? `${formatSigned(subtract(worth, add(order.margin, order.openFee)), 2)} USDT` : '—',
          },
        ]}
      />
      <p className={styles.note}>
        <Trans>It is sold at the bid of the second in which your order arrives, so the figures can differ slightly. There is no fee.</Trans>
      </p>
      <Failure failure={close.error} paid />
    </Sheet>
  )
}
