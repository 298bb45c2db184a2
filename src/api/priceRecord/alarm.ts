import type { Shelf } from '#device/database.ts'
import { createStore } from '#device/store.ts'
import type { Evidence } from './witness.ts'

const name = 'alarm'

/** What showed that the record changed; undefined while nothing did. Every screen shows it until the person has kept the report. */
export const alarm = createStore<Evidence | undefined>(undefined)

/** The first finding stands: later ones follow from it. */
export function raiseAlarm(shelf: Shelf, evidence: Evidence): void {
  if (alarm.get()) return
  alarm.set(evidence)
  void shelf.set(name, evidence)
}

export async function restoreAlarm(shelf: Shelf): Promise<void> {
  const evidence = await shelf.get<Evidence>(name)
  if (evidence) alarm.set(evidence)
}

/** The report is kept elsewhere: this device forgets what it had seen and begins with the record as it is now. */
export async function endAlarm(shelf: Shelf): Promise<void> {
  await shelf.clear()
  alarm.set(undefined)
}
