import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { serverNow } from '#api/serverClock.ts'
import type { MarketSymbol } from '#contract/calls/market.ts'
import type { SecondOrder } from '#contract/calls/secondContracts.ts'
import { formatAmount } from '#i18n/number.ts'
import { Card } from '#ui/Card.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Progress } from '#ui/Progress.tsx'
import { PriceTag } from '#widgets/PriceTag.tsx'
import styles from './SecondContracts.module.css'
import { formatSecond } from './formatSecond.ts'
import { useSecondWords } from './useSecondWords.ts'

/** A contract that runs: a thin line of time, the opening price once it is fixed, and nothing that urges. */
export function RunningCard({ order, listed }: { order: SecondOrder; listed: MarketSymbol | undefined }) {
  const { t } = useLingui()
  const { guess } = useSecondWords(order)
  const now = useSecond()
  const name = listed ? `${listed.base}/${listed.quote}` : order.symbol
  const left = Math.max(0, order.closeSec - now)
  const clock = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
  return (
    <Card className={styles.card} data-order={order.id}>
      <header className={styles.head}>
        <h2>
          {name} · {guess}
        </h2>
        <span>{left > 0 ? <Trans>{clock} left</Trans> : <Trans>Waiting for the price record</Trans>}</span>
      </header>
      <Progress label={t`Time`} value={(now - order.openSec) / order.seconds} />
      <Facts
        rows={[
          { key: 'stake', name: <Trans>Stake</Trans>, value: `${formatAmount(order.money, 2)} USDT` },
          {
            key: 'open',
            name: <Trans>Opening price</Trans>,
            value: order.openPrice ? formatAmount(order.openPrice, 10) : <Trans>Fixed in a moment</Trans>,
          },
          {
            key: 'now',
            name: <Trans>Price now</Trans>,
            value: <PriceTag symbol={order.symbol} places={listed?.priceScale ?? 2} fallback={listed?.currentPrice} />,
          },
          { key: 'close', name: <Trans>Closes at</Trans>, value: formatSecond(order.closeSec) },
        ]}
      />
    </Card>
  )
}

/** The server's second, as well as this device knows it. */
function useSecond(): number {
  const [second, setSecond] = useState(() => Math.floor(serverNow() / 1000))
  useEffect(() => {
    const timer = setInterval(() => setSecond(Math.floor(serverNow() / 1000)), 500)
    return () => clearInterval(timer)
  }, [])
  return second
}
