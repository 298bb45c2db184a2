import { useSyncExternalStore } from 'react'
import { ageWords } from '#i18n/date.ts'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

const eachSecond = (listener: () => void) => {
  listeners.add(listener)
  timer ??= setInterval(() => listeners.forEach((tell) => tell()), 1_000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** Age words of product §4.4 for a moment on the device's clock; undefined until it is `afterMs` old. Re-renders only when the words change. */
export const useAge = (at: number | undefined, afterMs = 0): string | undefined =>
  useSyncExternalStore(eachSecond, () => (at === undefined || Date.now() - at < afterMs ? undefined : ageWords(at, Date.now())))
