import { accountTypes } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { closeReason, positionStatus } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import { type AccountType, lockWallet } from '#ledger/ledger.ts'
import type { PriceRecordSecond } from '#market/market.ts'
import { tradingEndSecond } from '#market/marketClosed.ts'
import { isMarginInsufficient } from '#rules/position.ts'
import { type UsdtConversion, usdtConvertersByCurrency, noUsdtConversion, marketQuoteFromMid } from '#rules/quote.ts'
import { stopCloseReasonAt } from '#rules/stops.ts'
import { isCompetitionOfEntryOver } from '../orders/competition.ts'
import type { AppContext } from '../core/appContext.ts'
import { log } from '../core/log.ts'
import { completeRewardTask } from '../notifications/completeTask.ts'
import { quoteAtOrderSpread } from '../orders/ownSpread.ts'
import { bookPositionClose } from './close.ts'
import { createDueContractJobs } from './dueJobs.ts'
import { fillPendingContractOrder } from './limit.ts'
import { openPositionOfRow, type PositionRow } from './position.ts'
import { findContractOrderCancelReason } from './recheck.ts'
import type { PositionSettlementPrices } from './settlement.ts'
import { readPossiblyTriggeredPositions, updateRunningPosition, tryLockLivePosition } from './store.ts'
import { writePositionOutcomeNotice, notifyStreamsOfPosition, notifyMarginWarning } from './notify.ts'
import { maxConversionDriftFraction, positionMarginTriggerLevelsOf, marginWarningLevelAt } from './trigger.ts'
import { transactionWithEffects } from '../core/transactions.ts'

type Candidate = Awaited<ReturnType<typeof readPossiblyTriggeredPositions>>[number]

/** People whose positions one record closes are served side by side, this many at a time; one person's in order. */
const lanes = 8

/** Does on every record what that record triggers, and beside the records what is due by the clock. Gives back how to stop. */
export function startContractEngine(app: AppContext): () => Promise<void> {
  const due = createDueContractJobs(app)
  const stop = app.market.onRecord(async (record) => {
    await due.fix(record)
    await processContractsOnRecord(app, record)
    due.begin(record.sec)
  })
  return async () => {
    stop()
    await due.idle()
  }
}

/**
 * One record (docs/rules/contracts.md): margins that it makes insufficient, stops that it reaches and all that wait to settle close at its bid and ask;
 * limit orders that it touches open; margins that became thin are warned of.
 * What was missed while no server ran is found by the same question at the first record after the start.
 */
export async function processContractsOnRecord(app: AppContext, record: PriceRecordSecond): Promise<void> {
  const settlements = settlementsOf(app, record)
  const symbols = [...settlements.keys()]
  if (symbols.length === 0) return
  const found = await readPossiblyTriggeredPositions(
    app.db,
    app.market.feed,
    {
      symbols,
      prices: symbols.map((symbol) => (settlements.get(symbol) as PositionSettlementPrices).mid),
      conversions: symbols.map((symbol) => driftRate(app, symbol, (settlements.get(symbol) as PositionSettlementPrices).conversion)),
    },
    maxConversionDriftFraction,
  )
  const people = [...Map.groupBy(found, (candidate) => candidate.wallet_id).values()]
  const serve = async () => {
    for (let theirs = people.shift(); theirs; theirs = people.shift()) {
      for (const candidate of theirs) await settleCandidate(app, candidate, settlements, record.fence)
    }
  }
  await Promise.all(Array.from({ length: Math.min(lanes, people.length) }, serve))
}

const driftRate = (app: AppContext, symbol: string, conversion: UsdtConversion): Decimal | null =>
  usdtConvertersByCurrency[app.market.spec(symbol)?.quote ?? ''] ? conversion.rate : null

/**
 * Bid, ask and conversion of every symbol in the record; a cross whose converter has no price yet waits for it. What a delisted market costs
 * after its last second settles nothing.
 */
function settlementsOf(app: AppContext, record: PriceRecordSecond): Map<string, PositionSettlementPrices> {
  const settlements = new Map<string, PositionSettlementPrices>()
  for (const [symbol, mid] of record.prices) {
    const spec = app.market.spec(symbol)
    const conversion = spec && conversionIn(app, record, spec.quote)
    if (record.sec > tradingEndSecond(app.market, symbol)) continue
    if (spec && conversion) settlements.set(symbol, { ...marketQuoteFromMid(mid, spec.spreadBps, spec.tick), sec: record.sec, conversion })
  }
  return settlements
}

