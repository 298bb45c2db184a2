import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { Candle, MarketSymbol } from '#contract/calls/market.ts'
import type { Position } from '#contract/calls/trading.ts'
import { formatTime } from '#i18n/date.ts'
import { formatAmount } from '#i18n/number.ts'
import styles from './Chart.module.css'
import { OpenTable } from './OpenTable.tsx'

const rowsShown = 30

interface CandleTableProps {
  candles: readonly Candle[] | undefined
  listed: MarketSymbol
  /** Whose lines are drawn. */
  open: readonly Position[]
}

/** The newest bars and the open positions as figures: what the canvas cannot tell a screen reader. Drawn only when opened. */
export function CandleTable({ candles, listed, open }: CandleTableProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className={styles.table} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        <Trans>Show the bars as a table</Trans>
      </summary>
      {isOpen && open.length > 0 && <OpenTable open={open} listed={listed} />}
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
                    <th scope="row">{formatTime(at).slice(0, -3)}</th>
                    <td>{formatAmount(open, listed.priceScale)}</td>
                    <td>{formatAmount(high, listed.priceScale)}</td>
                    <td>{formatAmount(low, listed.priceScale)}</td>
                    <td>{formatAmount(close, listed.priceScale)}</td>
                  </tr>
                ))}
            </tbody>
          </table>
        </div>
      )}
    </details>
  )
}
