import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { MarketWithPrice } from '#contract/calls/market.ts'
import type { Position } from '#contract/calls/trading.ts'
import { direction, positionStatus } from '#contract/states.ts'
import { formatDateTime } from '#i18n/date.ts'
import { formatSignedAmount } from '#i18n/number.ts'
import { isNegative } from '#rules/decimal.ts'
import { closedPositionNetResult } from '#rules/position.ts'
import { Card } from '#ui/Card.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './PositionHistoryList.module.css'
import { PositionReceipt } from './PositionReceipt.tsx'

interface PositionHistoryListProps {
  closed: readonly Position[]
  symbols: readonly MarketWithPrice[]
  /** The competition whose book they are in. */
  contest?: { name: string } | undefined
}

/** Closed positions and cancelled orders, newest first; each opens its receipt. */
export function PositionHistoryList({ closed, symbols, contest }: PositionHistoryListProps) {
  const { t } = useLingui()
  const [openedPosition, setOpenedPosition] = useState<Position>()
  return (
    <Card flush>
      {closed.map((position) => (
        <ListRow
          key={position.id}
          title={<PositionTitle position={position} listed={listedOf(symbols, position)} />}
          subtitle={formatDateTime(position.closeTime ?? position.createTime)}
          trailing={<NetResult position={position} />}
          onClick={() => setOpenedPosition(position)}
        />
      ))}
      <BottomSheet
        open={openedPosition !== undefined}
        onClose={() => setOpenedPosition(undefined)}
        title={openedPosition?.status === positionStatus.cancelled ? t`Cancelled order` : t`Closed position`}
      >
        {openedPosition && <PositionReceipt position={openedPosition} listed={listedOf(symbols, openedPosition)} contest={contest} />}
      </BottomSheet>
    </Card>
  )
}

const listedOf = (symbols: readonly MarketWithPrice[], { symbol }: Position) => symbols.find((one) => one.symbol === symbol)

function PositionTitle({ position, listed }: { position: Position; listed: MarketWithPrice | undefined }) {
  const { t } = useLingui()
  const side = position.direction === direction.long ? t`Long` : t`Short`
  const name = listed ? `${listed.base}/${listed.quote}` : position.symbol
  return `${name} · ${side} ${position.lever}×`
}

/** What the position brought after every fee. */
function NetResult({ position }: { position: Position }) {
  if (position.status === positionStatus.cancelled) return <Trans context="of an order">Cancelled</Trans>
  const net = closedPositionNetResult(position)
  if (net === undefined) return null
  return (
    <Text as="span" size="inherit" weight="strong" tabular className={isNegative(net) ? styles.fall : styles.rise}>
      {formatSignedAmount(net, 2)}
    </Text>
  )
}
