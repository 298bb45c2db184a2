import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useConnection } from '#api/socket.ts'
import type { MarketSymbol } from '#contract/calls/market.ts'
import { Card } from '#ui/Card.tsx'
import styles from './TradingFloor.module.css'
import { useSides } from './useSides.ts'

// A second or two without a record is not worth moving the ticket for; the button says it at once.
const patienceMs = 5_000

/** While the market is open and its price is late (refusal feedStale): what that means for orders and for what is open. */
export function LateFeed({ listed }: { listed: MarketSymbol }) {
  const isLate = useSides(listed.symbol, listed.quote)?.stale === true
  // Without a connection it is not the feed that is late.
  const isDue = useConnection() === 'live' && listed.session.open && isLate
  return isDue ? <Panel key={listed.symbol} /> : null
}

function Panel() {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const later = setTimeout(() => setLong(true), patienceMs)
    return () => clearTimeout(later)
  }, [])
  if (!isLong) return null
  return (
    <Card className={styles.late} role="status">
      <strong>
        <Trans>The price feed is late. New orders are paused.</Trans>
      </strong>
      <p>
        <Trans>Open positions stay as they are until the next recorded price. Stops and close-outs are decided by that one.</Trans>
      </p>
    </Card>
  )
}