function conversionIn(app: AppContext, record: PriceRecordSecond, quoteCurrency: string): UsdtConversion | undefined {
  const converter = usdtConvertersByCurrency[quoteCurrency]
  if (!converter) return noUsdtConversion
  const rate = record.prices.get(converter.symbol)
  return rate ? { rate, by: converter.by } : app.market.conversion(quoteCurrency)
}

/** One transaction. A failure is logged and leaves the position as it was: the next record asks again. */
async function settleCandidate(
  app: AppContext,
  candidate: Candidate,
  settlements: ReadonlyMap<string, PositionSettlementPrices>,
  fence?: number,
): Promise<void> {
  try {
    await transactionWithEffects(app.db, async (sql, afterCommit) => {
      // Wallet first, then the row: the same order as a person's own close, so that the two never wait in a circle.
      await lockWallet(sql, candidate.wallet_id, candidate.account_type as AccountType)
      const row = await tryLockLivePosition(sql, candidate.id, fence)
      const on = row && settlements.get(row.symbol)
      if (!row || !on) return
      const changed = await act(app, sql, row, quoteAtOrderSpread(app.market, row, on), afterCommit)
      if (changed) await notifyStreamsOfPosition(app, sql, changed, afterCommit)
    })
  } catch (error) {
    log.error(`position ${candidate.id} could not be settled`, error)
    return
  }
}

/** What this record does to one position or order; gives it as it is then, or nothing when nothing happened. */
async function act(
  app: AppContext,
  sql: Sql,
  row: PositionRow,
  on: PositionSettlementPrices,
  afterCommit: (effect: () => void) => void,
): Promise<PositionRow | undefined> {
  const spec = app.market.spec(row.symbol)
  if (!spec) return undefined
  if (await isCompetitionOfEntryOver(sql, row.entry_id, on.sec * 1000)) return undefined
  if (row.status === positionStatus.pending) {
    // In the second in which everything is closed for good nothing opens.
    if (on.sec >= tradingEndSecond(app.market, row.symbol)) return undefined
    const after = await fillPendingContractOrder(sql, row, spec, on, app.clock.now(), () =>
      findContractOrderCancelReason(app, sql, row, on.sec),
    )
    if (after) await writePositionOutcomeNotice(app, sql, after, afterCommit)
    return after
  }
  const reason = reasonToClose(row, on)
  if (reason) {
    const closed = await bookPositionClose(sql, row, on, reason, app.clock.now())
    if (closed) await writePositionOutcomeNotice(app, sql, closed, afterCommit)
    if (closed && isDemoStop(closed)) await completeRewardTask(app, { sql, visitor: { userId: closed.user_id }, afterCommit }, 'demoStop')
    return closed
  }
  const held = openPositionOfRow(row, on.conversion)
  const level = marginWarningLevelAt(held, on.mid)
  if (level === 0 || (row.warned !== 0 && level >= row.warned)) return undefined
  // Levels for the index are reckoned with the conversion of the opening, from which the drift is measured.
  const warned = await updateRunningPosition(
    sql,
    row.id,
    positionMarginTriggerLevelsOf(openPositionOfRow(row, { ...on.conversion, rate: row.conversion_rate }), spec, level),
  )
  if (warned) await notifyMarginWarning(app, sql, warned, level === 80 ? 'margin80' : 'margin65', afterCommit)
  return warned
}

const isDemoStop = ({ account_type, close_reason }: PositionRow): boolean =>
  account_type === accountTypes.demo && (close_reason === closeReason.takeProfit || close_reason === closeReason.stopLoss)

/**
 * Settling positions close for the reason they were given; running ones when a stop is reached after it was set, the stop loss first,
 * or when their margin is insufficient, by the exact rule. A record heard again after a hand-over acts on nothing that came after it.
 */
function reasonToClose(row: PositionRow, on: PositionSettlementPrices): number | undefined {
  if (row.status === positionStatus.settling) return on.sec > Number(row.armed_sec) ? (row.close_reason ?? closeReason.user) : undefined
  if (on.sec < Number(row.open_sec)) return undefined
  const stop =
    on.sec > Number(row.armed_sec) && stopCloseReasonAt(row.direction, on.mid, { stopProfit: row.stop_profit, stopLoss: row.stop_loss })
  return stop || (isMarginInsufficient(openPositionOfRow(row, on.conversion), on.mid) ? closeReason.marginInsufficient : undefined)
}
