import { readStoredJson, store } from '#device/storage.ts'

/** Away for this long, one begins anew. */
const awayMs = 15 * 60_000
const key = 'time-here'

interface TimeHere {
  sinceMs: number
  remindedMs: number
  seenMs: number
}

const read = (): TimeHere | undefined => {
  const kept = readStoredJson(key) as Partial<TimeHere> | null
  return kept && [kept.sinceMs, kept.remindedMs, kept.seenMs].every(Number.isFinite) ? (kept as TimeHere) : undefined
}

/** Notes that somebody looks at the app now; `reminded` after they were told how long. Kept on the device, so that a reload changes nothing. */
export function watchTime(reminded = false): void {
  if (document.visibilityState !== 'visible' && !reminded) return
  const now = Date.now()
  const kept = read()
  const isSame = kept !== undefined && now >= kept.seenMs && now - kept.seenMs < awayMs
  const next = isSame ? { ...kept, seenMs: now } : { sinceMs: now, remindedMs: now, seenMs: now }
  store(key, JSON.stringify(reminded ? { ...next, remindedMs: now } : next))
}

/** Whole minutes since one came, and since one was last reminded. */
export function timeHere(): { minutes: number; sinceReminder: number } {
  const kept = read()
  const minutesSince = (at: number): number => Math.floor(Math.max(0, Date.now() - at) / 60_000)
  return kept ? { minutes: minutesSince(kept.sinceMs), sinceReminder: minutesSince(kept.remindedMs) } : { minutes: 0, sinceReminder: 0 }
}
