import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { appInstallWayStore, watchBrowserInstallOffer } from './installation.ts'

const iPad = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/26.0 Safari/605.1.15'

const on = (userAgent: string, maxTouchPoints: number, standalone = false): void => {
  vi.stubGlobal('window', { addEventListener: () => undefined })
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal('navigator', { userAgent, maxTouchPoints, standalone })
  watchBrowserInstallOffer()
}
beforeEach(() => appInstallWayStore.set('none'))
afterEach(() => vi.unstubAllGlobals())

it.each([
  ['an iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X)', 5],
  ['an iPad, which says that it is a Mac', iPad, 5],
])('shows %s how to do it by hand', (_what, userAgent, touchPoints) => {
  on(userAgent, touchPoints)
  expect(appInstallWayStore.get()).toBe('byHand')
})

it('takes what the browser offered before the app had come', () => {
  const preventDefault = vi.fn()
  vi.stubGlobal('window', { addEventListener: () => undefined, installEvent: { preventDefault } })
  vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (Linux; Android 16) Chrome/140', maxTouchPoints: 5, standalone: false })
  watchBrowserInstallOffer()
  expect([appInstallWayStore.get(), preventDefault.mock.calls.length]).toEqual(['prompt', 1])
})

it('shows nothing where it is done, on a Mac, or where the browser asks by itself', () => {
  on(iPad, 5, true)
  on(iPad, 0)
  on('Mozilla/5.0 (Linux; Android 16) Chrome/140', 5)
  expect(appInstallWayStore.get()).toBe('none')
})
