import { Trans, useLingui } from '@lingui/react/macro'
import { useConnection } from '#api/socket.ts'
import { serverNow } from '#api/serverClock.ts'
import type { MarketSymbol } from '#contract/calls/market.ts'
import type { OptionOrder } from '#contract/orders/option.ts'
import { positionStatus } from '#contract/states.ts'
import { formatTime } from '#i18n/date.ts'
import { formatAmount, formatSigned } from '#i18n/number.ts'
import { add, divide, isNegative, multiply, q8, subtract } from '#rules/decimal.ts'
import { lastCloseSeconds } from '#rules/option.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Chip } from '#ui/Chip.tsx'
import { Facts } from '#ui/Facts.tsx'
import { useIsOnline } from '#widgets/StatusChips.tsx'
import styles from './Options.module.css'
import { useOptionValue } from './useOptionChain.ts'
import { useOptionName } from './useOptionWords.ts'

interface OptionCardProps {
  order: OptionOrder
  listed: MarketSymbol | undefined
  onLeave(): void
}

/** An open option at its bid of now, and the way out until a minute before expiry. */
export function OptionCard({ order, listed, onLeave }: OptionCardProps) {
  const nameOf = useOptionName()
  const { option, quantity } = order
  const { value, isFresh } = useOptionValue(order.symbol, { cp: option.cp, strike: option.strike, expiryMs: option.expiry })
  const paid = add(order.margin, order.openFee)
  const worth = value && q8(multiply(value.bid, quantity))
  const net = worth && subtract(worth, paid)
  const each = divide(paid, quantity)
  const breakEven = option.cp === 'C' ? add(option.strike, each) : subtract(option.strike, each)
  const stopped = useStopped(option.expiry)
  const isClosing = order.status === positionStatus.settling
  const name = nameOf(listed?.base ?? order.symbol, option.cp, option.strike)
  return (
    <Card className={styles.card} data-option={option.optionId}>
      <header className={styles.head}>
        <h3>{name}</h3>
        <span>
          {quantity} {listed?.base}
        </span>
        {isClosing && (
          <Chip tone="brass">
            <Trans>Sold at the next price</Trans>
          </Chip>
        )}
      </header>
      <p className={styles.worth} data-stale={!isFresh || undefined}>
        <span>
          <Trans>Worth now</Trans> <strong>{formatAmount(worth, 2)}</strong> <small>USDT</small>
        </span>
        {net && <span data-tone={isNegative(net) ? 'fall' : 'rise'}>{formatSigned(net, 2)}</span>}
      </p>
      <Facts
        rows={[
          { key: 'paid', name: <Trans>Paid with fee</Trans>, value: `${formatAmount(paid, 2)} USDT` },
          { key: 'bid', name: <Trans>Bid for 1</Trans>, value: `${formatAmount(value?.bid, 2)} USDT` },
          { key: 'even', name: <Trans>Break-even at expiry</Trans>, value: formatAmount(breakEven, listed?.priceScale ?? 2) },
          { key: 'expiry', name: <Trans context="an option">Expiry</Trans>, value: formatTime(option.expiry) },
        ]}
      />
      {!isClosing && (
        <Button kind="secondary" wide disabled={stopped !== undefined} reason={stopped} onClick={onLeave}>
          <Trans>Sell back</Trans>
        </Button>
      )}
    </Card>
  )
}

/** Why it cannot be sold back from here now, in words. */
function useStopped(expiryMs: number): string | undefined {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const connection = useConnection()
  if (!isOnline || connection === 'offline') return t`Needs a connection`
  if (serverNow() >= expiryMs) return t`Being settled by the price record`
  return serverNow() >= expiryMs - lastCloseSeconds * 1000 ? t`It expires within a minute` : undefined
}
