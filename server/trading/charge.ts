import type { Decimal } from '#contract/decimal.ts'
import { positionStatus } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import { readAvailableBalance, type AccountType, lockWallet, post } from '#ledger/ledger.ts'
import type { PriceRecordSecond, SymbolSpec } from '#market/market.ts'
import { tradingEndSecond } from '#market/marketClosed.ts'
import { readRecordedPricesAt } from '#market/record/recordedPrices.ts'
import { add, isNegative, isZero, q8, smallerDecimal, subtract, zero } from '#rules/decimal.ts'
import {
  maxHoldingChargeDelaySeconds,
  holdingChargeUsdt,
  areHoldingChargeInputsTimely,
  isHoldingChargeDue,
  nextHoldingChargeSec,
} from '#rules/funding.ts'
import { usdtConvertersByCurrency, noUsdtConversion } from '#rules/quote.ts'
import { isCompetitionOfEntryOver } from '../orders/competition.ts'
import type { AppContext } from '../core/appContext.ts'
import { forEachBatch } from '../core/batches.ts'
import { log } from '../core/log.ts'
import { type PublishedHoldingChargeRate, readPublishedHoldingChargeRates } from './holding.ts'
import {
  type PositionDueForHoldingCharge,
  holdingChargeBatchSize,
  readPositionsDueForHoldingCharge,
  type HoldingChargeMark,
  tryInsertHoldingCharge,
  insertHoldingChargeMarks,
  readNextHoldingChargeMarkSec,
  readHoldingChargeMark,
} from './holdingStore.ts'
import { totalPositionMargin, contractHoldingChargeLegs, contractSettleCurrency } from './legs.ts'
import { openPositionOfRow, type PositionRow } from './position.ts'
import { updateRunningPosition, tryLockLivePosition } from './store.ts'
import { notifyStreamsOfPosition, notifyMarginWarning } from './notify.ts'
import { positionMarginTriggerLevelsOf } from './trigger.ts'
import { transactionWithEffects } from '../core/transactions.ts'

const hour = 3600
const lanes = 4

/**
 * At the records of the first seconds of an hour in which charges are due: their marks and the published rates, the same for everybody and for
 * ever. Funding goes by the price of the second in which its rate's leaf stands.
 */
export async function recordHoldingChargeMarks(app: AppContext, { sec, prices }: Pick<PriceRecordSecond, 'sec' | 'prices'>): Promise<void> {
  const dueSec = Math.floor(sec / hour) * hour
  const specs = app.market.specs.filter(
    ({ category, symbol }) => isHoldingChargeDue(category, dueSec) && dueSec <= tradingEndSecond(app.market, symbol),
  )
  if (specs.length === 0 || sec - dueSec > maxHoldingChargeDelaySeconds) return
  const { db, market } = app
  const rates = await readPublishedHoldingChargeRates(db, market.feed, specs, dueSec)
  const before = await readRecordedPricesAt(
    db,
    market.feed,
    [3, 2, 1].map((back) => dueSec - back),
  )
  // Metals rest at their cut-off: their mark is that of the second before.
  const priceOf = (symbol: string): Priced | undefined => {
    const price = prices.get(symbol)
    if (price !== undefined) return { price, sec }
    return [...before]
      .toSorted(([a], [b]) => b - a)
      .flatMap(([at, all]) => (all.has(symbol) ? [{ price: all.get(symbol)!, sec: at }] : []))[0]
  }
  await insertHoldingChargeMarks(
    db,
    specs.map((spec) => holdingMark(spec, dueSec, rates.get(spec.symbol), priceOf)).filter((mark) => mark !== undefined),
  )
}

interface Priced {
  price: Decimal
  sec: number
}

function holdingMark(
  spec: SymbolSpec,
  dueSec: number,
  rate: PublishedHoldingChargeRate | undefined,
  priceOf: (symbol: string) => Priced | undefined,
): HoldingChargeMark | undefined {
  const marked = priceOf(spec.symbol)
  const converter = usdtConvertersByCurrency[spec.quote]
  const conversion = converter ? priceOf(converter.symbol)?.price : noUsdtConversion.rate
  if (!marked || !conversion || !rate || !areHoldingChargeInputsTimely(rate.kind, dueSec, marked.sec, rate.sec)) return undefined
  return {
    symbol: spec.symbol,
    due_sec: dueSec,
    kind: rate.kind,
    nights: rate.nights,
    mark: marked.price,
    mark_sec: marked.sec,
    conversion_rate: conversion,
    long_rate: rate.long,
    short_rate: rate.short,
    input_sec: rate.sec,
  }
}

