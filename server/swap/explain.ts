import { asDecimal } from '#contract/decimal.ts'
import { asInstant } from '#contract/time.ts'
import { swapAsked } from '#rules/recheckSwap.ts'
import { swapCurrency } from '#rules/swap.ts'
import { type Explained, type Explainer, figure, input } from '../explained.ts'
import { isRowId } from '../ids.ts'
import type { SwapRow } from './store.ts'

/** Why an exchange had this rate: the records of its coins and the published half spread (product §2.8). */
export const swapExplainer: Explainer = {
  refType: 'swap',
  explain: async (sql, id, userId) => {
    if (!isRowId(id)) return undefined
    const [row] = await sql.query<SwapRow>('select * from swap where id = $1 and user_id = $2', [id, userId])
    return row && explained(row)
  },
  settled: (sql, { afterId, fromMs, toMs, limit }) =>
    sql.query<{ id: string; userId: string }>(
      'select id, user_id as "userId" from swap where id > $1 and created_ms between $2 and $3 order by id limit $4',
      [afterId, fromMs, toMs, limit],
    ),
}

function explained(row: SwapRow): Explained {
  const sourceOf = (currency: string) => row.sources.find(({ symbol }) => symbol === `${currency}${swapCurrency}`)
  const side = (currency: string) => ({ currency, mid: sourceOf(currency)?.mid ?? asDecimal('1') })
  const asked = swapAsked(side(row.from_currency), side(row.to_currency), { fromAmount: row.from_amount, toAmount: row.to_amount })
  const record = (use: 'from' | 'to', currency: string) => {
    const source = sourceOf(currency)
    return source ? [{ use, symbol: source.symbol, sec: source.sec }] : []
  }
  return {
    what: 'swap',
    formula: 'swap',
    orderNo: row.order_no,
    accountType: row.account_type,
    state: 'done',
    at: asInstant(Number(row.created_ms)),
    inputs: [
      input('fromCurrency', row.from_currency),
      input('toCurrency', row.to_currency),
      input('asked', asked),
      asked === 'from' ? input('fromAmount', row.from_amount) : input('toAmount', row.to_amount),
    ],
    figures: [
      ...figure('mid', row.mid, row.counter),
      ...figure('rate', row.rate, row.counter),
      ...figure('fromAmount', row.from_amount, row.from_currency),
      ...figure('toAmount', row.to_amount, row.to_currency),
      ...figure('costUsdt', row.cost_usdt, swapCurrency),
    ],
    result: { name: 'toAmount', value: row.to_amount, unit: row.to_currency },
    records: [...record('from', row.from_currency), ...record('to', row.to_currency)],
  }
}
