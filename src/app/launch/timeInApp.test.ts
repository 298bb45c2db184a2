import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { writeLocalStorage } from '#device/storage.ts'
import { readMinutesInAppAndSinceReminder, recordTimeInApp } from './timeInApp.ts'

const page = { visibilityState: 'visible' }
const minuteMs = 60_000

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 5) })
  vi.stubGlobal('document', page)
  page.visibilityState = 'visible'
  writeLocalStorage('time-here', undefined)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** As the app looks: every half minute, also behind another app. */
function look(minutes: number): void {
  for (let at = 0; at < minutes * 2; at++) {
    vi.advanceTimersByTime(minuteMs / 2)
    recordTimeInApp()
  }
}

it('counts the minutes that somebody looked', () => {
  recordTimeInApp()
  look(62)
  expect(readMinutesInAppAndSinceReminder()).toEqual({ minutes: 62, sinceReminder: 62 })
  recordTimeInApp(true)
  look(5)
  expect(readMinutesInAppAndSinceReminder()).toEqual({ minutes: 67, sinceReminder: 5 })
})

it('does not count the time behind another app, and starts over after a long one', () => {
  recordTimeInApp()
  look(10)
  page.visibilityState = 'hidden'
  look(120)
  expect(readMinutesInAppAndSinceReminder()).toEqual({ minutes: 10, sinceReminder: 10 })
  page.visibilityState = 'visible'
  recordTimeInApp()
  expect(readMinutesInAppAndSinceReminder()).toEqual({ minutes: 0, sinceReminder: 0 })
})
