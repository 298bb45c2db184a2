import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { finishLoadingOverlay, loadingOverlayStore, showLoadingOverlay } from './loadingOverlay.ts'

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }))
afterEach(() => {
  vi.runAllTimers()
  finishLoadingOverlay()
  vi.runAllTimers()
  vi.useRealTimers()
})
const isShown = () => loadingOverlayStore.get().isLoading

it('stays for 300 ms when hidden at once', () => {
  showLoadingOverlay()
  finishLoadingOverlay()
  vi.advanceTimersByTime(280)
  expect(isShown()).toBe(true)
  vi.advanceTimersByTime(40)
  expect(isShown()).toBe(false)
})

it('waits only for what is left of the minimum', () => {
  showLoadingOverlay()
  vi.advanceTimersByTime(200)
  finishLoadingOverlay()
  vi.advanceTimersByTime(80)
  expect(isShown()).toBe(true)
  vi.advanceTimersByTime(40)
  expect(isShown()).toBe(false)
})

it('hides at once after a long wait', () => {
  showLoadingOverlay()
  vi.advanceTimersByTime(5_000)
  expect(isShown()).toBe(true)
  finishLoadingOverlay()
  vi.advanceTimersByTime(1)
  expect(isShown()).toBe(false)
})

it('merges options over the defaults and forgets them the next time', () => {
  showLoadingOverlay({ text: 'Signing in…', minDurationMs: 1_000 })
  expect(loadingOverlayStore.get().options).toEqual({ text: 'Signing in…', background: undefined, minDurationMs: 1_000 })
  showLoadingOverlay()
  expect(loadingOverlayStore.get().options.text).toBeUndefined()
  expect(loadingOverlayStore.get().options.minDurationMs).toBe(300)
})

it('keeps showing when a second wait begins while the first is on its way out', () => {
  showLoadingOverlay()
  finishLoadingOverlay()
  vi.advanceTimersByTime(290)
  showLoadingOverlay()
  vi.advanceTimersByTime(290)
  expect(isShown()).toBe(true)
})
