import type { CarriedOver, Paper } from '#contract/calls/demo.ts'
import { book, demoFundUsdt } from '#contract/constants.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import { direction } from '#contract/states.ts'
import { available, post } from '#ledger/ledger.ts'
import { refuseHalted } from '#market/halts.ts'
import { add, compare, isMultipleOf, larger, subtract, zero } from '#rules/decimal.ts'
import { nextDue } from '#rules/funding.ts'
import { profitAt } from '#rules/position.ts'
import { isWithin, stopRanges } from '#rules/stops.ts'
import type { ReplayPaper } from '../demoBook.ts'
import type { House } from '../house.ts'
import type { Asking } from '../http/handlers.ts'
import { newId, newOrderNo } from '../ids.ts'
import { mayTrade } from '../mayTrade.ts'
import { ownBook } from '../ownBook.ts'
import { holdCapacity } from './capacity.ts'
import { refuseExposure } from './exposure.ts'
import { openingLegs, settleCurrency } from './legs.ts'
import { placeLimit } from './limit.ts'
import { type Priced, priceOrder } from './order.ts'
import { judge, type PaperRow, recordFor, type ReplayedRow, takenBy } from './paper.ts'
import { refuseRegion } from './region.ts'
import { insertPosition } from './store.ts'
import { tell } from './tell.ts'
import { levelsOf } from './trigger.ts'

/** Contracts on paper, replayed second by second from our own record (product §2.16). */
export const replayPaper =
  (house: House): ReplayPaper =>
  async (paper, asking) => {
    const { sql, visitor } = asking
    const left: CarriedOver['left'] = []
    const rows: PaperRow[] = [...paper.closed, ...paper.running]
    const record = await recordFor(sql, house.market.feed, rows)
    const good: ReplayedRow[] = []
    for (const row of rows) {
      const verdict = await judge(house, sql, visitor, row, record)
      if ('why' in verdict) left.push({ id: row.id, symbol: row.symbol, why: verdict.why })
      else good.push(verdict)
    }
    const paid = affordable(good)
    for (const { row, isClosedOut } of good) {
      if (!paid.has(row)) left.push({ id: row.id, symbol: row.symbol, why: 'insufficientBalance' })
      else if (isClosedOut) left.push({ id: row.id, symbol: row.symbol, why: 'closedOut' })
    }
    const kept = good.filter(({ row }) => paid.has(row))
    const ended = kept.filter((one) => one.returned !== undefined)
    return {
      result: ended.reduce<Decimal>((sum, one) => add(sum, subtract(one.returned ?? zero, takenBy(one))), zero),
      closed: ended.filter(({ isClosedOut }) => !isClosedOut).length,
      left,
      take: async (mostGain) =>
        take(house, asking, {
          running: kept.filter((one) => one.returned === undefined),
          pending: paper.pending,
          mostGain,
        }),
    }
  }

/** The rows that the paper money was enough for, in the order of their seconds; what is closed gives its money back from then on. */
function affordable(rows: readonly ReplayedRow[]): Set<PaperRow> {
  const paid = new Set<PaperRow>()
  let cash: Decimal = asDecimal(demoFundUsdt)
  const events = rows.flatMap((one) => [
    { sec: one.open.sec, isOpening: true, one },
    ...(one.returned === undefined ? [] : [{ sec: one.row.closeSec ?? one.open.sec + 1, isOpening: false, one }]),
  ])
  // Within a second money comes back before it is spent.
  for (const { isOpening, one } of events.toSorted((a, b) => a.sec - b.sec || Number(a.isOpening) - Number(b.isOpening))) {
    if (isOpening && compare(cash, takenBy(one)) >= 0) {
      cash = subtract(cash, takenBy(one))
      paid.add(one.row)
    } else if (!isOpening && paid.has(one.row)) cash = add(cash, one.returned ?? zero)
  }
  return paid
}

type Taken = Pick<CarriedOver, 'opened' | 'placed' | 'left'>

/** Books the rows that run as positions at their true opening, then places the orders that wait, each only if all limits allow it. */
async function take(
  house: House,
  asking: Asking,
  { running, pending, mostGain }: { running: readonly ReplayedRow[]; pending: Paper['pending']; mostGain: Decimal },
): Promise<Taken> {
  let gainLeft = mostGain
  const taken: Taken = { opened: [], placed: [], left: [] }
  const attempt = async (row: { id: string; symbol: string }, into: 'opened' | 'placed', work: () => Promise<string>) => {
    try {
      // New orders all the same: none during a break or where none are taken.
      await mayTrade(house, { accountType: book.demo, product: 'contract', symbols: [row.symbol] }, asking)
      await refuseHalted(asking.sql, row.symbol)
      taken[into].push({ id: row.id, symbol: row.symbol, positionId: await work() })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      taken.left.push({ id: row.id, symbol: row.symbol, why: error.refusal })
    }
  }
  for (const one of running.toSorted((a, b) => a.open.sec - b.open.sec)) {
    await attempt(one.row, 'opened', async () => {
      const gain = gainOf(house, one)
      if (compare(gain, gainLeft) > 0) throw new Refusal('aboveMax', { max: `${gainLeft} ${settleCurrency}` })
      const id = await reopen(house, asking, one)
      gainLeft = subtract(gainLeft, gain)
      return id
    })
  }
  for (const order of pending) await attempt(order, 'placed', () => place(house, asking, order))
  return taken
}

