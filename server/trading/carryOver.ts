import type { PaperImportResult, PaperImportRequest } from '#contract/calls/demo.ts'
import { accountTypes, demoFundUsdt } from '#contract/constants.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import { direction } from '#contract/states.ts'
import { readAvailableBalance, post } from '#ledger/ledger.ts'
import { assertMarketNotHalted } from '#market/halts.ts'
import { assertEndsByDelisting } from '#market/marketClosed.ts'
import { add, compareDecimals, isMultipleOf, largerDecimal, subtract, zero } from '#rules/decimal.ts'
import { nextHoldingChargeSec } from '#rules/funding.ts'
import { positionProfitAt } from '#rules/position.ts'
import { isInStopRange, stopRanges } from '#rules/stops.ts'
import type { PaperLedgerReplayer } from '../orders/demoAccount.ts'
import type { AppContext } from '../core/appContext.ts'
import type { RequestContext } from '../core/handlers.ts'
import { newRowId, newOrderNo } from '../core/ids.ts'
import { assertCanTrade } from '../risk/assertCanTrade.ts'
import { realOrDemoScopeOf } from '../orders/accountType.ts'
import { lockAndAssertContractCapacity } from '../risk/capacity.ts'
import { refuseExcessContractExposure } from './exposure.ts'
import { contractOpeningLegs, contractSettleCurrency } from './legs.ts'
import { placeContractLimitOrder } from './limit.ts'
import { type PricedContractOrder, priceContractOrder } from './order.ts'
import {
  replayPaperLedgerRow,
  type PaperLedgerRow,
  readRecordedPricesForPaperRows,
  type ReplayedPaperRow,
  paperOpeningDebit,
} from './paper.ts'
import { refuseContractsByRegion } from './region.ts'
import { insertPosition } from './store.ts'
import { notifyStreamsOfPosition } from './notify.ts'
import { positionMarginTriggerLevelsOf } from './trigger.ts'

/** Contracts on paper, replayed second by second from our own record (docs/rules/environments.md). */
export const createPaperContractReplayer =
  (app: AppContext): PaperLedgerReplayer =>
  async (paper, context) => {
    const { sql, visitor } = context
    const skipped: PaperImportResult['left'] = []
    const rows: PaperLedgerRow[] = [...paper.closed, ...paper.running]
    const record = await readRecordedPricesForPaperRows(sql, app.market.feed, rows)
    const good: ReplayedPaperRow[] = []
    for (const row of rows) {
      const verdict = await replayPaperLedgerRow(app, sql, visitor, row, record)
      if ('why' in verdict) skipped.push({ id: row.id, symbol: row.symbol, why: verdict.why })
      else good.push(verdict)
    }
    const paid = affordable(good)
    for (const { row, isClosedOut } of good) {
      if (!paid.has(row)) skipped.push({ id: row.id, symbol: row.symbol, why: 'insufficientBalance' })
      else if (isClosedOut) skipped.push({ id: row.id, symbol: row.symbol, why: 'closedOut' })
    }
    const paidRows = good.filter(({ row }) => paid.has(row))
    const ended = paidRows.filter((position) => position.returned !== undefined)
    return {
      result: ended.reduce<Decimal>((sum, position) => add(sum, subtract(position.returned ?? zero, paperOpeningDebit(position))), zero),
      closed: ended.filter(({ isClosedOut }) => !isClosedOut).length,
      left: skipped,
      take: async (mostGain) =>
        take(app, context, {
          running: paidRows.filter((position) => position.returned === undefined),
          pending: paper.pending,
          mostGain,
        }),
    }
  }

/** The rows that the paper money was enough for, in the order of their seconds; what is closed gives its money back from then on. */
function affordable(rows: readonly ReplayedPaperRow[]): Set<PaperLedgerRow> {
  const paid = new Set<PaperLedgerRow>()
  let cash: Decimal = asDecimal(demoFundUsdt)
  const events = rows.flatMap((row) => [
    { sec: row.open.sec, isOpening: true, position: row },
    ...(row.returned === undefined ? [] : [{ sec: row.row.closeSec ?? row.open.sec + 1, isOpening: false, position: row }]),
  ])
  // Within a second money comes back before it is spent.
  for (const { isOpening, position } of events.toSorted((a, b) => a.sec - b.sec || Number(a.isOpening) - Number(b.isOpening))) {
    if (isOpening && compareDecimals(cash, paperOpeningDebit(position)) >= 0) {
      cash = subtract(cash, paperOpeningDebit(position))
      paid.add(position.row)
    } else if (!isOpening && paid.has(position.row)) cash = add(cash, position.returned ?? zero)
  }
  return paid
}

type CarryOverResult = Pick<PaperImportResult, 'opened' | 'placed' | 'left'>

