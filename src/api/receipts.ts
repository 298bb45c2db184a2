import type { Settlement } from '#contract/calls/settlement.ts'
import { openShelf } from '#device/database.ts'
import { filed } from './keep.ts'

/** A receipt that this device keeps until the person signs out or deletes it (product §4.4 "receipts + proofs"). */
export interface StoredReceipt {
  receipt: Settlement
  /** When it was read, on the device's clock. */
  at: number
}

// The shelf of this person's reads: it is wiped with them.
const shelf = openShelf('kept-by-page')
const nameOf = (type: string, id: string): string => filed(`receipt:${type}:${id}`)

/** What is over never changes, so it is kept for good. */
export const keepReceipt = (receipt: Settlement, at: number): Promise<boolean> =>
  receipt.state === 'done'
    ? shelf.set(nameOf(receipt.refType, receipt.refId), { receipt, at } satisfies StoredReceipt)
    : Promise.resolve(false)

export const storedReceipt = (type: string, id: string): Promise<StoredReceipt | undefined> => shelf.get<StoredReceipt>(nameOf(type, id))
