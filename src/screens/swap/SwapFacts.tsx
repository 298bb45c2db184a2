import { Trans, useLingui } from '@lingui/react/macro'
import type { Swap } from '#contract/calls/swap.ts'
import { formatTime } from '#i18n/date.ts'
import { formatAmount } from '#i18n/number.ts'
import { Facts } from '#ui/Facts.tsx'
import { CopyValue } from '#widgets/CopyValue.tsx'
import { SettlementLink } from '#widgets/SettlementLink.tsx'
import { rateText, shareText } from './rateText.ts'

/** Everything about one exchange, down to the last decimal and to the price records that it was made of. */
export function SwapFacts({ made }: { made: Swap }) {
  const { t } = useLingui()
  const per = (rate: string) => `1 ${made.base} = ${rateText(rate)} ${made.counter}`
  return (
    <>
      <Facts
        rows={[
          { key: 'from', name: <Trans>You gave</Trans>, value: `${formatAmount(made.fromAmount, 8)} ${made.fromCurrency}` },
          { key: 'to', name: <Trans>You got</Trans>, value: `${formatAmount(made.toAmount, 8)} ${made.toCurrency}`, strong: true },
          { key: 'rate', name: <Trans context="of an exchange">Rate</Trans>, value: per(made.rate) },
          { key: 'mid', name: <Trans>Middle of the market</Trans>, value: per(made.mid) },
          {
            key: 'cost',
            name: <Trans>What it cost</Trans>,
            value: `${formatAmount(made.costUsdt, 8)} USDT (${shareText(made.spreadRate)})`,
          },
          ...made.sources.map(({ symbol, mid, sec }) => {
            const at = formatTime(sec * 1000)
            return { key: symbol, name: <Trans>Price record of {symbol}</Trans>, value: `${rateText(mid)} · ${at}` }
          }),
          { key: 'time', name: <Trans>Time</Trans>, value: formatTime(made.createTime) },
        ]}
      />
      <CopyValue label={t`Order number`} value={made.orderNo} small />
      <SettlementLink type="swap" id={made.id} wide />
    </>
  )
}