/** Charges every running position whose moment has come, each in a transaction of its own, once: the charge's key is position × moment. */
export async function chargeDueHoldingCosts(app: AppContext, sec: number): Promise<void> {
  const read = (behind: PositionDueForHoldingCharge | undefined) => readPositionsDueForHoldingCharge(app.db, app.market.feed, sec, behind)
  for (let isAny = true; isAny; ) {
    isAny = false
    await forEachBatch(holdingChargeBatchSize, read, async (due) => {
      const people = [...Map.groupBy(due, ({ wallet_id }) => wallet_id).values()]
      const serve = async () => {
        for (let theirs = people.shift(); theirs; theirs = people.shift()) {
          for (const position of theirs) if (await chargeOne(app, position, sec)) isAny = true
        }
      }
      await Promise.all(Array.from({ length: Math.min(lanes, people.length) }, serve))
    })
    // One that was charged may be due again by now; what failed is logged and asked for again at the next record.
  }
}

async function chargeOne(app: AppContext, due: { id: string; account_type: number; wallet_id: string }, sec: number): Promise<boolean> {
  try {
    const isDone = await transactionWithEffects(app.db, async (sql, afterCommit) => {
      await lockWallet(sql, due.wallet_id, due.account_type as AccountType)
      const row = await tryLockLivePosition(sql, due.id)
      if (row?.status !== positionStatus.running || row.next_due_sec === null || Number(row.next_due_sec) > sec) return false
      return charge(app, sql, row, sec, afterCommit)
    })
    return isDone
  } catch (error) {
    log.error(`position ${due.id} could not be charged`, error)
    return false
  }
}

/** From the balance, then from the margin; what neither has is not owed. Moments without a mark, and after a competition, are passed over. */
async function charge(
  app: AppContext,
  sql: Sql,
  row: PositionRow,
  sec: number,
  afterCommit: (effect: () => void) => void,
): Promise<boolean> {
  const spec = app.market.spec(row.symbol)
  if (!spec) return false
  const dueSec = Number(row.next_due_sec)
  const next = (await readNextHoldingChargeMarkSec(sql, row.symbol, dueSec)) ?? nextHoldingChargeSec(spec.category, Math.max(dueSec, sec))
  const isOver = await isCompetitionOfEntryOver(sql, row.entry_id, dueSec * 1000)
  const mark = isOver ? undefined : await readHoldingChargeMark(sql, row.symbol, dueSec)
  // Its price may come in one of the next seconds.
  if (!mark && !isOver && sec - dueSec < maxHoldingChargeDelaySeconds) return false
  if (!mark) return (await updateRunningPosition(sql, row.id, { next_due_sec: next })) !== undefined
  const cost = costOf(row, spec, mark)
  const { fromBalance, fromMargin } = await payable(sql, row, cost)
  const amount = add(fromBalance, fromMargin)
  const at = app.clock.now()
  const terms = {
    position_id: row.id,
    due_sec: dueSec,
    user_id: row.user_id,
    account_type: row.account_type,
    quantity: row.quantity,
    amount,
    from_margin: fromMargin,
    at_ms: at,
  }
  if (!(await tryInsertHoldingCharge(sql, terms))) return (await updateRunningPosition(sql, row.id, { next_due_sec: next })) !== undefined
  const added = subtract(row.added_margin, fromMargin)
  const held = {
    ...openPositionOfRow(row, { rate: row.conversion_rate, by: usdtConvertersByCurrency[spec.quote]?.by ?? 'multiply' }),
    addedMargin: added,
  }
  const levels = isZero(fromMargin) ? {} : { added_margin: added, ...positionMarginTriggerLevelsOf(held, spec, row.warned) }
  const after = await updateRunningPosition(sql, row.id, { ...levels, funding: subtract(row.funding, amount), next_due_sec: next })
  if (!after) return false
  const legs = contractHoldingChargeLegs(row.wallet_id, fromBalance, fromMargin)
  if (legs.length > 0)
    await post(sql, { book: row.account_type as AccountType, refType: 'position', refId: row.id, orderNo: row.order_no, at, legs })
  await notifyStreamsOfPosition(app, sql, after, afterCommit)
  if (!isZero(fromMargin)) await notifyMarginWarning(app, sql, after, 'chargedMargin', afterCommit)
  return true
}

function costOf(row: PositionRow, spec: SymbolSpec, mark: HoldingChargeMark): Decimal {
  const by = usdtConvertersByCurrency[spec.quote]?.by ?? 'multiply'
  const rate = { kind: mark.kind, nights: mark.nights, long: mark.long_rate, short: mark.short_rate }
  return holdingChargeUsdt(openPositionOfRow(row, { rate: mark.conversion_rate, by }), mark.mark, rate)
}

async function payable(sql: Sql, row: PositionRow, cost: Decimal): Promise<{ fromBalance: Decimal; fromMargin: Decimal }> {
  if (isNegative(cost)) return { fromBalance: cost, fromMargin: q8(zero) }
  const fromBalance = smallerDecimal(
    cost,
    await readAvailableBalance(sql, row.wallet_id, row.account_type as AccountType, contractSettleCurrency),
  )
  return { fromBalance, fromMargin: smallerDecimal(subtract(cost, fromBalance), totalPositionMargin(row)) }
}
