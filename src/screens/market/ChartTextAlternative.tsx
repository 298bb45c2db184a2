import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { Candle, MarketWithPrice } from '#contract/calls/market.ts'
import type { Position } from '#contract/calls/trading.ts'
import { formatDateTime } from '#i18n/date.ts'
import { formatAmount } from '#i18n/number.ts'
import { Text } from '#ui/Text.tsx'
import styles from './Chart.module.css'
import { OpenPositionsTable } from './OpenPositionsTable.tsx'

const rowsShown = 30

interface CandleTableProps {
  candles: readonly Candle[] | undefined
  /** The chart in a sentence or two. */
  words: string
  market: MarketWithPrice
  /** Whose lines are drawn. */
  open: readonly Position[]
}

/** The chart in words, the newest bars and the open positions as figures: what the canvas cannot tell a screen reader. Drawn only when opened. */
export function ChartTextAlternative({ candles, words, market, open }: CandleTableProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className={styles.table} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        <Trans>Show the chart as text</Trans>
      </summary>
      {/* That there are no bars is known only from an answer. */}
      {isOpen && candles && <Text tone="muted">{words}</Text>}
      {isOpen && open.length > 0 && <OpenPositionsTable open={open} listed={market} />}
      {isOpen && (
        <div className={styles.scroll}>
          <table>
            <caption className="visuallyHidden">
              <Trans>Newest bars</Trans>
            </caption>
            <thead>
              <tr>
                <th scope="col">
                  <Trans>Time</Trans>
                </th>
                <th scope="col">
                  <Trans context="price of a bar">Open</Trans>
                </th>
                <th scope="col">
                  <Trans context="price of a bar">High</Trans>
                </th>
                <th scope="col">
                  <Trans context="price of a bar">Low</Trans>
                </th>
                <th scope="col">
                  <Trans context="price of a bar">Close</Trans>
                </th>
              </tr>
            </thead>
            <tbody>
              {candles
                ?.slice(-rowsShown)
                .reverse()
                .map(([at, open, high, low, close]) => (
                  <tr key={at}>
                    <th scope="row">{formatDateTime(at).slice(0, -3)}</th>
                    <td>{formatAmount(open, market.priceScale)}</td>
                    <td>{formatAmount(high, market.priceScale)}</td>
                    <td>{formatAmount(low, market.priceScale)}</td>
                    <td>{formatAmount(close, market.priceScale)}</td>
                  </tr>
                ))}
            </tbody>
          </table>
        </div>
      )}
    </details>
  )
}
