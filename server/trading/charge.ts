import type { Decimal } from '#contract/decimal.ts'
import { positionStatus } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import { available, type Book, lockWallet, post } from '#ledger/ledger.ts'
import type { SymbolSpec } from '#market/market.ts'
import { add, isNegative, isZero, q8, smaller, subtract, zero } from '#rules/decimal.ts'
import { holdingCost, isDue, nextDue } from '#rules/funding.ts'
import { conversionSymbol } from '#rules/quote.ts'
import { isContestOver } from '../contest.ts'
import type { House } from '../house.ts'
import { type PublishedRate, publishedRates } from './holding.ts'
import { duePositions, type HoldingMark, insertCharge, insertMarks, markAfter, markOf } from './holdingStore.ts'
import { heldMargin, holdingLegs, settleCurrency } from './legs.ts'
import { heldOf, type PositionRow } from './position.ts'
import { changeRunning, claimPosition } from './store.ts'
import { tell, warn } from './tell.ts'
import { levelsOf } from './trigger.ts'

/** A mark this far from the moment of a charge is not its mark: what no price was recorded for costs nothing. */
const nearSeconds = 300
const hour = 3600
const batch = 200
const lanes = 4

/** At the first record of an hour in which charges are due: their marks and the published rates, the same for everybody and for ever. */
export async function fixMarks(house: House, sec: number): Promise<void> {
  const dueSec = Math.floor(sec / hour) * hour
  const specs = house.market.specs.filter(({ category }) => isDue(category, dueSec))
  if (specs.length === 0 || sec - dueSec > nearSeconds) return
  const rates = await publishedRates(house.db, house.market.feed, specs, dueSec)
  await insertMarks(
    house.db,
    specs.map((spec) => holdingMark(house, spec, dueSec, rates.get(spec.symbol))).filter((mark) => mark !== undefined),
  )
}

// Metals rest at their cut-off: their mark is the newest one, of the second before.
function holdingMark({ market }: House, spec: SymbolSpec, dueSec: number, rate: PublishedRate | undefined): HoldingMark | undefined {
  const quote = market.quote(spec.symbol)
  const conversion = market.conversion(spec.quote)
  if (!quote || !conversion || !rate || Math.abs(quote.sec - dueSec) > nearSeconds) return undefined
  return {
    symbol: spec.symbol,
    due_sec: dueSec,
    kind: rate.kind,
    nights: rate.nights,
    mark: quote.mid,
    mark_sec: quote.sec,
    conversion_rate: conversion.rate,
    long_rate: rate.long,
    short_rate: rate.short,
    input_sec: rate.sec,
  }
}

/** Charges every running position whose moment has come, each in a transaction of its own, once: the charge's key is position × moment. */
export async function chargeDue(house: House, sec: number): Promise<void> {
  for (;;) {
    const due = await duePositions(house.db, sec, batch)
    const people = [...Map.groupBy(due, ({ wallet_id }) => wallet_id).values()]
    let done = 0
    const serve = async () => {
      for (let theirs = people.shift(); theirs; theirs = people.shift()) {
        for (const one of theirs) if (await chargeOne(house, one, sec)) done++
      }
    }
    await Promise.all(Array.from({ length: Math.min(lanes, people.length) }, serve))
    // What failed is logged and asked for again at the next record.
    if (done === 0) return
  }
}

async function chargeOne(house: House, due: { id: string; account_type: number; wallet_id: string }, sec: number): Promise<boolean> {
  const effects: (() => void)[] = []
  try {
    const isDone = await house.db.transaction(async (sql) => {
      effects.length = 0
      await lockWallet(sql, due.wallet_id, due.account_type as Book)
      const row = await claimPosition(sql, due.id)
      if (row?.status !== positionStatus.running || row.next_due_sec === null || Number(row.next_due_sec) > sec) return false
      return charge(house, sql, row, sec, (effect) => effects.push(effect))
    })
    for (const effect of effects) effect()
    return isDone
  } catch (error) {
    console.error(`position ${due.id} could not be charged`, error)
    return false
  }
}

/** From the balance, then from the margin; what neither has is not owed. Moments without a mark, and after a competition, are passed over. */
async function charge(house: House, sql: Sql, row: PositionRow, sec: number, afterCommit: (effect: () => void) => void): Promise<boolean> {
  const spec = house.market.spec(row.symbol)
  if (!spec) return false
  const dueSec = Number(row.next_due_sec)
  const next = (await markAfter(sql, row.symbol, dueSec)) ?? nextDue(spec.category, Math.max(dueSec, sec))
  const isOver = await isContestOver(sql, row.entry_id, dueSec * 1000)
  const mark = isOver ? undefined : await markOf(sql, row.symbol, dueSec)
  if (!mark) return (await changeRunning(sql, row.id, { next_due_sec: next })) !== undefined
  const cost = costOf(row, spec, mark)
  const { fromBalance, fromMargin } = await payable(sql, row, cost)
  const amount = add(fromBalance, fromMargin)
  const at = house.clock.now()
  const terms = {
    position_id: row.id,
    due_sec: dueSec,
    user_id: row.user_id,
    account_type: row.account_type,
    amount,
    from_margin: fromMargin,
    at_ms: at,
  }
  if (!(await insertCharge(sql, terms))) return (await changeRunning(sql, row.id, { next_due_sec: next })) !== undefined
  const added = subtract(row.added_margin, fromMargin)
  const held = { ...heldOf(row, { rate: row.conversion_rate, by: conversionSymbol[spec.quote]?.by ?? 'multiply' }), addedMargin: added }
  const levels = isZero(fromMargin) ? {} : { added_margin: added, ...levelsOf(held, spec, row.warned) }
  const after = await changeRunning(sql, row.id, { ...levels, funding: subtract(row.funding, amount), next_due_sec: next })
  if (!after) return false
  const legs = holdingLegs(row.wallet_id, fromBalance, fromMargin)
  if (legs.length > 0)
    await post(sql, { book: row.account_type as Book, refType: 'position', refId: row.id, orderNo: row.order_no, at, legs })
  await tell(house, sql, after, afterCommit)
  if (!isZero(fromMargin)) await warn(house, sql, after, 'chargedMargin', afterCommit)
  return true
}

function costOf(row: PositionRow, spec: SymbolSpec, mark: HoldingMark): Decimal {
  const by = conversionSymbol[spec.quote]?.by ?? 'multiply'
  const rate = { kind: mark.kind, nights: mark.nights, long: mark.long_rate, short: mark.short_rate }
  return holdingCost(heldOf(row, { rate: mark.conversion_rate, by }), mark.mark, rate)
}

async function payable(sql: Sql, row: PositionRow, cost: Decimal): Promise<{ fromBalance: Decimal; fromMargin: Decimal }> {
  if (isNegative(cost)) return { fromBalance: cost, fromMargin: q8(zero) }
  const fromBalance = smaller(cost, await available(sql, row.wallet_id, row.account_type as Book, settleCurrency))
  return { fromBalance, fromMargin: smaller(subtract(cost, fromBalance), heldMargin(row)) }
}
