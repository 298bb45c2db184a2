import { Trans, useLingui } from '@lingui/react/macro'
import type { SecondOrder } from '#contract/calls/secondContracts.ts'
import { secondStatus } from '#contract/states.ts'
import { formatAmount, formatShare, formatSigned, missing } from '#i18n/number.ts'
import { type Fact, Facts } from '#ui/Facts.tsx'
import { CopyValue } from '#widgets/CopyValue.tsx'
import { SettlementLink } from '#widgets/SettlementLink.tsx'
import { formatSecond } from './formatSecond.ts'
import { useMinutes, useSecondWords } from './useSecondWords.ts'

const usdt = (value: string): string => `${formatAmount(value, 8)} USDT`

/** Both prices, both seconds, and what they came to, to the last decimal. */
export function SecondReceipt({ order }: { order: SecondOrder }) {
  const { t } = useLingui()
  const minutes = useMinutes()
  const { guess, outcome } = useSecondWords(order)
  const { open, close } = order.proof
  const priceAt = (price: string | null, used: { sec: number } | null, asked: number) => (
    <>
      {price === null ? missing : formatAmount(price, 10)}
      <br />
      {formatSecond(used?.sec ?? asked)}
    </>
  )
  const settled: Fact[] =
    order.status === secondStatus.settled
      ? [
          { key: 'payout', name: <Trans>Paid to you</Trans>, value: usdt(order.payout) },
          { key: 'net', name: <Trans>Result</Trans>, value: `${outcome} · ${formatSigned(order.profit, 8)} USDT`, strong: true },
        ]
      : []
  return (
    <>
      <Facts
        rows={[
          { key: 'guess', name: <Trans>Your guess</Trans>, value: guess },
          { key: 'stake', name: <Trans>Stake</Trans>, value: usdt(order.money) },
          { key: 'odds', name: <Trans>Gain if right</Trans>, value: `+${formatShare(order.odds, 0)} · ${minutes(order.seconds)}` },
          { key: 'open', name: <Trans>Opening price</Trans>, value: priceAt(order.openPrice, open, order.openSec) },
          { key: 'close', name: <Trans>Closing price</Trans>, value: priceAt(order.closePrice, close, order.closeSec) },
          ...settled,
        ]}
      />
      <CopyValue label={t`Order number`} value={order.orderNo} small />
      {order.status === secondStatus.settled && <SettlementLink type="second" id={order.id} wide />}
    </>
  )
}
