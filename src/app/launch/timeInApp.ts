import { readLocalStorageJson, writeLocalStorage } from '#device/storage.ts'

/** Away for this long, one begins anew. */
const awayMs = 15 * 60_000
const key = 'time-here'

interface TimeHere {
  sinceMs: number
  remindedMs: number
  seenMs: number
}

const read = (): TimeHere | undefined => {
  const kept = readLocalStorageJson(key) as Partial<TimeHere> | null
  return kept && [kept.sinceMs, kept.remindedMs, kept.seenMs].every(Number.isFinite) ? (kept as TimeHere) : undefined
}

/**
 * Notes this one moment, in which somebody looks at the app; `reminded` after they were told how long. It is called again and again, and
 * notes nothing while the page is hidden, unless `reminded`. Kept on the device, so that a reload changes nothing.
 */
export function recordTimeInApp(reminded = false): void {
  if (document.visibilityState !== 'visible' && !reminded) return
  const now = Date.now()
  const kept = read()
  const isSame = kept !== undefined && now >= kept.seenMs && now - kept.seenMs < awayMs
  const next = isSame ? { ...kept, seenMs: now } : { sinceMs: now, remindedMs: now, seenMs: now }
  writeLocalStorage(key, JSON.stringify(reminded ? { ...next, remindedMs: now } : next))
}

/** Whole minutes from when one came, and from the last reminder, to when the app was last looked at: being away does not count. */
export function readMinutesInAppAndSinceReminder(): { minutes: number; sinceReminder: number } {
  const kept = read()
  if (!kept) return { minutes: 0, sinceReminder: 0 }
  const minutesFrom = (at: number): number => Math.floor(Math.max(0, kept.seenMs - at) / 60_000)
  return { minutes: minutesFrom(kept.sinceMs), sinceReminder: minutesFrom(kept.remindedMs) }
}