/** What a row that runs has won by the newest price; a loss counts as nothing. */
function gainOf({ market }: House, { held, spec }: ReplayedRow): Decimal {
  const quote = market.quote(spec.symbol)
  return quote ? larger(profitAt(held, quote.mid), zero) : zero
}

/** Refuses before anything is written, so that a row that does not fit leaves the transaction whole. */
async function refuseShort({ sql, visitor }: Asking, needed: Decimal): Promise<void> {
  const has = await available(sql, visitor.userId, book.demo, settleCurrency)
  if (compare(has, needed) < 0) throw new Refusal('insufficientBalance', { available: has, needed, currency: settleCurrency })
}

async function reopen(house: House, asking: Asking, { row, spec, open, cost, held, liqPrice }: ReplayedRow): Promise<string> {
  const { sql, visitor, afterCommit } = asking
  const at = house.clock.now()
  const quote = house.market.quote(spec.symbol)
  if (!quote) throw new Refusal('feedStale', { age: '—' })
  refuseRegion(visitor, spec, house.config.env)
  await refuseShort(asking, takenBy({ cost, held }))
  const levels = levelsOf(held, spec, 0)
  const priced: Priced = {
    spec,
    quote,
    price: row.openPrice,
    quantity: row.quantity,
    // As the guest was shown it.
    feeRate: spec.feeRate,
    cost,
    held,
    estCloseFee: cost.openFee,
    liqPrice,
    levels,
  }
  await refuseExposure(house, sql, ownBook(visitor.userId, book.demo), priced)
  await holdCapacity(house, asking, book.demo, priced, row.direction)
  const made = await insertPosition(sql, {
    id: newId(at),
    order_no: newOrderNo('PC', at),
    user_id: visitor.userId,
    account_type: book.demo,
    symbol: spec.symbol,
    direction: row.direction,
    lever: row.lever,
    quantity: row.quantity,
    contract_size: spec.contractSize,
    fee_rate: spec.feeRate,
    open_price: row.openPrice,
    margin: cost.margin,
    added_margin: held.addedMargin,
    open_fee: cost.openFee,
    ...levels,
    ...stopsNow(row, quote.mid, liqPrice, spec.tick),
    armed_sec: quote.sec,
    // Paper is charged for no night; from now on it is like any other.
    next_due_sec: nextDue(spec.category, quote.sec),
    conversion_rate: open.conversion.rate,
    open_sec: open.sec,
    created_ms: at,
  })
  const legs = openingLegs(visitor.userId, { ...cost, margin: add(cost.margin, held.addedMargin) })
  await post(sql, { book: book.demo, refType: 'position', refId: made.id, orderNo: made.order_no, at, legs })
  await tell(house, sql, made, afterCommit)
  return made.id
}

/** Stops that could be set now; one that the price has passed already is left out. */
function stopsNow(row: PaperRow, mark: Decimal, liqPrice: Decimal, tick: Decimal) {
  const ranges = stopRanges(row.direction === direction.long ? direction.long : direction.short, mark, liqPrice, tick)
  const keep = (field: 'stopProfit' | 'stopLoss') => {
    const price = row[field]
    return price !== undefined && isMultipleOf(price, tick) && isWithin(price, ranges[field]) ? price : null
  }
  return { stop_profit: keep('stopProfit'), stop_loss: keep('stopLoss') }
}

async function place(house: House, asking: Asking, { id: _, ...terms }: Paper['pending'][number]): Promise<string> {
  const { sql, visitor, afterCommit } = asking
  const order = { accountType: book.demo, posType: 2 as const, orderType: 2, slippageBps: 50, ...terms }
  const priced = priceOrder(house, visitor, order, house.clock.now())
  await refuseShort(asking, priced.cost.debit)
  await refuseExposure(house, sql, ownBook(visitor.userId, book.demo), priced)
  await holdCapacity(house, asking, book.demo, priced, order.direction)
  const made = await placeLimit(house, sql, ownBook(visitor.userId, book.demo), order, priced)
  await tell(house, sql, made, afterCommit)
  return made.id
}
