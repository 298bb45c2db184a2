import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import type { MarketWithPrice } from '#contract/calls/market.ts'
import { Card } from '#ui/Card.tsx'
import { Grid } from '#ui/Grid.tsx'
import styles from './ContractTradeView.module.css'
import { useLiveQuoteSides } from './useSides.ts'

// A second or two without a record is not worth moving the ticket for; the button says it at once.
const noticeDelayMs = 5_000

/** While the market is open and its price is late (refusal feedStale): what that means for orders and for what is open. */
export function LatePriceNotice({ market }: { market: MarketWithPrice }) {
  const isLate = useLiveQuoteSides(market.symbol, market.quote)?.stale === true
  // Without a connection it is not the feed that is late.
  const isDue = useStreamConnectionState() === 'live' && market.session.open && isLate
  return isDue ? <Panel key={market.symbol} /> : null
}

function Panel() {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), noticeDelayMs)
    return () => clearTimeout(timer)
  }, [])
  if (!isShown) return null
  return (
    <Grid as={Card} gap={1} className={styles.late} role="status">
      <strong>
        <Trans>The price feed is late. New orders are paused.</Trans>
      </strong>
      <p>
        <Trans>Open positions stay as they are until the next recorded price. Stops and close-outs are decided by that one.</Trans>
      </p>
    </Grid>
  )
}
