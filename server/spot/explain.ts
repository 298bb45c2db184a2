import { direction, orderType } from '#contract/states.ts'
import { asInstant } from '#contract/time.ts'
import type { Market } from '#market/market.ts'
import { q8, zero } from '#rules/decimal.ts'
import { spotAsked } from '#rules/recheckSpot.ts'
import { swapCurrency as quoteCurrency } from '#rules/swap.ts'
import { type Explained, type Explainer, figure, input } from '../explained.ts'
import { isRowId } from '../ids.ts'
import type { SpotRow } from './store.ts'

/** Why a spot order was filled so: bid or ask of one record, and the fee (product §2.3). */
export const spotExplainer = (market: Pick<Market, 'spec'>): Explainer => ({
  refType: 'spot',
  explain: async (sql, id, userId) => {
    if (!isRowId(id)) return undefined
    const [row] = await sql.query<SpotRow>('select * from spot_order where id = $1 and user_id = $2', [id, userId])
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

function explained(row: SpotRow, market: Pick<Market, 'spec'>): Explained {
  const spec = market.spec(row.symbol)
  const isBuy = row.direction === direction.long
  const state = states[row.status as keyof typeof states]
  const isFilled = state === 'done'
  const asked = row.order_type === orderType.limit ? 'quantity' : spotAsked(row)
  const [giveUnit, getUnit] = isBuy ? [quoteCurrency, row.base] : [row.base, quoteCurrency]
  return {
    what: 'spot',
    formula: 'spot',
    orderNo: row.order_no,
    accountType: row.account_type,
    state,
    at: asInstant(Number(row.closed_ms ?? row.created_ms)),
    inputs: [
      input('symbol', row.symbol),
      input('base', row.base),
      input('direction', row.direction),
      input('asked', asked),
      asked === 'money' ? input('money', row.give) : input('quantity', row.quantity),
      input('feeRate', row.fee_rate, 'rule'),
      ...(row.limit_price === null ? [] : [input('limitPrice', row.limit_price)]),
      ...(row.reserved === null ? [] : [input('reserved', row.reserved, 'ledger')]),
      ...(row.close_reason === null ? [] : [input('closeReason', row.close_reason)]),
      ...(spec ? [input('spreadBps', spec.spreadBps, 'market'), input('tick', spec.tick, 'market')] : []),
    ],
    figures: !isFilled
      ? []
      : [
          ...figure('price', row.price, quoteCurrency),
          ...figure('quantity', row.quantity, row.base),
          ...figure('notional', row.notional, quoteCurrency),
          ...figure('fee', row.fee, quoteCurrency),
          ...figure('give', row.give, giveUnit),
          ...figure('get', row.get, getUnit),
        ],
    // What was set aside for one that was cancelled came back whole.
    result: isFilled
      ? { name: 'get', value: row.get, unit: getUnit }
      : { name: 'returned', value: row.returned ?? q8(zero), unit: giveUnit },
    records: !isFilled ? [] : [{ use: 'price', symbol: row.symbol, sec: Number(row.sec) }],
  }
}
