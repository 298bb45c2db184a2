import type { SettlementReceipt } from '#contract/calls/settlement.ts'
import type { Position } from '#contract/calls/trading.ts'
import type { Decimal } from '#contract/decimal.ts'
import { compareDecimals } from '../decimal.ts'
import { closedPositionNetResult } from '../position.ts'

/**
 * The receipt of a closed position with what the position itself says in the place of it: its terms, seconds and figures. `recheckReceipt` of
 * that finds whatever of the position does not follow (docs/rules/{contracts,prices}.md). Fee, spread, tick, size and conversion are those of
 * the order, as the receipt has them: what the market asks for now may be something else. So are margin, opening fee, added margin and charges,
 * for nothing else says what they were: with those of the position in their place its result would agree with itself.
 */
export function receiptWithPositionValues(receipt: SettlementReceipt, position: Position): SettlementReceipt {
  const { direction, lever, quantity, feeRate } = position
  const ownInputs: Record<string, string | number | undefined> = { direction, lever, quantity, feeRate }
  const ownSeconds: Record<string, number | undefined> = { open: position.openSec, close: position.closeSec }
  const ownFigures = figuresOf(receipt, position)
  const notTold = Object.keys(ownFigures).filter((name) => !receipt.figures.some((figure) => figure.name === name))
  return {
    ...receipt,
    inputs: receipt.inputs.map((input) => ({ ...input, value: String(ownInputs[input.name] ?? input.value) })),
    priceRecords: receipt.priceRecords.map((record) => {
      const sec = ownSeconds[record.use]
      return sec === undefined ? record : { ...record, symbol: position.symbol, sec }
    }),
    figures: [...receipt.figures, ...notTold.map((name) => ({ name, value: '0' as Decimal, unit: '' }))].map((figure) => ({
      ...figure,
      value: ownFigures[figure.name] ?? figure.value,
    })),
  }
}

/** By the names that a receipt gives them. A part that was closed has its share of margin and fee alone: those of its order are not its own. */
function figuresOf({ inputs }: SettlementReceipt, position: Position): Record<string, Decimal | undefined> {
  const { openPrice, closePrice, profit, closeFee, returned, margin, openFee, quantity } = position
  const ordered = inputs.find(({ name }) => name === 'orderQuantity')?.value
  const isWhole = ordered !== undefined && compareDecimals(ordered, quantity) === 0
  return {
    openPrice,
    closeFee,
    ...(isWhole && { orderMargin: margin, orderOpenFee: openFee }),
    ...(closePrice !== undefined && { closePrice }),
    ...(profit !== null && { profit }),
    ...(returned !== undefined && { returned, net: closedPositionNetResult(position) }),
  }
}
