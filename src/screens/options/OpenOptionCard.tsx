import { Trans, useLingui } from '@lingui/react/macro'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import { serverNow } from '#api/serverClock.ts'
import type { MarketWithPrice } from '#contract/calls/market.ts'
import type { OptionOrder } from '#contract/orders/option.ts'
import { positionStatus } from '#contract/states.ts'
import { formatCostSumWithCurrency } from '#i18n/cost.ts'
import { formatDateTime } from '#i18n/date.ts'
import { formatAmount, formatSignedAmount } from '#i18n/number.ts'
import { add, divide, isNegative, multiply, q8, subtract } from '#rules/decimal.ts'
import { optionCloseCutoffSeconds } from '#rules/option/option.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Chip } from '#ui/Chip.tsx'
import { DescriptionList } from '#ui/DescriptionList.tsx'
import { useIsOnline } from '#widgets/ScreenStatusChips.tsx'
import { Grid } from '#ui/Grid.tsx'
import styles from './Options.module.css'
import { useOptionValue } from './useOptionChain.ts'
import { useOptionNameFormatter } from './useOptionWords.ts'

interface OptionCardProps {
  order: OptionOrder
  listed: MarketWithPrice | undefined
  onLeave(): void
}

/** An open option at its bid of now, and the way out until a minute before expiry. */
export function OpenOptionCard({ order, listed, onLeave }: OptionCardProps) {
  const nameOf = useOptionNameFormatter()
  const { option, quantity } = order
  const { value, isFresh } = useOptionValue(order.symbol, { cp: option.cp, strike: option.strike, expiryMs: option.expiry })
  const paid = add(order.margin, order.openFee)
  const sellValue = value && q8(multiply(value.bid, quantity))
  const net = sellValue && subtract(sellValue, paid)
  const paidPerUnit = divide(paid, quantity)
  const breakEven = option.cp === 'C' ? add(option.strike, paidPerUnit) : subtract(option.strike, paidPerUnit)
  const restrictionText = useSellRestrictionText(option.expiry)
  const isClosing = order.status === positionStatus.settling
  const name = nameOf(listed?.base ?? order.symbol, option.cp, option.strike)
  return (
    <Grid as={Card} gap={3} data-option={option.optionId}>
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
          <Trans>Worth now</Trans> <strong>{formatAmount(sellValue, 2)}</strong> <small>USDT</small>
        </span>
        {net && <span data-tone={isNegative(net) ? 'fall' : 'rise'}>{formatSignedAmount(net, 2)}</span>}
      </p>
      <DescriptionList
        rows={[
          { key: 'paid', name: <Trans>Paid with fee</Trans>, value: formatCostSumWithCurrency([order.margin, order.openFee], 'USDT') },
          { key: 'bid', name: <Trans>Bid for 1</Trans>, value: `${formatAmount(value?.bid, 2)} USDT` },
          { key: 'even', name: <Trans>Break-even at expiry</Trans>, value: formatAmount(breakEven, listed?.priceScale ?? 2) },
          { key: 'expiry', name: <Trans context="an option">Expiry</Trans>, value: formatDateTime(option.expiry) },
        ]}
      />
      {!isClosing && (
        <Button kind="secondary" wide disabled={restrictionText !== undefined} reason={restrictionText} onClick={onLeave}>
          <Trans>Sell back</Trans>
        </Button>
      )}
    </Grid>
  )
}

/** Why it cannot be sold back from here now, in words. */
function useSellRestrictionText(expiryMs: number): string | undefined {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const connection = useStreamConnectionState()
  if (!isOnline || connection === 'offline') return t`Needs a connection`
  if (serverNow() >= expiryMs) return t`Being settled by the price record`
  return serverNow() >= expiryMs - optionCloseCutoffSeconds * 1000 ? t`It expires within a minute` : undefined
}
