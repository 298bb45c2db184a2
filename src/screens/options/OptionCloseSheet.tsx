import { Trans, useLingui } from '@lingui/react/macro'
import { isUnansweredError } from '#api/apiError.ts'
import { useApiWrite } from '#api/mutation.ts'
import { useRequestIds } from '#api/requestIds.ts'
import type { MarketWithPrice } from '#contract/calls/market.ts'
import { trading } from '#contract/calls/trading.ts'
import { requireOrderKind } from '#contract/orders/kind.ts'
import type { OptionOrder } from '#contract/orders/option.ts'
import { positionStatus } from '#contract/states.ts'
import { formatAmount, formatSignedAmount } from '#i18n/number.ts'
import { add, multiply, q8, subtract } from '#rules/decimal.ts'
import { Button } from '#ui/Button.tsx'
import { DescriptionList } from '#ui/DescriptionList.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { ErrorMessage } from '#widgets/form/ErrorMessage.tsx'
import { useAsyncAction } from '#widgets/form/useAsyncAction.ts'
import { OptionReceipt } from './OptionReceipt.tsx'
import { Grid } from '#ui/Grid.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Options.module.css'
import { useOptionValue } from './useOptionChain.ts'
import { useOptionNameFormatter } from './useOptionWords.ts'

interface OptionCloseSheetProps {
  order: OptionOrder
  listed: MarketWithPrice | undefined
  onDone(): void
}

/** Leaving asks once and is never hindered: what would come back now, then the receipt. */
export function OptionCloseSheet({ order, listed, onDone }: OptionCloseSheetProps) {
  const { t } = useLingui()
  const ids = useRequestIds()
  const close = useApiWrite(trading.closePosition, { errors: 'inline' })
  const { result: done, failure, isBusy, run } = useAsyncAction<OptionOrder>({ toast: useSoldTitle(), paid: true })
  const { option } = order
  const name = useOptionNameFormatter()(listed?.base ?? order.symbol, option.cp, option.strike)
  const { value } = useOptionValue(order.symbol, { cp: option.cp, strike: option.strike, expiryMs: option.expiry })
  const bid = value?.bid
  const worth = bid && q8(multiply(bid, order.quantity))
  const confirm = () => run(async () => requireOrderKind(3, await close.mutateAsync({ body: { id: order.id }, requestId: ids.of() })))
  if (done) return <SoldSheet order={done} listed={listed} onDone={onDone} />
  return (
    <BottomSheet
      open
      onClose={onDone}
      title={t`Sell back ${name}?`}
      footer={
        <Grid columns={2} align="start" gap={3} className={styles.choice}>
          <Button kind="secondary" size="large" disabled={isBusy} onClick={onDone}>
            <Trans>Keep it</Trans>
          </Button>
          <Button size="large" busy={isBusy} onClick={() => void confirm()}>
            {failure && isUnansweredError(failure) ? <Trans>Ask again</Trans> : <Trans>Sell back</Trans>}
          </Button>
        </Grid>
      }
    >
      <DescriptionList
        rows={[
          { key: 'bid', name: <Trans>Bid for 1</Trans>, value: `${formatAmount(bid, 2)} USDT` },
          { key: 'quantity', name: <Trans>Quantity</Trans>, value: `${order.quantity} ${listed?.base ?? ''}` },
          { key: 'back', name: <Trans>You get, about</Trans>, value: `${formatAmount(worth, 2)} USDT`, strong: true },
          {
            key: 'net',
            name: <Trans>Result with fee</Trans>,
            value: worth ? `${formatSignedAmount(subtract(worth, add(order.margin, order.openFee)), 2)} USDT` : '—',
          },
        ]}
      />
      <Text tone="muted">
        <Trans>It is sold at the bid of the second in which your order arrives, so the figures can differ slightly. There is no fee.</Trans>
      </Text>
      <ErrorMessage failure={failure} paid />
    </BottomSheet>
  )
}

function useSoldTitle() {
  const { t } = useLingui()
  return ({ status }: OptionOrder): string => (status === positionStatus.settling ? t`Sold at the next price` : t`Sold back`)
}

/** What came back, or that it comes with the next price. */
function SoldSheet({ order, listed, onDone }: OptionCloseSheetProps) {
  const title = useSoldTitle()(order)
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
      {order.status === positionStatus.settling && (
        <Text tone="muted">
          <Trans>There is no fresh price at this moment. It is sold at the first one that comes.</Trans>
        </Text>
      )}
      <OptionReceipt order={order} listed={listed} />
    </BottomSheet>
  )
}
