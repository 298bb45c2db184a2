import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { MarketSymbol } from '#contract/calls/market.ts'
import type { Position } from '#contract/calls/trading.ts'
import { direction, positionStatus } from '#contract/states.ts'
import { formatTime } from '#i18n/date.ts'
import { formatSigned } from '#i18n/number.ts'
import { isNegative } from '#rules/decimal.ts'
import { netResult } from '#rules/position.ts'
import { Card } from '#ui/Card.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import styles from './HistoryList.module.css'
import { Receipt } from './Receipt.tsx'

interface HistoryListProps {
  closed: readonly Position[]
  symbols: readonly MarketSymbol[]
  /** The competition whose book they are in. */
  contest?: { name: string } | undefined
}

/** Closed positions and cancelled orders, newest first; each opens its receipt. */
export function HistoryList({ closed, symbols, contest }: HistoryListProps) {
  const { t } = useLingui()
  const [shown, setShown] = useState<Position>()
  return (
    <Card flush>
      {closed.map((position) => (
        <ListRow
          key={position.id}
          title={<Title position={position} listed={listedOf(symbols, position)} />}
          subtitle={formatTime(position.closeTime ?? position.createTime)}
          trailing={<Net position={position} />}
          onClick={() => setShown(position)}
        />
      ))}
      <Sheet
        open={shown !== undefined}
        onClose={() => setShown(undefined)}
        title={shown?.status === positionStatus.cancelled ? t`Cancelled order` : t`Closed position`}
      >
        {shown && <Receipt position={shown} listed={listedOf(symbols, shown)} contest={contest} />}
      </Sheet>
    </Card>
  )
}

const listedOf = (symbols: readonly MarketSymbol[], { symbol }: Position) => symbols.find((one) => one.symbol === symbol)

function Title({ position, listed }: { position: Position; listed: MarketSymbol | undefined }) {
  const { t } = useLingui()
  const side = position.direction === direction.long ? t`Long` : t`Short`
  const name = listed ? `${listed.base}/${listed.quote}` : position.symbol
  return `${name} · ${side} ${position.lever}×`
}

/** What the position brought after every fee. */
function Net({ position }: { position: Position }) {
  if (position.status === positionStatus.cancelled) return <Trans context="of an order">Cancelled</Trans>
  const net = netResult(position)
  if (net === undefined) return null
  return <span className={isNegative(net) ? styles.fall : styles.rise}>{formatSigned(net, 2)}</span>
}
