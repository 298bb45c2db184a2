import type { Decimal } from '#contract/decimal.ts'
import { earnProductType } from '#contract/states.ts'
import { asInstant, type Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { add, isZero, q8, subtract, zero } from '#rules/decimal.ts'
import type { AppContext } from '../core/appContext.ts'
import type { AssetValuationReader, BatchAssetValuationReader, ValuedHolding } from '../risk/valuation.ts'
import { type ValuationPrices, usdtValue, type UsdtPrice, usdtPriceOf } from '../risk/usdtPrice.ts'
import { productKindOf, type ProductKindsByType } from './kindOf.ts'
import type { ProductOrderRow } from './rows.ts'
import { readProductOrderNonIncomeFlowsSince, readOpenProductOrders, readProductOrdersOpenAt, readOpenRealProductOrders } from './store.ts'

/**
 * What earn products are worth beyond the money that lies in INVEST, which the wallet counts by itself: the gain or loss of units, less what
 * leaving at that time would have cost, and machines, which hold no money any more, count nothing. With `atMs` by what was published by then, what came of an order since counted back.
 */
export const createProductGainsValuationReader =
  ({ clock }: AppContext, kinds: ProductKindsByType): AssetValuationReader =>
  async (sql, { userId, accountType, prices, atMs }) => {
    const rows =
      atMs === undefined
        ? await readOpenProductOrders(sql, userId, accountType)
        : await readProductOrdersOpenAt(sql, userId, accountType, atMs)
    const valued: ValuedHolding[] = []
    for (const [group, own] of Map.groupBy(rows, groupOf)) {
      const counted = own.filter((row) => kinds.has(row.type) && productKindOf(kinds, row).usdtValues)
      const open = counted.filter(({ closed_ms }) => closed_ms === null)
      const at = asInstant(atMs === undefined ? clock.now() : atMs - 1)
      const gains = gainsIn(counted, await valuesOf(sql, kinds, open, at))
      if (atMs !== undefined) await countBack(sql, counted, atMs, gains)
      subtractCosts(gains, own, await exitCostsOf(sql, kinds, own, at))
      const pricedGains = priceGains(prices, gains)
      valued.push({
        group,
        usdt: usdtOf(pricedGains),
        invested: group === 'earn' ? [] : own.map(({ currency, held }) => ({ currency, amount: held })),
        secs: pricedGains.flatMap(({ usdtPrice }) => usdtPrice?.sec ?? []),
        stale: pricedGains.filter(({ usdtPrice }) => !usdtPrice || usdtPrice.stale).map(({ currency }) => currency),
      })
    }
    return valued
  }

const groupOf = ({ type }: Pick<ProductOrderRow, 'type'>): ValuedHolding['group'] =>
  type === earnProductType.miner ? 'miner' : type === earnProductType.debt ? 'debt' : 'earn'

/** What products of many people are worth beyond the money in INVEST: the same rule, their units valued together. */
export const createProductGainsBatchValuationReader =
  ({ market, clock }: AppContext, kinds: ProductKindsByType): BatchAssetValuationReader =>
  async (sql, userIds) => {
    const held = (await readOpenRealProductOrders(sql, userIds)).filter((row) => kinds.has(row.type))
    const values = await valuesOf(sql, kinds, held, clock.now())
    const costs = await exitCostsOf(sql, kinds, held, clock.now())
    const worthOf = (rows: readonly ProductOrderRow[]): Decimal => {
      const gains = gainsIn(rows, values)
      subtractCosts(gains, rows, costs)
      return usdtOf(priceGains(market, gains))
    }
    return new Map(
      [...Map.groupBy(held, ({ user_id }) => user_id)].map(([userId, own]) => [
        userId,
        // By group, as one person's are.
        q8([...Map.groupBy(own, groupOf).values()].reduce((sum, rows) => add(sum, worthOf(rows)), zero)),
      ]),
    )
  }

/** What these orders are worth at that time, by order; nothing for those whose money in INVEST is all there is. */
async function valuesOf(sql: Sql, kinds: ProductKindsByType, rows: readonly ProductOrderRow[], at: Instant): Promise<Map<string, Decimal>> {
  const values = new Map<string, Decimal>()
  for (const [type, own] of Map.groupBy(rows, (row) => row.type))
    for (const [id, value] of (await productKindOf(kinds, { type }).usdtValues?.(sql, own, at)) ?? []) values.set(id, value)
  return values
}

/** What leaving these orders then would have cost, by order. */
async function exitCostsOf(
  sql: Sql,
  kinds: ProductKindsByType,
  rows: readonly ProductOrderRow[],
  at: Instant,
): Promise<Map<string, Decimal>> {
  const costs = new Map<string, Decimal>()
  for (const [type, own] of Map.groupBy(rows, (row) => row.type)) {
    if (!kinds.has(type)) continue
    for (const [id, cost] of (await productKindOf(kinds, { type }).exitCosts?.(sql, own, at)) ?? []) costs.set(id, cost)
  }
  return costs
}

/** Takes what leaving would cost off the gains of its currency. */
function subtractCosts(gains: Map<string, Decimal>, rows: readonly ProductOrderRow[], costs: ReadonlyMap<string, Decimal>): void {
  for (const { id, currency } of rows) {
    const cost = costs.get(id)
    if (cost !== undefined && !isZero(cost)) gains.set(currency, subtract(gains.get(currency) ?? zero, cost))
  }
}

/** By currency: what units are worth above what was paid for them. An order that is over has none any more. */
function gainsIn(rows: readonly ProductOrderRow[], values: ReadonlyMap<string, Decimal>): Map<string, Decimal> {
  const sums = new Map<string, Decimal>()
  for (const { id, currency, held, closed_ms } of rows) {
    const value = closed_ms === null ? values.get(id) : undefined
    if (value !== undefined) sums.set(currency, add(sums.get(currency) ?? zero, subtract(value, held)))
  }
  return sums
}

interface Gain {
  currency: string
  amount: Decimal
  usdtPrice: UsdtPrice | undefined
}

const priceGains = (prices: ValuationPrices, gains: ReadonlyMap<string, Decimal>): Gain[] =>
  [...gains].map(([currency, amount]) => ({ currency, amount, usdtPrice: usdtPriceOf(prices, currency) }))

const usdtOf = (gains: readonly Gain[]): Decimal =>
  q8(gains.reduce((sum, { amount, usdtPrice }) => (usdtPrice ? add(sum, usdtValue(amount, usdtPrice)) : sum), zero))

/** Adds what came of these orders since: money that left INVEST by them was worth that before. */
async function countBack(sql: Sql, rows: readonly ProductOrderRow[], atMs: number, gains: Map<string, Decimal>): Promise<void> {
  if (rows.length === 0) return
  const currencies = new Map(rows.map(({ id, currency }) => [id, currency]))
  for (const { id, amount } of await readProductOrderNonIncomeFlowsSince(sql, [...currencies.keys()], atMs)) {
    const currency = currencies.get(id) as string
    gains.set(currency, add(gains.get(currency) ?? zero, amount))
  }
}
