import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { store } from '#device/storage.ts'
import { timeHere, watchTime } from './timeHere.ts'

const page = { visibilityState: 'visible' }
const minuteMs = 60_000

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 5) })
  vi.stubGlobal('document', page)
  page.visibilityState = 'visible'
  store('time-here', undefined)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** As the app looks: every half minute, also behind another app. */
function look(minutes: number): void {
  for (let at = 0; at < minutes * 2; at++) {
    vi.advanceTimersByTime(minuteMs / 2)
    watchTime()
  }
}

it('counts the minutes that somebody looked', () => {
  watchTime()
  look(62)
  expect(timeHere()).toEqual({ minutes: 62, sinceReminder: 62 })
  watchTime(true)
  look(5)
  expect(timeHere()).toEqual({ minutes: 67, sinceReminder: 5 })
})

it('does not count the time behind another app, and begins anew after a long one', () => {
  watchTime()
  look(10)
  page.visibilityState = 'hidden'
  look(120)
  expect(timeHere()).toEqual({ minutes: 10, sinceReminder: 10 })
  page.visibilityState = 'visible'
  watchTime()
  expect(timeHere()).toEqual({ minutes: 0, sinceReminder: 0 })
})