/** Books the rows that run as positions at their true opening, then places the orders that wait, each only if all limits allow it. */
async function take(
  app: AppContext,
  context: RequestContext,
  { running, pending, mostGain }: { running: readonly ReplayedPaperRow[]; pending: PaperImportRequest['pending']; mostGain: Decimal },
): Promise<CarryOverResult> {
  let gainLeft = mostGain
  const result: CarryOverResult = { opened: [], placed: [], left: [] }
  const attempt = async (row: { id: string; symbol: string }, into: 'opened' | 'placed', work: () => Promise<string>) => {
    try {
      // New orders all the same: none during a break or where none are taken.
      await assertCanTrade(app, { accountType: accountTypes.demo, product: 'contract', symbols: [row.symbol] }, context)
      await assertMarketNotHalted(context.sql, row.symbol)
      assertEndsByDelisting(app.market, row.symbol, app.clock.now() + 1_000)
      result[into].push({ id: row.id, symbol: row.symbol, positionId: await work() })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      result.left.push({ id: row.id, symbol: row.symbol, why: error.refusal })
    }
  }
  for (const position of running.toSorted((a, b) => a.open.sec - b.open.sec)) {
    await attempt(position.row, 'opened', async () => {
      const gain = gainOf(app, position)
      if (compareDecimals(gain, gainLeft) > 0) throw new Refusal('aboveMax', { max: `${gainLeft} ${contractSettleCurrency}` })
      const id = await reopen(app, context, position)
      gainLeft = subtract(gainLeft, gain)
      return id
    })
  }
  for (const order of pending) await attempt(order, 'placed', () => place(app, context, order))
  return result
}

/** What a row that runs has won by the newest price; a loss counts as nothing. */
function gainOf({ market }: AppContext, { held, spec }: ReplayedPaperRow): Decimal {
  const quote = market.quote(spec.symbol)
  return quote ? largerDecimal(positionProfitAt(held, quote.mid), zero) : zero
}

/** Refuses before anything is written, so that a row that does not fit leaves the transaction whole. */
async function refuseShort({ sql, visitor }: RequestContext, needed: Decimal): Promise<void> {
  const has = await readAvailableBalance(sql, visitor.userId, accountTypes.demo, contractSettleCurrency)
  if (compareDecimals(has, needed) < 0)
    throw new Refusal('insufficientBalance', { available: has, needed, currency: contractSettleCurrency })
}

async function reopen(
  app: AppContext,
  context: RequestContext,
  { row, spec, open, cost, held, liqPrice }: ReplayedPaperRow,
): Promise<string> {
  const { sql, visitor, afterCommit } = context
  const at = app.clock.now()
  const quote = app.market.quote(spec.symbol)
  if (!quote) throw new Refusal('feedStale', { age: '—' })
  refuseContractsByRegion(visitor, spec, app)
  await refuseShort(context, paperOpeningDebit({ cost, held }))
  const levels = positionMarginTriggerLevelsOf(held, spec, 0)
  const priced: PricedContractOrder = {
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
  await refuseExcessContractExposure(app, sql, realOrDemoScopeOf(visitor.userId, accountTypes.demo), priced)
  await lockAndAssertContractCapacity(app, context, accountTypes.demo, priced, row.direction)
  const made = await insertPosition(sql, {
    id: newRowId(at),
    order_no: newOrderNo('PC', at),
    user_id: visitor.userId,
    account_type: accountTypes.demo,
    symbol: spec.symbol,
    feed: app.market.feed,
    direction: row.direction,
    lever: row.lever,
    quantity: row.quantity,
    contract_size: spec.contractSize,
    fee_rate: spec.feeRate,
    spread_bps: spec.spreadBps,
    tick: spec.tick,
    open_price: row.openPrice,
    margin: cost.margin,
    added_margin: held.addedMargin,
    open_fee: cost.openFee,
    ...levels,
    ...stopsNow(row, quote.mid, liqPrice, spec.tick),
    armed_sec: quote.sec,
    // Paper is charged for no night; from now on it is like any other.
    next_due_sec: nextHoldingChargeSec(spec.category, quote.sec),
    conversion_rate: open.conversion.rate,
    open_sec: open.sec,
    created_ms: at,
  })
  const legs = contractOpeningLegs(visitor.userId, { ...cost, margin: add(cost.margin, held.addedMargin) })
  await post(sql, { book: accountTypes.demo, refType: 'position', refId: made.id, orderNo: made.order_no, at, legs })
  await notifyStreamsOfPosition(app, sql, made, afterCommit)
  return made.id
}

/** Stops that could be set now; one that the price has passed already is left out. */
function stopsNow(row: PaperLedgerRow, mark: Decimal, liqPrice: Decimal, tick: Decimal) {
  const ranges = stopRanges(row.direction === direction.long ? direction.long : direction.short, mark, liqPrice, tick)
  const copyStop = (field: 'stopProfit' | 'stopLoss') => {
    const price = row[field]
    return price !== undefined && isMultipleOf(price, tick) && isInStopRange(price, ranges[field]) ? price : null
  }
  return { stop_profit: copyStop('stopProfit'), stop_loss: copyStop('stopLoss') }
}

async function place(
  app: AppContext,
  context: RequestContext,
  { id: _, ...terms }: PaperImportRequest['pending'][number],
): Promise<string> {
  const { sql, visitor, afterCommit } = context
  const order = { accountType: accountTypes.demo, posType: 2 as const, orderType: 2, slippageBps: 50, ...terms }
  const priced = priceContractOrder(app, visitor, order, app.clock.now())
  await refuseShort(context, priced.cost.debit)
  await refuseExcessContractExposure(app, sql, realOrDemoScopeOf(visitor.userId, accountTypes.demo), priced)
  await lockAndAssertContractCapacity(app, context, accountTypes.demo, priced, order.direction)
  const made = await placeContractLimitOrder(app, sql, realOrDemoScopeOf(visitor.userId, accountTypes.demo), order, priced)
  await notifyStreamsOfPosition(app, sql, made, afterCommit)
  return made.id
}
