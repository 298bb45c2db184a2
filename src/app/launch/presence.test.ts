import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const send = vi.fn((_call: { path: string }) => Promise.resolve({}))
vi.mock('#api/send.ts', () => ({ sendApiCall: send }))
vi.stubGlobal('navigator', { onLine: true, languages: ['en'] })

const { setToken } = await import('#api/session.ts')
const { writeLocalStorage } = await import('#device/storage.ts')
const { startActivityReports } = await import('./presence.ts')

const calls = (): string[] => send.mock.calls.map(([call]) => call.path.split('/').at(-1) ?? '')
let stop: (() => void) | undefined

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 5) })
  send.mockClear()
  writeLocalStorage('active-report-time', undefined)
  setToken('a-token')
})
afterEach(() => {
  stop?.()
  vi.useRealTimers()
})

it('reports at start and then at most once an hour, looking every minute', () => {
  stop = startActivityReports()
  expect(calls()).toEqual(['activeReport', 'importantCustomerOnLine'])
  vi.advanceTimersByTime(59 * 60_000)
  expect(calls()).toHaveLength(2)
  vi.advanceTimersByTime(60_000)
  expect(calls()).toEqual(['activeReport', 'importantCustomerOnLine', 'importantCustomerOnLine'])
})

it('does not report again after a reload within the hour', () => {
  writeLocalStorage('active-report-time', String(Date.now() - 3_599_000))
  stop = startActivityReports()
  expect(calls()).toEqual(['activeReport'])
})

it('is not silenced for good by a time in the future', () => {
  writeLocalStorage('active-report-time', String(Date.now() + 86_400_000))
  stop = startActivityReports()
  expect(calls()).toContain('importantCustomerOnLine')
})

it('says nothing about a visitor, and begins once there is a person', () => {
  setToken(undefined)
  stop = startActivityReports()
  vi.advanceTimersByTime(120_000)
  expect(calls()).toEqual([])
  setToken('a-token')
  vi.advanceTimersByTime(60_000)
  expect(calls()).toEqual(['importantCustomerOnLine'])
})
