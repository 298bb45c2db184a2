import type { SignedInUser } from '../core/visitor.ts'
import type { PaperImportRequest } from '#contract/calls/demo.ts'
import { limitOrderExpiryDays } from '#contract/constants.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { direction } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import { readCandleExtremesBetween } from '#market/candles/extremes.ts'
import type { SymbolSpec } from '#market/market.ts'
import { readRecordedPricesAt } from '#market/record/recordedPrices.ts'
import { add, compareDecimals, isMultipleOf } from '#rules/decimal.ts'
import {
  computePositionClose,
  type OpenPosition,
  isMarginInsufficient,
  liquidationPrice,
  type PositionOpeningCost,
  positionOpeningCost,
} from '#rules/position.ts'
import {
  type UsdtConversion,
  usdtConvertersByCurrency,
  usdtConversionKindOfMarket,
  noUsdtConversion,
  marketQuoteFromMid,
} from '#rules/quote.ts'
import type { AppContext } from '../core/appContext.ts'
import { minContractNotionalUsdt } from '../terms/minimums.ts'
import { userLeverageCapOf } from './region.ts'

type Running = PaperImportRequest['running'][number]
export type PaperLedgerRow = Running & { closeSec?: number; closePrice?: Decimal }

/** A fill that our record bears out: the second of it, and both prices of that second. */
interface Fill {
  sec: number
  conversion: UsdtConversion
}

/** One row of a paper ledger as our own numbers have it. `returned` is what came back when it was closed; absent while it runs. */
export interface ReplayedPaperRow {
  row: PaperLedgerRow
  spec: SymbolSpec
  open: Fill
  cost: PositionOpeningCost
  held: OpenPosition
  liqPrice: Decimal
  returned?: Decimal
  /** Its margin was used up between its seconds: it ended there, whatever the phone has. */
  isClosedOut: boolean
}

export type PaperRowReplayResult = { row: PaperLedgerRow; why: string } | ReplayedPaperRow

/** A phone hears of a second a little after it, by its own clock. */
const lateSeconds = 3

/** Second → symbol → price, around every second that some rows name. */
type RecordedPrices = Awaited<ReturnType<typeof readRecordedPricesAt>>

const around = (sec: number): number[] => Array.from({ length: 2 * lateSeconds + 1 }, (_, n) => sec - lateSeconds + n)

export const readRecordedPricesForPaperRows = (sql: Sql, feed: string, rows: readonly PaperLedgerRow[]): Promise<RecordedPrices> =>
  readRecordedPricesAt(sql, feed, [
    ...new Set(rows.flatMap(({ openSec, closeSec }) => [...around(openSec), ...(closeSec === undefined ? [] : around(closeSec))])),
  ])

/** The nearest second whose bid or ask was exactly this price, for a fill that takes this side. */
function fillAt(record: RecordedPrices, spec: SymbolSpec, side: 'bid' | 'ask', sec: number, price: Decimal): Fill | undefined {
  const nearest = around(sec).toSorted((a, b) => Math.abs(a - sec) - Math.abs(b - sec))
  for (const at of nearest) {
    const prices = record.get(at)
    const mid = prices?.get(spec.symbol)
    const via = usdtConvertersByCurrency[spec.quote]
    const rate = via && prices?.get(via.symbol)
    if (!mid || (via && !rate)) continue
    if (compareDecimals(marketQuoteFromMid(mid, spec.spreadBps, spec.tick)[side], price) !== 0) continue
    return { sec: at, conversion: via && rate ? { rate, by: via.by } : noUsdtConversion }
  }
  return undefined
}

/** The second whose terms a row has: that of its opening, of a limit order that of its placing, unless it could not have waited since then. */
const termsSecondOf = ({ openSec, placedSec = openSec }: PaperLedgerRow): number =>
  placedSec <= openSec && openSec - placedSec <= limitOrderExpiryDays * 86_400 ? placedSec : openSec

/** What is wrong with a row before any price is looked up; named like the refusals of an order. */
function flawOf(app: AppContext, visitor: SignedInUser, row: PaperLedgerRow, spec: SymbolSpec, nowSec: number): string | undefined {
  const { openSec, closeSec = openSec, quantity } = row
  if (closeSec > nowSec + lateSeconds || closeSec < openSec) return 'time'
  if (row.lever > userLeverageCapOf(visitor, spec, app.clock.now())) return 'leverageCap'
  // A part that was closed may be smaller than an order may be, but no finer.
  if (!isMultipleOf(quantity, spec.qtyStep)) return 'qtyStep'
  return compareDecimals(quantity, spec.maxQty) > 0 ? 'aboveMax' : undefined
}

/** Our own numbers of one row, or why there are none. */
export async function replayPaperLedgerRow(
  app: AppContext,
  sql: Sql,
  visitor: SignedInUser,
  row: PaperLedgerRow,
  record: RecordedPrices,
): Promise<PaperRowReplayResult> {
  const nowSec = Math.floor(app.clock.now() / 1000)
  const spec = app.market.spec(row.symbol, termsSecondOf(row) * 1000)
  if (!spec) return { row, why: 'symbolUnknown' }
  const flaw = flawOf(app, visitor, row, spec, nowSec)
  if (flaw) return { row, why: flaw }
  const isLong = row.direction === direction.long
  const open = fillAt(record, spec, isLong ? 'ask' : 'bid', row.openSec, row.openPrice)
  if (!open) return { row, why: 'noRecord' }
  const terms = { quantity: row.quantity, contractSize: spec.contractSize, conversion: open.conversion }
  const cost = positionOpeningCost({ ...terms, price: row.openPrice, lever: row.lever, feeRate: spec.feeRate })
  if (row.closeSec === undefined && compareDecimals(cost.notional, minContractNotionalUsdt) < 0) return { row, why: 'minNotional' }
  const held: OpenPosition = {
    ...terms,
    direction: row.direction,
    openPrice: row.openPrice,
    margin: cost.margin,
    addedMargin: row.addedMargin ?? asDecimal('0'),
  }
  const replayed = { row, spec, open, cost, held, liqPrice: liquidationPrice(held, spec), isClosedOut: false }
  const until = row.closeSec ?? nowSec
  const extremes = await readCandleExtremesBetween(sql, app.market.feed, spec.symbol, open.sec, until)
  const at = (price: Decimal): OpenPosition =>
    usdtConversionKindOfMarket(spec) === 'itself' ? { ...held, conversion: { ...held.conversion, rate: price } } : held
  const worst = extremes && (isLong ? extremes.low : extremes.high)
  if (worst && isMarginInsufficient(at(worst), worst))
    return {
      ...replayed,
      isClosedOut: true,
      returned: computePositionClose(at(replayed.liqPrice), replayed.liqPrice, spec.feeRate).returned,
    }
  if (row.closeSec === undefined || row.closePrice === undefined) return replayed
  const close = fillAt(record, spec, isLong ? 'bid' : 'ask', row.closeSec, row.closePrice)
  if (!close || close.sec < open.sec) return { row, why: 'noRecord' }
  const { returned } = computePositionClose({ ...held, conversion: close.conversion }, row.closePrice, spec.feeRate)
  return { ...replayed, returned }
}

/** What a row takes from the balance when it opens. */
export const paperOpeningDebit = ({ cost, held }: Pick<ReplayedPaperRow, 'cost' | 'held'>): Decimal => add(cost.debit, held.addedMargin)
