import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import type { MarketSymbol } from '#contract/calls/market.ts'
import type { Position } from '#contract/calls/trading.ts'
import { path } from '#sitemap'
import { Segments } from '#ui/Segments.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { LiveChange } from '#widgets/LiveChange.tsx'
import { PriceTag } from '#widgets/PriceTag.tsx'
import { useTradeLevels } from '#widgets/useTradeLevels.ts'
import type { OrderList } from '#widgets/tradeSearch.ts'
import { CloseSheet } from './CloseSheet.tsx'
import type { Desk } from './desk.ts'
import { FirstSteps } from './FirstSteps.tsx'
import { LateFeed } from './LateFeed.tsx'
import { MarginSheet } from './MarginSheet.tsx'
import { PendingList } from './PendingList.tsx'
import { PositionCard } from './PositionCard.tsx'
import { StopsSheet } from './StopsSheet.tsx'
import { SymbolPicker } from './SymbolPicker.tsx'
import { Ticket } from './Ticket.tsx'
import styles from './TradingFloor.module.css'

const CandleChart = lazy(() => import('#widgets/CandleChart.tsx').then(({ CandleChart }) => ({ default: CandleChart })))

interface TradingFloorProps {
  symbols: readonly MarketSymbol[]
  listed: MarketSymbol
  desk: Desk
  book: OrderList
  onBook(next: OrderList): void
  onPick(symbol: string): void
  summary?: ReactNode
  history: ReactNode
}

/** Market, ticket and positions: the same for the demo book and for paper. */
export function TradingFloor({ symbols, listed, desk, book, onBook, onPick, summary, history }: TradingFloorProps) {
  const { t } = useLingui()
  const count = desk.running?.length ?? 0
  const waiting = desk.pending?.length ?? 0
  const lists = useRef<HTMLDivElement>(null)
  const showOrder = (kind: 'market' | 'limit') => {
    onBook(kind === 'limit' ? 'pending' : 'positions')
    // After the sheet has closed and given the focus back, which scrolls too.
    setTimeout(() => lists.current?.scrollIntoView({ block: 'start' }))
  }
  return (
    <>
      <header className={styles.market}>
        <SymbolPicker symbols={symbols} listed={listed} onPick={onPick} />
        <p>
          <PriceTag symbol={listed.symbol} places={listed.priceScale} fallback={listed.currentPrice} size="large" />
          <LiveChange symbol={listed.symbol} fallback={listed.riseRate} />
        </p>
      </header>
      <MiniChart listed={listed} running={desk.running} />
      <LateFeed listed={listed} />
      <Ticket key={listed.symbol} listed={listed} desk={desk} onPlaced={showOrder} />
      {summary}
      <div ref={lists} className={styles.lists}>
        <Segments
          label={t`Orders`}
          look="line"
          value={book}
          onChange={onBook}
          options={[
            { value: 'positions', label: t`Positions (${count})` },
            { value: 'pending', label: t`Pending (${waiting})` },
            { value: 'history', label: t`History` },
          ]}
        />
      </div>
      {book === 'positions' && <Positions desk={desk} symbols={symbols} />}
      {book === 'pending' && (
        <div className={styles.positions}>
          <PendingList desk={desk} symbols={symbols} />
        </div>
      )}
      {book === 'history' && history}
    </>
  )
}

function MiniChart({ listed, running }: { listed: MarketSymbol; running: readonly Position[] | undefined }) {
  const { t } = useLingui()
  const [isOpen, setIsOpen] = useState(false)
  const { name, symbol } = listed
  const levels = useTradeLevels(running, symbol)
  return (
    <details className={styles.chart} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        <Trans>Chart</Trans>
      </summary>
      {isOpen && (
        <>
          <div className={styles.plot}>
            <Suspense fallback={<Skeleton height="100%" />}>
              <CandleChart
                symbol={symbol}
                period="15m"
                priceScale={listed.priceScale}
                look="candles"
                studies={[]}
                levels={levels}
                label={t`${name}, bars of 15 minutes`}
              />
            </Suspense>
          </div>
          <ButtonLink to={path.chart} search={{ symbol }} kind="quiet" className={styles.fullChart}>
            <Trans>Open the full chart</Trans>
          </ButtonLink>
        </>
      )}
    </details>
  )
}

function Positions({ desk, symbols }: { desk: Desk; symbols: readonly MarketSymbol[] }) {
  const [asked, setAsked] = useState<{ what: 'close' | 'stops' | 'margin'; position: Position }>()
  const listedOf = (symbol: string) => symbols.find((one) => one.symbol === symbol)
  const askedListed = asked && listedOf(asked.position.symbol)
  const sheet = asked && askedListed && { position: asked.position, listed: askedListed, desk, onDone: () => setAsked(undefined) }
  return (
    <div className={styles.positions}>
      {desk.running === undefined ? (
        <Skeleton lines={4} />
      ) : desk.running.length === 0 ? (
        <FirstSteps desk={desk} />
      ) : (
        desk.running.map((position) => {
          const listed = listedOf(position.symbol)
          return (
            listed && (
              <PositionCard
                key={position.id}
                position={position}
                listed={listed}
                stopped={desk.closedReason}
                onAsk={(what) => setAsked({ what, position })}
              />
            )
          )
        })
      )}
      {sheet && asked.what === 'close' && <CloseSheet {...sheet} />}
      {sheet && asked.what === 'stops' && <StopsSheet {...sheet} />}
      {sheet && asked.what === 'margin' && <MarginSheet {...sheet} />}
    </div>
  )
}
