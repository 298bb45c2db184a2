import { direction, orderType } from '#contract/states.ts'
import { asInstant } from '#contract/time.ts'
import type { MarketDataService } from '#market/market.ts'
import { add, zero } from '#rules/decimal.ts'
import { requestedSpotSizeKind } from '#rules/recheck/recheckSpot.ts'
import { swapBridgeCurrency as quoteCurrency } from '#rules/swap.ts'
import { type ExplainedSettlement, type SettlementExplainer, zeroOrOneSettlementFigure, settlementInput } from '../orders/explainer.ts'
import { isRowId } from '../core/ids.ts'
import { orderSpreadBpsOf, orderTickOf } from '../orders/ownSpread.ts'
import type { SpotOrderRow } from './store.ts'

/** Why a spot order was filled so: bid or ask of one record, and the fee (docs/rules/spot.md). */
export const spotSettlementExplainer = (market: Pick<MarketDataService, 'spec'>): SettlementExplainer => ({
  refType: 'spot',
  explain: async (sql, id, userId) => {
    if (!isRowId(id)) return undefined
    const [row] = await sql.query<SpotOrderRow>('select * from spot_order where id = $1 and user_id = $2', [id, userId])
    return row && explained(row, market)
  },
  settled: (sql, { afterId, fromMs, toMs, limit }) =>
    sql.query<{ id: string; userId: string }>(
      `select id, user_id as "userId" from spot_order
       where id > $1 and status = 3 and coalesce(closed_ms, created_ms) between $2 and $3 order by id limit $4`,
      [afterId, fromMs, toMs, limit],
    ),
})

const states = { 0: 'pending', 3: 'done', 4: 'cancelled' } as const

function explained(row: SpotOrderRow, market: Pick<MarketDataService, 'spec'>): ExplainedSettlement {
  const spec = market.spec(row.symbol)
  // One that waited keeps that of its placing, any other has that of its record.
  const spreadBps =
    row.limit_price === null
      ? (market.spec(row.symbol, Number(row.sec) * 1000)?.spreadBps ?? zero)
      : (orderSpreadBpsOf(market, row) ?? zero)
  const isBuy = row.direction === direction.long
  const state = states[row.status as keyof typeof states]
  const isFilled = state === 'done'
  const requestedSide = row.order_type === orderType.limit ? 'quantity' : requestedSpotSizeKind(row)
  const [giveUnit, getUnit] = isBuy ? [quoteCurrency, row.base] : [row.base, quoteCurrency]
  return {
    what: 'spot',
    formula: 'spot',
    orderNo: row.order_no,
    accountType: row.account_type,
    state,
    at: asInstant(Number(row.closed_ms ?? row.created_ms)),
    inputs: [
      settlementInput('symbol', row.symbol),
      settlementInput('base', row.base),
      settlementInput('direction', row.direction),
      settlementInput('asked', requestedSide),
      requestedSide === 'money' ? settlementInput('money', row.give) : settlementInput('quantity', row.quantity),
      settlementInput('feeRate', row.fee_rate, 'rule'),
      ...(row.limit_price === null ? [] : [settlementInput('limitPrice', row.limit_price)]),
      ...(row.reserved === null ? [] : [settlementInput('reserved', row.reserved, 'ledger')]),
      ...(row.close_reason === null ? [] : [settlementInput('closeReason', row.close_reason)]),
      ...(spec
        ? [settlementInput('spreadBps', add(spreadBps, zero), 'market'), settlementInput('tick', orderTickOf(row, spec), 'market')]
        : []),
    ],
    figures: !isFilled
      ? zeroOrOneSettlementFigure('returned', row.returned, giveUnit)
      : [
          ...zeroOrOneSettlementFigure('price', row.price, quoteCurrency),
          ...zeroOrOneSettlementFigure('quantity', row.quantity, row.base),
          ...zeroOrOneSettlementFigure('notional', row.notional, quoteCurrency),
          ...zeroOrOneSettlementFigure('fee', row.fee, quoteCurrency),
          ...zeroOrOneSettlementFigure('give', row.give, giveUnit),
          ...zeroOrOneSettlementFigure('get', row.get, getUnit),
        ],
    // What was set aside for one that was cancelled came back whole.
    result: isFilled
      ? { name: 'get', value: row.get, unit: getUnit }
      : row.returned === null
        ? null
        : { name: 'returned', value: row.returned, unit: giveUnit },
    records: !isFilled ? [] : [{ use: 'price', symbol: row.symbol, sec: Number(row.sec) }],
  }
}
