import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import type { MarketWithPrice } from '#contract/calls/market.ts'
import type { Position } from '#contract/calls/trading.ts'
import { path } from '#sitemap'
import { SegmentedControl } from '#ui/fields/Segments.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { DismissibleHint } from '#widgets/DismissibleHint.tsx'
import { LivePriceChange } from '#widgets/market/LivePriceChange.tsx'
import { LivePriceTag } from '#widgets/market/LivePriceTag.tsx'
import { usePositionPriceLines } from '#widgets/market/useTradeLevels.ts'
import type { TradeOrderTab } from '#widgets/trading/tradeSearch.ts'
import { TradingEndNotice } from '#widgets/market/TradingEndNotice.tsx'
import { ClosePositionSheet } from './positions/ClosePositionSheet.tsx'
import type { ContractTradingAdapter } from './tradingAdapter.ts'
import { FirstPositionSteps } from './FirstPositionSteps.tsx'
import { LatePriceNotice } from './LatePriceNotice.tsx'
import { AddPositionMarginSheet } from './positions/AddPositionMarginSheet.tsx'
import { PendingOrderList } from './positions/PendingOrderList.tsx'
import { OpenPositionCard } from './positions/OpenPositionCard.tsx'
import { PositionStopsSheet } from './positions/PositionStopsSheet.tsx'
import { SymbolPicker } from './ticket/SymbolPicker.tsx'
import { ContractOrderTicket } from './ticket/ContractOrderTicket.tsx'
import { Grid } from '#ui/Grid.tsx'
import { Row } from '#ui/Row.tsx'
import styles from './ContractTradeView.module.css'

const CandleChart = lazy(() => import('#widgets/market/CandleChart.tsx').then(({ CandleChart }) => ({ default: CandleChart })))

interface TradingFloorProps {
  symbols: readonly MarketWithPrice[]
  /** Those to choose from; all of them where nothing is said. */
  offered?: readonly MarketWithPrice[]
  listed: MarketWithPrice
  desk: ContractTradingAdapter
  book: TradeOrderTab
  onBook(next: TradeOrderTab): void
  onPick(symbol: string): void
  /** What there is to say of the price, beneath it. */
  priceNote?: ReactNode
  summary?: ReactNode
  history: ReactNode
}

/** Market, ticket and positions: the same for the demo book and for paper. */
export function ContractTradeView({
  symbols,
  offered = symbols,
  listed,
  desk,
  book,
  onBook,
  onPick,
  priceNote,
  summary,
  history,
}: TradingFloorProps) {
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
      <Row as="header" wrap align="center" justify="between" gap={2} rowGap={1} className={styles.market}>
        <SymbolPicker symbols={offered} listed={listed} onPick={onPick} />
        <p>
          <LivePriceTag symbol={listed.symbol} places={listed.priceScale} fallback={listed.currentPrice} size="large" />
          <LivePriceChange symbol={listed.symbol} fallback={listed.riseRate} />
        </p>
      </Row>
      {priceNote}
      <MiniChart listed={listed} running={desk.running} />
      <LatePriceNotice market={listed} />
      <TradingEndNotice market={listed} />
      <ContractOrderTicket key={listed.symbol} listed={listed} desk={desk} onPlaced={showOrder} />
      {summary}
      <div ref={lists} className={styles.lists}>
        <SegmentedControl
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
        <Grid gap={3}>
          <PendingOrderList desk={desk} symbols={symbols} />
        </Grid>
      )}
      {book === 'history' && history}
    </>
  )
}

function MiniChart({ listed, running }: { listed: MarketWithPrice; running: readonly Position[] | undefined }) {
  const { t } = useLingui()
  const [isOpen, setIsOpen] = useState(false)
  const { name, symbol } = listed
  const levels = usePositionPriceLines(running, symbol)
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
                category={listed.category}
                period="15m"
                priceScale={listed.priceScale}
                variant="candles"
                indicators={[]}
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

function Positions({ desk, symbols }: { desk: ContractTradingAdapter; symbols: readonly MarketWithPrice[] }) {
  const [asked, setAsked] = useState<{ what: 'close' | 'stops' | 'margin'; position: Position }>()
  const listedOf = (symbol: string) => symbols.find((one) => one.symbol === symbol)
  const askedListed = asked && listedOf(asked.position.symbol)
  const sheet = asked && askedListed && { position: asked.position, listed: askedListed, desk, onDone: () => setAsked(undefined) }
  return (
    <Grid gap={3}>
      {desk.running === undefined ? (
        <Skeleton lines={4} />
      ) : desk.running.length === 0 ? (
        <FirstPositionSteps desk={desk} />
      ) : (
        <>
          <DismissibleHint id="position">
            <Trans>
              The large number is your gain or loss so far, before the closing fee. The ring shows the margin left before the close-out.
            </Trans>
          </DismissibleHint>
          {desk.running.map((position) => {
            const listed = listedOf(position.symbol)
            return (
              listed && (
                <OpenPositionCard
                  key={position.id}
                  position={position}
                  listed={listed}
                  stopped={desk.closedReason}
                  onAsk={(what) => setAsked({ what, position })}
                />
              )
            )
          })}
        </>
      )}
      {sheet && asked.what === 'close' && <ClosePositionSheet {...sheet} />}
      {sheet && asked.what === 'stops' && <PositionStopsSheet {...sheet} />}
      {sheet && asked.what === 'margin' && <AddPositionMarginSheet {...sheet} />}
    </Grid>
  )
}
