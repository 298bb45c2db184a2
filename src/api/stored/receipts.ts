import type { SettlementReceipt } from '#contract/calls/settlement.ts'
import { openOfflineTable } from '#device/database.ts'
import { userScopedKey } from '../userScopedKey.ts'

/** A receipt that this device keeps until the person signs out or deletes it (docs/rules/content.md). */
export interface StoredReceipt {
  receipt: SettlementReceipt
  /** When it was read, on the device's clock. */
  at: number
}

// The shelf of this person's reads: it is wiped with them.
const table = openOfflineTable('kept-by-page')
const receiptKey = (type: string, id: string): string => userScopedKey(`receipt:${type}:${id}`)

/** What is over never changes, so it is kept for good. */
export const persistReceiptIfDone = (receipt: SettlementReceipt, at: number): Promise<boolean> =>
  receipt.state === 'done'
    ? table.set(receiptKey(receipt.refType, receipt.refId), { receipt, at } satisfies StoredReceipt)
    : Promise.resolve(false)

export const readStoredReceipt = (type: string, id: string): Promise<StoredReceipt | undefined> =>
  table.get<StoredReceipt>(receiptKey(type, id))
