import { useSyncExternalStore } from 'react'
import { formatDataAge } from '#i18n/date.ts'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

const subscribeEverySecond = (listener: () => void) => {
  listeners.add(listener)
  timer ??= setInterval(() => listeners.forEach((callback) => callback()), 1_000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** Age words of docs/rules/content.md for a moment on the device's clock; undefined until it is `afterMs` old. Re-renders only when the words change. */
export const useDataAgeText = (at: number | undefined, afterMs = 0): string | undefined =>
  useSyncExternalStore(subscribeEverySecond, () =>
    at === undefined || Date.now() - at < afterMs ? undefined : formatDataAge(at, Date.now()),
  )
