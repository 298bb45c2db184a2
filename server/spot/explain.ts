import { direction } from '#contract/states.ts'
import { asInstant } from '#contract/time.ts'
import type { Market } from '#market/market.ts'
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
      'select id, user_id as "userId" from spot_order where id > $1 and created_ms between $2 and $3 order by id limit $4',
      [afterId, fromMs, toMs, limit],
    ),
})

function explained(row: SpotRow, market: Pick<Market, 'spec'>): Explained {
  const spec = market.spec(row.symbol)
  const isBuy = row.direction === direction.long
  const asked = spotAsked(row)
  const [giveUnit, getUnit] = isBuy ? [quoteCurrency, row.base] : [row.base, quoteCurrency]
  return {
    what: 'spot',
    formula: 'spot',
    orderNo: row.order_no,
    accountType: row.account_type,
    state: 'done',
    at: asInstant(Number(row.created_ms)),
    inputs: [
      input('symbol', row.symbol),
      input('base', row.base),
      input('direction', row.direction),
      input('asked', asked),
      asked === 'money' ? input('money', row.give) : input('quantity', row.quantity),
      input('feeRate', row.fee_rate, 'rule'),
      ...(spec ? [input('spreadBps', spec.spreadBps, 'market'), input('tick', spec.tick, 'market')] : []),
    ],
    figures: [
      ...figure('price', row.price, quoteCurrency),
      ...figure('quantity', row.quantity, row.base),
      ...figure('notional', row.notional, quoteCurrency),
      ...figure('fee', row.fee, quoteCurrency),
      ...figure('give', row.give, giveUnit),
      ...figure('get', row.get, getUnit),
    ],
    result: { name: 'get', value: row.get, unit: getUnit },
    records: [{ use: 'price', symbol: row.symbol, sec: Number(row.sec) }],
  }
}
