import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { hideOverlay, loadingOverlay, showOverlay } from './loadingOverlay.ts'

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }))
afterEach(() => {
  vi.runAllTimers()
  hideOverlay()
  vi.runAllTimers()
  vi.useRealTimers()
})
const isShown = () => loadingOverlay.get().isLoading

it('stays for 300 ms when hidden at once', () => {
  showOverlay()
  hideOverlay()
  vi.advanceTimersByTime(280)
  expect(isShown()).toBe(true)
  vi.advanceTimersByTime(40)
  expect(isShown()).toBe(false)
})

it('waits only for what is left of the minimum', () => {
  showOverlay()
  vi.advanceTimersByTime(200)
  hideOverlay()
  vi.advanceTimersByTime(80)
  expect(isShown()).toBe(true)
  vi.advanceTimersByTime(40)
  expect(isShown()).toBe(false)
})

it('hides at once after a long wait', () => {
  showOverlay()
  vi.advanceTimersByTime(5_000)
  expect(isShown()).toBe(true)
  hideOverlay()
  vi.advanceTimersByTime(1)
  expect(isShown()).toBe(false)
})

it('merges options over the defaults and forgets them the next time', () => {
  showOverlay({ text: 'Signing in…', minDurationMs: 1_000 })
  expect(loadingOverlay.get().options).toEqual({ text: 'Signing in…', background: undefined, minDurationMs: 1_000 })
  showOverlay()
  expect(loadingOverlay.get().options.text).toBeUndefined()
  expect(loadingOverlay.get().options.minDurationMs).toBe(300)
})

it('keeps showing when a second wait begins while the first is on its way out', () => {
  showOverlay()
  hideOverlay()
  vi.advanceTimersByTime(290)
  showOverlay()
  vi.advanceTimersByTime(290)
  expect(isShown()).toBe(true)
})
