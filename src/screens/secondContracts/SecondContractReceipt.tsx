import { Trans, useLingui } from '@lingui/react/macro'
import type { SecondContractOrder } from '#contract/calls/secondContracts.ts'
import { secondContractStatus } from '#contract/states.ts'
import { formatAmount, formatPercent, formatSignedAmount, missingValueDash } from '#i18n/number.ts'
import { type DescriptionItem, DescriptionList } from '#ui/DescriptionList.tsx'
import { CopyableValue } from '#widgets/money/CopyableValue.tsx'
import { SettlementLink } from '#widgets/priceRecord/SettlementLink.tsx'
import { formatUnixSecond } from './formatSecond.ts'
import { useSecondsAsMinutesFormatter, useSecondContractGuessAndOutcomeText } from './useSecondWords.ts'

const usdt = (value: string): string => `${formatAmount(value, 8)} USDT`

/** Both prices, both seconds, and what they came to, to the last decimal. */
export function SecondContractReceipt({ order }: { order: SecondContractOrder }) {
  const { t } = useLingui()
  const minutes = useSecondsAsMinutesFormatter()
  const { guess, outcome } = useSecondContractGuessAndOutcomeText(order)
  const { open, close } = order.proof
  const priceAt = (price: string | null, recorded: { sec: number } | null, requestedSec: number) => (
    <>
      {price === null ? missingValueDash : formatAmount(price, 10)}
      <br />
      {formatUnixSecond(recorded?.sec ?? requestedSec)}
    </>
  )
  const settled: DescriptionItem[] =
    order.status === secondContractStatus.settled
      ? [
          { key: 'payout', name: <Trans>Paid to you</Trans>, value: usdt(order.payout) },
          { key: 'net', name: <Trans>Result</Trans>, value: `${outcome} · ${formatSignedAmount(order.profit, 8)} USDT`, strong: true },
        ]
      : []
  return (
    <>
      <DescriptionList
        rows={[
          { key: 'guess', name: <Trans>Your guess</Trans>, value: guess },
          { key: 'stake', name: <Trans>Stake</Trans>, value: usdt(order.money) },
          { key: 'odds', name: <Trans>Gain if right</Trans>, value: `+${formatPercent(order.odds, 0)} · ${minutes(order.seconds)}` },
          { key: 'open', name: <Trans>Opening price</Trans>, value: priceAt(order.openPrice, open, order.openSec) },
          { key: 'close', name: <Trans>Closing price</Trans>, value: priceAt(order.closePrice, close, order.closeSec) },
          ...settled,
        ]}
      />
      <CopyableValue label={t`Order number`} value={order.orderNo} small />
      {order.status === secondContractStatus.settled && <SettlementLink type="second" id={order.id} wide />}
    </>
  )
}
