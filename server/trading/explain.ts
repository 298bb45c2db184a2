import type { Decimal } from '#contract/decimal.ts'
import { direction, orderType, positionStatus } from '#contract/states.ts'
import { asInstant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { fundingInputSymbolOf, overnightInputSymbolOf } from '#market/record/inputs.ts'
import type { MarketDataService } from '#market/market.ts'
import { add, q8, zero } from '#rules/decimal.ts'
import { closedPositionNetResult } from '#rules/position.ts'
import { usdtConvertersByCurrency } from '#rules/quote.ts'
import { orderSpreadBpsOf, orderTickOf } from '../orders/ownSpread.ts'
import {
  type ExplainedSettlement,
  type SettlementExplainer,
  zeroOrOneSettlementFigure,
  settlementInput,
  type UsedRecordSecond,
} from '../orders/explainer.ts'
import { contractSettleCurrency } from './legs.ts'
import type { PositionRow } from './position.ts'
import { findOwnPosition } from './store.ts'

/** A conversion is that of the newest record of its market, which at a rest of the market is a little older. */
const converterBackSeconds = 5
const markBackSeconds = 300

/** Why a position came out as it did: terms, both records, every charge, what came back (docs/rules/contracts.md). */
export const positionSettlementExplainer = (market: Pick<MarketDataService, 'spec'>): SettlementExplainer => ({
  refType: 'position',
  explain: async (sql, id, userId) => {
    const row = await findOwnPosition(sql, id, userId)
    return row && explained(sql, row, market)
  },
  settled: (sql, { afterId, fromMs, toMs, limit }) =>
    sql.query<{ id: string; userId: string }>(
      `select id, user_id as "userId" from position where id > $1 and status = 3 and closed_ms between $2 and $3 order by id limit $4`,
      [afterId, fromMs, toMs, limit],
    ),
})

const states = { 0: 'pending', 1: 'running', 2: 'settling', 3: 'done', 4: 'cancelled' } as const

async function explained(sql: Sql, row: PositionRow, market: Pick<MarketDataService, 'spec'>): Promise<ExplainedSettlement> {
  const spec = market.spec(row.symbol)
  const order = await orderOf(sql, row)
  const isOpened = row.status !== positionStatus.pending && row.status !== positionStatus.cancelled
  const isDone = row.status === positionStatus.closed
  const charges = isOpened ? await chargesOf(sql, row, usdtConvertersByCurrency[spec?.quote ?? '']?.symbol) : []
  const converter = usdtConvertersByCurrency[spec?.quote ?? '']
  const records = (use: 'open' | 'close', sec: string | null): UsedRecordSecond[] =>
    sec === null
      ? []
      : [
          { use, symbol: row.symbol, sec: Number(sec) },
          ...(converter ? [{ use: `${use}Rate`, symbol: converter.symbol, sec: Number(sec), back: converterBackSeconds }] : []),
        ]
  const net = isDone
    ? closedPositionNetResult({
        returned: row.returned ?? undefined,
        margin: row.margin,
        addedMargin: row.added_margin,
        openFee: row.open_fee,
        funding: row.funding,
      })
    : undefined
  return {
    what: 'position',
    formula: 'contract',
    orderNo: row.order_no,
    accountType: row.account_type,
    state: states[row.status as keyof typeof states],
    at: asInstant(Number(row.closed_ms ?? row.created_ms)),
    inputs: [...inputsOf(row, order, market), ...charges.flatMap(({ inputs }) => inputs)],
    figures: [
      ...(isOpened
        ? [
            ...zeroOrOneSettlementFigure('openPrice', row.open_price, spec?.quote ?? ''),
            ...zeroOrOneSettlementFigure('orderMargin', order.margin, contractSettleCurrency),
            ...zeroOrOneSettlementFigure('orderOpenFee', order.openFee, contractSettleCurrency),
          ]
        : []),
      ...charges.flatMap(({ figures }) => figures),
      ...zeroOrOneSettlementFigure('closePrice', row.close_price, spec?.quote ?? ''),
      ...zeroOrOneSettlementFigure('profit', row.profit && q8(row.profit), contractSettleCurrency),
      ...zeroOrOneSettlementFigure('closeFee', isDone ? q8(row.close_fee) : null, contractSettleCurrency),
      ...zeroOrOneSettlementFigure(
        'covered',
        /[1-9]/.test(row.covered ?? '') ? row.covered && q8(row.covered) : null,
        contractSettleCurrency,
      ),
      ...zeroOrOneSettlementFigure('returned', row.returned && q8(row.returned), contractSettleCurrency),
      ...zeroOrOneSettlementFigure('net', net, contractSettleCurrency),
    ],
    result: net === undefined ? null : { name: 'net', value: net, unit: contractSettleCurrency },
    records: isOpened
      ? [...records('open', row.open_sec), ...charges.flatMap((charge) => charge.records), ...records('close', row.close_sec)]
      : [],
  }
}

/** What the order was made with, and what the ledger holds of it. */
function inputsOf(row: PositionRow, order: WholeOrder, market: Pick<MarketDataService, 'spec'>): ExplainedSettlement['inputs'] {
  const spec = market.spec(row.symbol)
  const spreadBps = orderSpreadBpsOf(market, row)
  const converter = usdtConvertersByCurrency[spec?.quote ?? '']
  return [
    settlementInput('symbol', row.symbol),
    settlementInput('direction', row.direction),
    settlementInput('lever', row.lever),
    settlementInput('quantity', row.quantity),
    settlementInput('contractSize', row.contract_size),
    settlementInput('feeRate', row.fee_rate),
    ...(row.limit_price === null ? [] : [settlementInput('limitPrice', row.limit_price)]),
    ...(spec && spreadBps !== undefined
      ? [
          settlementInput('spreadBps', add(spreadBps, zero), 'market'),
          settlementInput('tick', orderTickOf(row, spec), 'market'),
          settlementInput('quote', spec.quote, 'market'),
        ]
      : []),
    ...(converter ? [settlementInput('conversion', converter.by, 'rule')] : []),
    ...(row.part_of === null ? [] : [settlementInput('partOf', row.part_of)]),
    ...(row.close_reason === null ? [] : [settlementInput('closeReason', row.close_reason)]),
    settlementInput('orderQuantity', order.quantity),
    ...(order.reserved === undefined ? [] : [settlementInput('reserved', order.reserved, 'ledger')]),
    settlementInput('margin', row.margin, 'ledger'),
    settlementInput('openFee', row.open_fee, 'ledger'),
    settlementInput('addedMargin', q8(row.added_margin), 'ledger'),
    settlementInput('funding', q8(row.funding), 'ledger'),
  ]
}

interface WholeOrder {
  quantity: Decimal
  margin: Decimal
  openFee: Decimal
  /** What a limit order had set aside: it never costs more. */
  reserved: Decimal | undefined
}

/** The order as it was opened: the position and every part that was closed out of it, together. */
async function orderOf(sql: Sql, row: PositionRow): Promise<WholeOrder> {
  const rootId = row.part_of ?? row.id
  const [sums] = await sql.query<Omit<WholeOrder, 'reserved'>>(
    `select sum(quantity) as quantity, sum(margin)::numeric(36, 8) as margin, sum(open_fee)::numeric(36, 8) as "openFee"
     from position where id = $1 or part_of = $1`,
    [rootId],
  )
  if (!sums) throw new Error('sums give one row')
  if (row.order_type !== orderType.limit) return { ...sums, reserved: undefined }
  const [held] = await sql.query<{ amount: Decimal }>(
    `select l.amount from posting p join leg l on l.posting_id = p.id
     where p.ref_type = 'position' and p.ref_id = $1 and l.bucket = 'FROZEN' and l.amount > 0 order by l.id limit 1`,
    [rootId],
  )
  return { ...sums, reserved: held?.amount }
}

interface ChargeRow {
  due_sec: string
  amount: Decimal
  kind: string
  nights: number
  mark_sec: string
  rate: Decimal
  input_sec: string | null
  quantity: Decimal
}

/**
 * Every charge of this row, with the quantity that it held then: what was closed out of it later was still in it. Charges of today tell it
 * themselves; of earlier ones it follows from when each part left.
 */
async function chargesOf(
  sql: Sql,
  row: PositionRow,
  converter: string | undefined,
): Promise<Pick<ExplainedSettlement, 'inputs' | 'figures' | 'records'>[]> {
  const rows = await sql.query<ChargeRow>(
    `select c.due_sec, c.amount, m.kind, m.nights, m.mark_sec, m.input_sec, case when $2 = ${direction.long} then m.long_rate else m.short_rate end as rate,
       coalesce(c.quantity, $3::numeric + coalesce(
         (select sum(part.quantity) from position part where part.part_of = $1 and part.id >> 22 >= c.at_ms), 0)) as quantity
     from holding_charge c join holding_mark m on m.due_sec = c.due_sec and m.symbol = $4 where c.position_id = $1 order by c.due_sec`,
    [row.id, row.direction, row.quantity, row.symbol],
  )
  const rateAt = (sec: string, due: string): UsedRecordSecond[] =>
    converter ? [{ use: `markRate@${due}`, symbol: converter, sec: Number(sec), back: markBackSeconds }] : []
  // Of an overnight rate, the side's own is among the leaf's sources.
  const leafOf = (due_sec: string, kind: string, input_sec: string | null): UsedRecordSecond[] => {
    if (input_sec === null) return []
    const used = { use: `rate@${due_sec}`, sec: Number(input_sec) }
    if (kind === 'funding') return [{ ...used, symbol: fundingInputSymbolOf(row.symbol) }]
    return [{ ...used, symbol: overnightInputSymbolOf(row.symbol), part: row.direction === direction.long ? 'long' : 'short' }]
  }
  return rows.map(({ due_sec: due, amount, kind, nights, mark_sec, rate, input_sec, quantity }) => ({
    inputs: [
      settlementInput(`kind@${due}`, kind, 'rule'),
      settlementInput(`rate@${due}`, add(rate, zero), 'record'),
      settlementInput(`nights@${due}`, nights, 'rule'),
      settlementInput(`quantity@${due}`, add(quantity, zero)),
      settlementInput(`charged@${due}`, q8(amount), 'ledger'),
    ],
    figures: zeroOrOneSettlementFigure(`charge@${due}`, amount, contractSettleCurrency),
    records: [{ use: `mark@${due}`, symbol: row.symbol, sec: Number(mark_sec) }, ...rateAt(mark_sec, due), ...leafOf(due, kind, input_sec)],
  }))
}
