import type { Decimal } from '#contract/decimal.ts'
import { direction, orderType, positionStatus } from '#contract/states.ts'
import { asInstant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { fundingSymbol, overnightSymbol } from '#market/inputs.ts'
import type { Market } from '#market/market.ts'
import { add, q8, zero } from '#rules/decimal.ts'
import { netResult } from '#rules/position.ts'
import { conversionSymbol } from '#rules/quote.ts'
import { type Explained, type Explainer, figure, input, type UsedRecord } from '../explained.ts'
import { settleCurrency } from './legs.ts'
import type { PositionRow } from './position.ts'
import { positionOf } from './store.ts'

/** A conversion is that of the newest record of its market, which at a rest of the market is a little older. */
const converterBackSeconds = 5
const markBackSeconds = 300

/** Why a position came out as it did: terms, both records, every charge, what came back (product §2.4). */
export const positionExplainer = (market: Pick<Market, 'spec'>): Explainer => ({
  refType: 'position',
  explain: async (sql, id, userId) => {
    const row = await positionOf(sql, id, userId)
    return row && explained(sql, row, market)
  },
  settled: (sql, { afterId, fromMs, toMs, limit }) =>
    sql.query<{ id: string; userId: string }>(
      `select id, user_id as "userId" from position where id > $1 and status = 3 and closed_ms between $2 and $3 order by id limit $4`,
      [afterId, fromMs, toMs, limit],
    ),
})

const states = { 0: 'pending', 1: 'running', 2: 'settling', 3: 'done', 4: 'cancelled' } as const

async function explained(sql: Sql, row: PositionRow, market: Pick<Market, 'spec'>): Promise<Explained> {
  const spec = market.spec(row.symbol)
  const order = await orderOf(sql, row)
  const isOpened = row.status !== positionStatus.pending && row.status !== positionStatus.cancelled
  const isDone = row.status === positionStatus.closed
  const charges = isOpened ? await chargesOf(sql, row, conversionSymbol[spec?.quote ?? '']?.symbol) : []
  const converter = conversionSymbol[spec?.quote ?? '']
  const records = (use: 'open' | 'close', sec: string | null): UsedRecord[] =>
    sec === null
      ? []
      : [
          { use, symbol: row.symbol, sec: Number(sec) },
          ...(converter ? [{ use: `${use}Rate`, symbol: converter.symbol, sec: Number(sec), back: converterBackSeconds }] : []),
        ]
  const net = isDone
    ? netResult({
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
    inputs: [
      input('symbol', row.symbol),
      input('direction', row.direction),
      input('lever', row.lever),
      input('quantity', row.quantity),
      input('contractSize', row.contract_size),
      input('feeRate', row.fee_rate),
      ...(row.limit_price === null ? [] : [input('limitPrice', row.limit_price)]),
      ...(spec
        ? [input('spreadBps', spec.spreadBps, 'market'), input('tick', spec.tick, 'market'), input('quote', spec.quote, 'market')]
        : []),
      ...(converter ? [input('conversion', converter.by, 'rule')] : []),
      ...(row.part_of === null ? [] : [input('partOf', row.part_of)]),
      ...(row.close_reason === null ? [] : [input('closeReason', row.close_reason)]),
      input('orderQuantity', order.quantity),
      ...(order.reserved === undefined ? [] : [input('reserved', order.reserved, 'ledger')]),
      input('margin', row.margin, 'ledger'),
      input('openFee', row.open_fee, 'ledger'),
      input('addedMargin', q8(row.added_margin), 'ledger'),
      input('funding', q8(row.funding), 'ledger'),
      ...charges.flatMap(({ inputs }) => inputs),
    ],
    figures: [
      ...(isOpened
        ? [
            ...figure('openPrice', row.open_price, spec?.quote ?? ''),
            ...figure('orderMargin', order.margin, settleCurrency),
            ...figure('orderOpenFee', order.openFee, settleCurrency),
          ]
        : []),
      ...charges.flatMap(({ figures }) => figures),
      ...figure('closePrice', row.close_price, spec?.quote ?? ''),
      ...figure('profit', row.profit && q8(row.profit), settleCurrency),
      ...figure('closeFee', isDone ? q8(row.close_fee) : null, settleCurrency),
      ...figure('covered', /[1-9]/.test(row.covered ?? '') ? row.covered && q8(row.covered) : null, settleCurrency),
      ...figure('returned', row.returned && q8(row.returned), settleCurrency),
      ...figure('net', net, settleCurrency),
    ],
    result: net === undefined ? null : { name: 'net', value: net, unit: settleCurrency },
    records: isOpened
      ? [...records('open', row.open_sec), ...charges.flatMap((charge) => charge.records), ...records('close', row.close_sec)]
      : [],
  }
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

/** Every charge of this row, with the quantity that it held then: what was closed out of it later was still in it. */
async function chargesOf(
  sql: Sql,
  row: PositionRow,
  converter: string | undefined,
): Promise<Pick<Explained, 'inputs' | 'figures' | 'records'>[]> {
  const rows = await sql.query<ChargeRow>(
    `select c.due_sec, c.amount, m.kind, m.nights, m.mark_sec, m.input_sec, case when $2 = ${direction.long} then m.long_rate else m.short_rate end as rate,
       $3::numeric + coalesce((select sum(part.quantity) from position part where part.part_of = $1 and part.id >> 22 >= c.at_ms), 0) as quantity
     from holding_charge c join holding_mark m on m.due_sec = c.due_sec and m.symbol = $4 where c.position_id = $1 order by c.due_sec`,
    [row.id, row.direction, row.quantity, row.symbol],
  )
  const rateAt = (sec: string, due: string): UsedRecord[] =>
    converter ? [{ use: `markRate@${due}`, symbol: converter, sec: Number(sec), back: markBackSeconds }] : []
  // Of an overnight rate, the side's own is among the leaf's sources.
  const leafOf = (due_sec: string, kind: string, input_sec: string | null): UsedRecord[] => {
    if (input_sec === null) return []
    const used = { use: `rate@${due_sec}`, sec: Number(input_sec) }
    if (kind === 'funding') return [{ ...used, symbol: fundingSymbol(row.symbol) }]
    return [{ ...used, symbol: overnightSymbol(row.symbol), part: row.direction === direction.long ? 'long' : 'short' }]
  }
  return rows.map(({ due_sec: due, amount, kind, nights, mark_sec, rate, input_sec, quantity }) => ({
    inputs: [
      input(`kind@${due}`, kind, 'rule'),
      input(`rate@${due}`, add(rate, zero), 'record'),
      input(`nights@${due}`, nights, 'rule'),
      input(`quantity@${due}`, add(quantity, zero)),
    ],
    figures: figure(`charge@${due}`, amount, settleCurrency),
    records: [{ use: `mark@${due}`, symbol: row.symbol, sec: Number(mark_sec) }, ...rateAt(mark_sec, due), ...leafOf(due, kind, input_sec)],
  }))
}
