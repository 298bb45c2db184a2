import * as z from 'zod/mini'
import { SecondContractOrder } from '#contract/calls/secondContracts.ts'
import type { Decimal } from '#contract/decimal.ts'
import { secondContractResult, secondContractStatus } from '#contract/states.ts'
import { asInstant, serverDayAt } from '#contract/time.ts'
import type { LeafIndexLookup } from '../core/leafIndex.ts'
import { q8, subtract, truncate } from '#rules/decimal.ts'

/** One row of the table `second_order`, as the database gives it: numeric and int8 are exact strings. */
export interface SecondContractOrderRow {
  id: string
  order_no: string
  user_id: string
  account_type: number
  symbol: string
  set_id: string
  seconds: number
  type: number
  money: Decimal
  odds: Decimal
  feed: string
  accepted_ms: string
  open_sec: string
  close_sec: string
  status: number
  open_price: Decimal | null
  open_record_sec: string | null
  close_price: Decimal | null
  close_record_sec: string | null
  result: number | null
  payout: Decimal | null
  settled_ms: string | null
}

/** The price record has ten decimals, and so has what was decided on it. */
const recordScale = 10

/** The row as the wire shows it (docs/rules/timed-contracts.md). Past closeSec and not booked yet it is settling. */
export function toSecondContractOrder(row: SecondContractOrderRow, nowMs: number): SecondContractOrder {
  const isOver = nowMs >= Number(row.close_sec) * 1000
  return {
    id: row.id,
    orderNo: row.order_no,
    accountType: row.account_type,
    symbol: row.symbol,
    setId: row.set_id,
    seconds: row.seconds,
    type: row.type,
    money: row.money,
    odds: row.odds,
    openPrice: row.open_price && truncate(row.open_price, recordScale),
    openSec: Number(row.open_sec),
    closePrice: row.close_price && truncate(row.close_price, recordScale),
    closeSec: Number(row.close_sec),
    status: row.status === secondContractStatus.running && isOver ? secondContractStatus.settling : row.status,
    result: row.result ?? secondContractResult.none,
    profit: q8(row.payout === null ? '0' : subtract(row.payout, row.money)),
    payout: q8(row.payout ?? '0'),
    proof: { open: proofOf(row.open_record_sec), close: proofOf(row.close_record_sec) },
    createTime: asInstant(Number(row.accepted_ms)),
    ...(row.settled_ms !== null && { settleTime: asInstant(Number(row.settled_ms)) }),
  }
}

const proofOf = (sec: string | null) => (sec === null ? null : { sec: Number(sec), day: serverDayAt(Number(sec) * 1000), leafIndex: null })

/** These orders with the places of their records in the signed list. */
export async function withSecondContractOrderLeafIndexes(
  orders: readonly SecondContractOrder[],
  placesOf: LeafIndexLookup,
): Promise<SecondContractOrder[]> {
  const proofs = orders.flatMap(({ symbol, proof: { open, close } }) =>
    [open, close].flatMap((price) => price ?? []).map(({ sec }) => ({ symbol, sec })),
  )
  const places = (await placesOf(proofs)).values()
  const placed = (proof: SecondContractOrder['proof']['open']) => proof && { ...proof, leafIndex: places.next().value ?? null }
  return orders.map((order) => ({ ...order, proof: { open: placed(order.proof.open), close: placed(order.proof.close) } }))
}

/** As the REST reply has it, for the person's stream. */
export const encodeSecondContractOrder = (row: SecondContractOrderRow, nowMs: number): unknown =>
  z.encode(SecondContractOrder, toSecondContractOrder(row, nowMs))
