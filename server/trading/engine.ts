import { book } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { closeReason, positionStatus } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import { type Book, lockWallet } from '#ledger/ledger.ts'
import type { PriceRecord } from '#market/market.ts'
import { isMarginInsufficient } from '#rules/position.ts'
import { type Conversion, conversionSymbol, noConversion, quoteOf } from '#rules/quote.ts'
import { stopReached } from '#rules/stops.ts'
import { isContestOver } from '../contest.ts'
import type { House } from '../house.ts'
import { noteTask } from '../noteTask.ts'
import { settle } from './close.ts'
import { startDueWork } from './due.ts'
import { fillPending } from './limit.ts'
import { heldOf, type PositionRow } from './position.ts'
import { endOfContract } from './recheck.ts'
import type { Settlement } from './settlement.ts'
import { candidatesFor, changeRunning, claimPosition } from './store.ts'
import { note, tell, warn } from './tell.ts'
import { conversionDrift, levelsOf, warnedAt } from './trigger.ts'

type Candidate = Awaited<ReturnType<typeof candidatesFor>>[number]

/** People whose positions one record closes are served side by side, this many at a time; one person's in order. */
const lanes = 8

/** Does on every record what that record triggers, and beside the records what is due by the clock. Gives back how to stop. */
export function startEngine(house: House): () => Promise<void> {
  const due = startDueWork(house)
  const stop = house.market.onRecord(async (record) => {
    await due.fix(record.sec)
    await onRecord(house, record)
    due.begin(record.sec)
  })
  return async () => {
    stop()
    await due.idle()
  }
}

/**
 * One record (product §2.4): margins that it makes insufficient, stops that it reaches and all that wait to settle close at its bid and ask;
 * limit orders that it touches open; margins that became thin are warned of.
 * What was missed while no server ran is found by the same question at the first record after the start.
 */
export async function onRecord(house: House, record: PriceRecord): Promise<void> {
  const settlements = settlementsOf(house, record)
  const symbols = [...settlements.keys()]
  if (symbols.length === 0) return
  const found = await candidatesFor(
    house.db,
    {
      symbols,
      prices: symbols.map((symbol) => (settlements.get(symbol) as Settlement).mid),
      conversions: symbols.map((symbol) => driftRate(house, symbol, (settlements.get(symbol) as Settlement).conversion)),
    },
    conversionDrift,
  )
  const people = [...Map.groupBy(found, (candidate) => candidate.wallet_id).values()]
  const serve = async () => {
    for (let theirs = people.shift(); theirs; theirs = people.shift()) {
      for (const candidate of theirs) await settleCandidate(house, candidate, settlements, record.fence)
    }
  }
  await Promise.all(Array.from({ length: Math.min(lanes, people.length) }, serve))
}

const driftRate = (house: House, symbol: string, conversion: Conversion): Decimal | null =>
  conversionSymbol[house.market.spec(symbol)?.quote ?? ''] ? conversion.rate : null

/** Bid, ask and conversion of every symbol in the record; a cross whose converter has no price yet waits for it. */
function settlementsOf(house: House, record: PriceRecord): Map<string, Settlement> {
  const settlements = new Map<string, Settlement>()
  for (const [symbol, mid] of record.prices) {
    const spec = house.market.spec(symbol)
    const conversion = spec && conversionIn(house, record, spec.quote)
    if (spec && conversion) settlements.set(symbol, { ...quoteOf(mid, spec.spreadBps, spec.tick), sec: record.sec, conversion })
  }
  return settlements
}

function conversionIn(house: House, record: PriceRecord, quoteCurrency: string): Conversion | undefined {
  const converter = conversionSymbol[quoteCurrency]
  if (!converter) return noConversion
  const rate = record.prices.get(converter.symbol)
  return rate ? { rate, by: converter.by } : house.market.conversion(quoteCurrency)
}

/** One transaction. A failure is logged and leaves the position as it was: the next record asks again. */
async function settleCandidate(
  house: House,
  candidate: Candidate,
  settlements: ReadonlyMap<string, Settlement>,
  fence?: number,
): Promise<void> {
  const effects: (() => void)[] = []
  try {
    await house.db.transaction(async (sql) => {
      effects.length = 0
      // Wallet first, then the row: the same order as a person's own close, so that the two never wait in a circle.
      await lockWallet(sql, candidate.wallet_id, candidate.account_type as Book)
      const row = await claimPosition(sql, candidate.id, fence)
      const on = row && settlements.get(row.symbol)
      if (!row || !on) return
      const changed = await act(house, sql, row, on, (effect) => effects.push(effect))
      if (changed) await tell(house, sql, changed, (effect) => effects.push(effect))
    })
  } catch (error) {
    console.error(`position ${candidate.id} could not be settled`, error)
    return
  }
  for (const effect of effects) effect()
}

/** What this record does to one position or order; gives it as it is then, or nothing when nothing happened. */
async function act(
  house: House,
  sql: Sql,
  row: PositionRow,
  on: Settlement,
  afterCommit: (effect: () => void) => void,
): Promise<PositionRow | undefined> {
  const spec = house.market.spec(row.symbol)
  if (!spec) return undefined
  if (await isContestOver(sql, row.entry_id, on.sec * 1000)) return undefined
  if (row.status === positionStatus.pending) {
    const after = await fillPending(sql, row, spec, on, house.clock.now(), () => endOfContract(house, sql, row, on.sec))
    if (after) await note(house, sql, after, afterCommit)
    return after
  }
  const reason = reasonToClose(row, on)
  if (reason) {
    const closed = await settle(sql, row, on, reason, house.clock.now())
    if (closed) await note(house, sql, closed, afterCommit)
    if (closed && isDemoStop(closed)) await noteTask(house, { sql, visitor: { userId: closed.user_id }, afterCommit }, 'demoStop')
    return closed
  }
  const held = heldOf(row, on.conversion)
  const level = warnedAt(held, on.mid)
  if (level === 0 || (row.warned !== 0 && level >= row.warned)) return undefined
  // Levels for the index are reckoned with the conversion of the opening, from which the drift is measured.
  const warned = await changeRunning(sql, row.id, levelsOf(heldOf(row, { ...on.conversion, rate: row.conversion_rate }), spec, level))
  if (warned) await warn(house, sql, warned, level === 80 ? 'margin80' : 'margin65', afterCommit)
  return warned
}

const isDemoStop = ({ account_type, close_reason }: PositionRow): boolean =>
  account_type === book.demo && (close_reason === closeReason.takeProfit || close_reason === closeReason.stopLoss)

/**
 * Settling positions close for the reason they were given; running ones when a stop is reached after it was set, the stop loss first,
 * or when their margin is insufficient, by the exact rule. A record heard again after a hand-over acts on nothing that came after it.
 */
function reasonToClose(row: PositionRow, on: Settlement): number | undefined {
  if (row.status === positionStatus.settling) return on.sec > Number(row.armed_sec) ? (row.close_reason ?? closeReason.user) : undefined
  if (on.sec < Number(row.open_sec)) return undefined
  const stop =
    on.sec > Number(row.armed_sec) && stopReached(row.direction, on.mid, { stopProfit: row.stop_profit, stopLoss: row.stop_loss })
  return stop || (isMarginInsufficient(heldOf(row, on.conversion), on.mid) ? closeReason.marginInsufficient : undefined)
}
