import { Trans, useLingui } from '@lingui/react/macro'
import type { MarketWithPrice } from '#contract/calls/market.ts'
import type { OptionOrder } from '#contract/orders/option.ts'
import { positionStatus } from '#contract/states.ts'
import { formatDateTime } from '#i18n/date.ts'
import { formatAmount, formatSignedAmount } from '#i18n/number.ts'
import { add, subtract } from '#rules/decimal.ts'
import { type DescriptionItem, DescriptionList } from '#ui/DescriptionList.tsx'
import { CopyableValue } from '#widgets/money/CopyableValue.tsx'
import { SettlementLink } from '#widgets/priceRecord/SettlementLink.tsx'
import { formatStrike, useOptionOutcomeFormatter, useOptionKindNames } from './useOptionWords.ts'

const usdt = (value: string): string => `${formatAmount(value, 8)} USDT`

/** What was agreed, what it was settled by, and what it came to, to the last decimal. */
export function OptionReceipt({ order, listed }: { order: OptionOrder; listed: MarketWithPrice | undefined }) {
  const { t } = useLingui()
  const kinds = useOptionKindNames()
  const endWords = useOptionOutcomeFormatter()
  const { option, returned } = order
  const paid = add(order.margin, order.openFee)
  const ended: DescriptionItem[] =
    order.status === positionStatus.closed && returned !== undefined
      ? [
          { key: 'end', name: <Trans>How it ended</Trans>, value: endWords(order) },
          ...(option.settlePrice
            ? [{ key: 'settle', name: <Trans>Settlement price</Trans>, value: formatAmount(option.settlePrice, 10) }]
            : []),
          ...(option.records === undefined
            ? []
            : [{ key: 'records', name: <Trans>Records in the mean</Trans>, value: formatAmount(String(option.records), 0) }]),
          { key: 'back', name: <Trans>Paid to you</Trans>, value: usdt(returned) },
          { key: 'net', name: <Trans>Result</Trans>, value: `${formatSignedAmount(subtract(returned, paid), 8)} USDT`, strong: true },
        ]
      : []
  return (
    <>
      <DescriptionList
        rows={[
          { key: 'kind', name: `${listed?.base ?? order.symbol} · ${kinds[option.cp]}`, value: formatStrike(option.strike) },
          { key: 'quantity', name: <Trans>Quantity</Trans>, value: `${order.quantity} ${listed?.base ?? ''}` },
          { key: 'expiry', name: <Trans context="an option">Expiry</Trans>, value: formatDateTime(option.expiry) },
          { key: 'ask', name: <Trans>Ask that was paid</Trans>, value: `${formatAmount(order.openPrice, 2)} USDT` },
          { key: 'premium', name: <Trans>Premium</Trans>, value: usdt(order.margin) },
          { key: 'fee', name: <Trans>Fee</Trans>, value: usdt(order.openFee) },
          { key: 'worst', name: <Trans>Most you can lose</Trans>, value: usdt(paid), strong: ended.length === 0 },
          ...ended,
        ]}
      />
      <CopyableValue label={t`Order number`} value={order.orderNo} small />
      <SettlementLink type="option" id={order.id} wide />
    </>
  )
}
