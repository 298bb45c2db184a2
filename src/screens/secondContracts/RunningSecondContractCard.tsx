import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { serverNow } from '#api/serverClock.ts'
import type { MarketWithPrice } from '#contract/calls/market.ts'
import type { SecondContractOrder } from '#contract/calls/secondContracts.ts'
import { formatAmount } from '#i18n/number.ts'
import { Card } from '#ui/Card.tsx'
import { DescriptionList } from '#ui/DescriptionList.tsx'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import { LivePriceTag } from '#widgets/market/LivePriceTag.tsx'
import { Grid } from '#ui/Grid.tsx'
import styles from './SecondContracts.module.css'
import { formatUnixSecond } from './formatSecond.ts'
import { useSecondContractGuessAndOutcomeText } from './useSecondWords.ts'

/** A contract that runs: a thin line of time, the opening price once it is fixed, and nothing that urges. */
export function RunningSecondContractCard({ order, listed }: { order: SecondContractOrder; listed: MarketWithPrice | undefined }) {
  const { t } = useLingui()
  const { guess } = useSecondContractGuessAndOutcomeText(order)
  const now = useCurrentSecond()
  const name = listed ? `${listed.base}/${listed.quote}` : order.symbol
  const secondsLeft = Math.max(0, order.closeSec - now)
  const clock = `${Math.floor(secondsLeft / 60)}:${String(secondsLeft % 60).padStart(2, '0')}`
  return (
    <Grid as={Card} gap={3} className={styles.card} data-order={order.id}>
      <header className={styles.head}>
        <h2>
          {name} · {guess}
        </h2>
        <span>{secondsLeft > 0 ? <Trans>{clock} left</Trans> : <Trans>Waiting for the price record</Trans>}</span>
      </header>
      <ProgressBar label={t`Time`} value={(now - order.openSec) / order.seconds} />
      <DescriptionList
        rows={[
          { key: 'stake', name: <Trans>Stake</Trans>, value: `${formatAmount(order.money, 2)} USDT` },
          {
            key: 'open',
            name: <Trans>Opening price</Trans>,
            value: order.openPrice ? formatAmount(order.openPrice, listed?.priceScale ?? 10) : <Trans>Fixed in a moment</Trans>,
          },
          {
            key: 'now',
            name: <Trans>Price now</Trans>,
            value: <LivePriceTag symbol={order.symbol} places={listed?.priceScale ?? 2} fallback={listed?.currentPrice} />,
          },
          { key: 'close', name: <Trans>Closes at</Trans>, value: formatUnixSecond(order.closeSec) },
        ]}
      />
    </Grid>
  )
}

/** The server's second, as well as this device knows it. */
function useCurrentSecond(): number {
  const [second, setSecond] = useState(() => Math.floor(serverNow() / 1000))
  useEffect(() => {
    const timer = setInterval(() => setSecond(Math.floor(serverNow() / 1000)), 500)
    return () => clearInterval(timer)
  }, [])
  return second
}
