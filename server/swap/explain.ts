import { asDecimal } from '#contract/decimal.ts'
import { asInstant } from '#contract/time.ts'
import { requestedSwapSide } from '#rules/recheck/recheckSwap.ts'
import { swapBridgeCurrency } from '#rules/swap.ts'
import { type ExplainedSettlement, type SettlementExplainer, zeroOrOneSettlementFigure, settlementInput } from '../orders/explainer.ts'
import { isRowId } from '../core/ids.ts'
import type { TermsByTime } from '../terms/termsByTime.ts'
import { swapHalfSpreadAt } from './price.ts'
import type { SwapRow } from './store.ts'

/** Why an exchange had this rate: the records of its coins and the published half spread (docs/rules/swaps.md). */
export const swapSettlementExplainer = (terms: TermsByTime): SettlementExplainer => ({
  refType: 'swap',
  explain: async (sql, id, userId) => {
    if (!isRowId(id)) return undefined
    const [row] = await sql.query<SwapRow>('select * from swap where id = $1 and user_id = $2', [id, userId])
    return row && explained(row, terms)
  },
  settled: (sql, { afterId, fromMs, toMs, limit }) =>
    sql.query<{ id: string; userId: string }>(
      'select id, user_id as "userId" from swap where id > $1 and created_ms between $2 and $3 order by id limit $4',
      [afterId, fromMs, toMs, limit],
    ),
})

function explained(row: SwapRow, terms: TermsByTime): ExplainedSettlement {
  const sourceOf = (currency: string) => row.sources.find(({ symbol }) => symbol === `${currency}${swapBridgeCurrency}`)
  const side = (currency: string) => {
    const source = sourceOf(currency)
    return source ? { currency, mid: source.mid, half: swapHalfSpreadAt(terms, currency, source.sec) } : { currency, mid: asDecimal('1') }
  }
  const half = (which: 'from' | 'to', currency: string) => {
    const of = side(currency)
    return 'half' in of ? [settlementInput(`${which}HalfSpread`, of.half, 'rule')] : []
  }
  const requestedSide = requestedSwapSide(side(row.from_currency), side(row.to_currency), {
    fromAmount: row.from_amount,
    toAmount: row.to_amount,
  })
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
      settlementInput('fromCurrency', row.from_currency),
      settlementInput('toCurrency', row.to_currency),
      settlementInput('asked', requestedSide),
      ...half('from', row.from_currency),
      ...half('to', row.to_currency),
      requestedSide === 'from' ? settlementInput('fromAmount', row.from_amount) : settlementInput('toAmount', row.to_amount),
    ],
    figures: [
      ...zeroOrOneSettlementFigure('mid', row.mid, row.counter),
      ...zeroOrOneSettlementFigure('rate', row.rate, row.counter),
      ...zeroOrOneSettlementFigure('fromAmount', row.from_amount, row.from_currency),
      ...zeroOrOneSettlementFigure('toAmount', row.to_amount, row.to_currency),
      ...zeroOrOneSettlementFigure('costUsdt', row.cost_usdt, swapBridgeCurrency),
    ],
    result: { name: 'toAmount', value: row.to_amount, unit: row.to_currency },
    records: [...record('from', row.from_currency), ...record('to', row.to_currency)],
  }
}
