import type { OfflineTable } from '#device/database.ts'
import { createStore } from '#device/store.ts'
import type { PriceRecordTamperEvidence } from './witness.ts'

const name = 'alarm'

/** What showed that the record changed; undefined while nothing did. Every screen shows it until the person has kept the report. */
export const priceRecordAlarmStore = createStore<PriceRecordTamperEvidence | undefined>(undefined)

/** The first finding stands: later ones follow from it. */
export function raisePriceRecordAlarm(table: OfflineTable, evidence: PriceRecordTamperEvidence): void {
  if (priceRecordAlarmStore.get()) return
  priceRecordAlarmStore.set(evidence)
  void table.set(name, evidence)
}

export async function restorePriceRecordAlarm(table: OfflineTable): Promise<void> {
  const evidence = await table.get<PriceRecordTamperEvidence>(name)
  if (evidence) priceRecordAlarmStore.set(evidence)
}

/** The report is kept elsewhere: this device forgets what it had seen and begins with the record as it is now. */
export async function clearPriceRecordTableAndAlarm(table: OfflineTable): Promise<void> {
  await table.clear()
  priceRecordAlarmStore.set(undefined)
}
