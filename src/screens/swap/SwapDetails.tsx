import { Trans, useLingui } from '@lingui/react/macro'
import type { CompletedSwap } from '#contract/calls/swap.ts'
import { formatDateTime } from '#i18n/date.ts'
import { formatAmount } from '#i18n/number.ts'
import { DescriptionList } from '#ui/DescriptionList.tsx'
import { CopyableValue } from '#widgets/money/CopyableValue.tsx'
import { SettlementLink } from '#widgets/priceRecord/SettlementLink.tsx'
import { formatSwapRate, formatSwapCostPercent } from './rateText.ts'

/** Everything about one exchange, down to the last decimal and to the price records that it was made of. */
export function SwapDetails({ made }: { made: CompletedSwap }) {
  const { t } = useLingui()
  const formatRate = (rate: string) => `1 ${made.base} = ${formatSwapRate(rate)} ${made.counter}`
  return (
    <>
      <DescriptionList
        rows={[
          { key: 'from', name: <Trans>You gave</Trans>, value: `${formatAmount(made.fromAmount, 8)} ${made.fromCurrency}` },
          { key: 'to', name: <Trans>You got</Trans>, value: `${formatAmount(made.toAmount, 8)} ${made.toCurrency}`, strong: true },
          { key: 'rate', name: <Trans context="of an exchange">Rate</Trans>, value: formatRate(made.rate) },
          { key: 'mid', name: <Trans>Middle of the market</Trans>, value: formatRate(made.mid) },
          {
            key: 'cost',
            name: <Trans>What it cost</Trans>,
            value: `${formatAmount(made.costUsdt, 8)} USDT (${formatSwapCostPercent(made.spreadRate)})`,
          },
          ...made.sources.map(({ symbol, mid, sec }) => {
            const at = formatDateTime(sec * 1000)
            return { key: symbol, name: <Trans>Price record of {symbol}</Trans>, value: `${formatSwapRate(mid)} · ${at}` }
          }),
          { key: 'time', name: <Trans>Time</Trans>, value: formatDateTime(made.createTime) },
        ]}
      />
      <CopyableValue label={t`Order number`} value={made.orderNo} small />
      <SettlementLink type="swap" id={made.id} wide />
    </>
  )
}
