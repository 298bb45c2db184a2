import type { PaperImportRequest } from '#contract/calls/demo.ts'
import { maxPaperImportRows } from '#contract/calls/demo.ts'
import type { Position } from '#contract/calls/trading.ts'
import { demoFundUsdt } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { orderType, positionStatus } from '#contract/states.ts'
import { readLocalStorageJson, writeLocalStorage } from '#device/storage.ts'
import { createStore, useStore } from '#device/store.ts'
import { isPositive, q8 } from '#rules/decimal.ts'

/** A visitor's own book on this device: the same rules as the server's demo book, and nothing leaves the phone unasked. */
export interface PaperLedger {
  available: Decimal
  running: Position[]
  /** Limit orders; what they reserved is not available. */
  pending: Position[]
  /** Newest first, no more than `historyLength`. */
  history: Position[]
}

export const createPaperLedger = (): PaperLedger => ({ available: q8(demoFundUsdt), running: [], pending: [], history: [] })

const key = 'paper-ledger'

const isLedger = (value: unknown): value is PaperLedger =>
  typeof value === 'object' &&
  value !== null &&
  Array.isArray((value as PaperLedger).running) &&
  Array.isArray((value as PaperLedger).history)

const stored = readLocalStorageJson(key)
// A ledger kept by an earlier version has no pending orders.
export const paperLedgerStore = createStore<PaperLedger>(
  isLedger(stored) ? { ...stored, pending: stored.pending ?? [] } : createPaperLedger(),
)

export function savePaperLedger(next: PaperLedger): void {
  if (next === paperLedgerStore.get()) return
  paperLedgerStore.set(next)
  writeLocalStorage(key, JSON.stringify(next))
}

export const usePaperLedger = (): PaperLedger => useStore(paperLedgerStore)
export const resetPaperLedger = (): void => savePaperLedger(createPaperLedger())

/** What the account's demo book is asked to take in, the newest rows first where there are too many; undefined when nothing was done. */
export function buildPaperImportRequest(ledger: PaperLedger): PaperImportRequest | undefined {
  const closed = ledger.history.filter(({ status }) => status === positionStatus.closed)
  if (ledger.running.length + ledger.pending.length + closed.length === 0) return undefined
  const pending = ledger.pending.slice(0, maxPaperImportRows / 3)
  const running = ledger.running.slice(0, maxPaperImportRows / 3)
  return {
    closed: closed
      .slice(0, maxPaperImportRows - running.length - pending.length)
      .flatMap((one) =>
        one.closeSec === undefined || one.closePrice === undefined
          ? []
          : [{ ...importedFillOf(one), closeSec: one.closeSec, closePrice: one.closePrice }],
      ),
    running: running.map((one) => ({ ...importedFillOf(one), ...importedStopsOf(one) })),
    pending: pending.map((one) => ({
      id: one.id,
      symbol: one.symbol,
      direction: one.direction,
      lever: one.lever,
      quantity: one.quantity,
      price: one.price ?? one.openPrice,
      ...importedStopsOf(one),
    })),
  }
}

const importedFillOf = ({
  id,
  symbol,
  direction,
  lever,
  quantity,
  openSec,
  openPrice,
  addedMargin,
  orderType: type,
  createTime,
}: Position) => ({
  id,
  symbol,
  direction,
  lever,
  quantity,
  openSec,
  openPrice,
  ...(type === orderType.limit && { placedSec: Math.floor(createTime / 1000) }),
  ...(isPositive(addedMargin) && { addedMargin }),
})

const importedStopsOf = ({ stopProfit, stopLoss }: Position) => ({
  ...(stopProfit !== undefined && { stopProfit }),
  ...(stopLoss !== undefined && { stopLoss }),
})
