import * as z from 'zod/mini'
import { OptionOrder } from '#contract/orders/option.ts'
import type { Decimal } from '#contract/decimal.ts'
import { asInstant } from '#contract/time.ts'
import { positionStatus } from '#contract/states.ts'
import { divide, isPositive, multiply, q8, subtract, truncate } from '#rules/decimal.ts'
import {
  type ImpliedVolatilitySurface,
  impliedVolatilityAt,
  type OptionKind,
  volatilitySurfaceForExpiry,
  optionValueOf,
} from '#rules/option/option.ts'
import type { AppContext } from '../core/appContext.ts'
import { findFreshUnderlyingQuote } from './request.ts'

/** One row of the table `option_position`, as the database gives it: numeric and int8 are exact strings. */
export interface OptionPositionRow {
  id: string
  order_no: string
  user_id: string
  account_type: number
  option_id: string
  symbol: string
  cp: OptionKind
  strike: Decimal
  expiry_sec: string
  feed: string
  quantity: Decimal
  iv: Decimal
  open_mid: Decimal
  open_price: Decimal
  premium: Decimal
  fee: Decimal
  fee_discount: Decimal
  held: Decimal
  status: number
  close_reason: number | null
  close_price: Decimal | null
  settle_price: Decimal | null
  settle_records: number | null
  returned: Decimal | null
  open_sec: string
  close_sec: string | null
  created_ms: string
  closed_ms: string | null
}

type Surfaces = ReadonlyMap<string, ImpliedVolatilitySurface>

/** What this option is sold back at by a price of its underlying. */
export function optionBidOf(
  row: Pick<OptionPositionRow, 'symbol' | 'cp' | 'strike' | 'expiry_sec'>,
  mid: Decimal,
  surfaces: Surfaces,
  nowMs: number,
): Decimal {
  const surface = surfaces.get(row.symbol)
  if (!surface) throw new Error(`${row.symbol} has no surface`)
  const secondsLeft = Math.max(0, Number(row.expiry_sec) - Math.floor(nowMs / 1000))
  return optionValueOf(
    { cp: row.cp, strike: row.strike, secondsLeft },
    impliedVolatilityAt(volatilitySurfaceForExpiry(surface, Number(row.expiry_sec)), row.strike, mid),
    mid,
  ).bid
}

/** The row as the wire shows it (docs/rules/options.md), its bid by the newest record. */
export function toOptionOrder(app: AppContext, row: OptionPositionRow, surfaces: Surfaces): OptionOrder {
  const nowMs = app.clock.now()
  const isOpen = row.status !== positionStatus.closed
  const quote = isOpen && nowMs < Number(row.expiry_sec) * 1000 ? findFreshUnderlyingQuote(app.market, row.symbol, nowMs) : undefined
  const bid = quote && optionBidOf(row, quote.mid, surfaces, nowMs)
  const value = bid ? q8(multiply(bid, row.quantity)) : row.returned
  const profit = value === null ? null : q8(subtract(value, row.premium))
  return {
    id: row.id,
    orderNo: row.order_no,
    accountType: row.account_type,
    posType: 3,
    symbol: row.symbol,
    name: app.market.spec(row.symbol)?.name ?? row.symbol,
    direction: 1,
    orderType: 1,
    quantity: row.quantity,
    openPrice: row.open_price,
    markPrice: bid ?? null,
    margin: row.premium,
    openFee: row.fee,
    profit,
    profitRate: profit === null || !isPositive(row.premium) ? null : truncate(divide(profit, row.premium), 6),
    status: row.status,
    openSec: Number(row.open_sec),
    createTime: asInstant(Number(row.created_ms)),
    ...(row.close_price !== null && { closePrice: row.close_price }),
    ...(row.returned !== null && { returned: row.returned }),
    ...(row.status === positionStatus.closed && row.close_reason !== null && { closeReason: row.close_reason }),
    ...(row.close_sec !== null && { closeSec: Number(row.close_sec) }),
    ...(row.closed_ms !== null && { closeTime: asInstant(Number(row.closed_ms)) }),
    option: {
      optionId: row.option_id,
      underlying: row.symbol,
      cp: row.cp,
      strike: row.strike,
      expiry: asInstant(Number(row.expiry_sec) * 1000),
      iv: row.iv,
      openMid: row.open_mid,
      ...(row.settle_price !== null && { settlePrice: row.settle_price }),
      ...(row.settle_records !== null && { records: row.settle_records }),
      isVoid: row.settle_records !== null && row.settle_price === null,
    },
  }
}

/** As the REST reply has it, for the person's stream. */
export const encodeOptionOrder = (app: AppContext, row: OptionPositionRow, surfaces: Surfaces): unknown =>
  z.encode(OptionOrder, toOptionOrder(app, row, surfaces))
