import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { Position } from '#contract/calls/trading.ts'
import { direction, positionStatus, posType } from '#contract/states.ts'
import { isZero } from '#rules/decimal.ts'
import type { PositionPriceLine } from './chartTrades.ts'

/** The lines of one market's open contracts: entry, take profit, stop loss and close-out. */
export function usePositionPriceLines(positions: readonly Position[] | undefined, symbol: string): readonly PositionPriceLine[] {
  const { t } = useLingui()
  const sides: Record<number, string> = { [direction.long]: t`Long`, [direction.short]: t`Short` }
  const open = (positions ?? []).filter(
    (position) => position.posType === posType.contract && position.symbol === symbol && position.status === positionStatus.running,
  )
  const levels = open.flatMap(({ direction: side, quantity, openPrice, stopProfit, stopLoss, liqPrice }): PositionPriceLine[] => [
    { kind: 'entry', price: openPrice, label: `${sides[side]} ${quantity}` },
    ...(stopProfit ? [{ kind: 'takeProfit' as const, price: stopProfit, label: t`Take profit` }] : []),
    ...(stopLoss ? [{ kind: 'stopLoss' as const, price: stopLoss, label: t`Stop loss` }] : []),
    // Zero: no price closes it out.
    ...(isZero(liqPrice)
      ? []
      : [{ kind: 'closeOut' as const, price: liqPrice, label: t({ message: 'Close-out', context: 'line of a chart' }) }]),
  ])
  // A position's result changes at every read, its lines do not: the chart draws anew only for a line that moved.
  const text = JSON.stringify(levels)
  return useMemo(() => JSON.parse(text) as PositionPriceLine[], [text])
}
