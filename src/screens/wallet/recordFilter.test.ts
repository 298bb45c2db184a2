import { afterEach, expect, it, vi } from 'vitest'
import { hasBalanceRecordFilter, readBalanceRecordsSearchParams } from './recordFilter.ts'
import { buildBalanceRecordCallParams, listMonthKeysSince } from './recordMonths.ts'

afterEach(() => vi.unstubAllEnvs())

it('reads a filter out of an address and drops what cannot be', () => {
  expect(readBalanceRecordsSearchParams({ type: '8', currency: 'USDT', month: '2026-11' })).toEqual({
    type: 8,
    currency: 'USDT',
    month: '2026-11',
  })
  expect(readBalanceRecordsSearchParams({ type: 'x', currency: 'usdt;', month: '2026-13' })).toEqual({})
  expect(hasBalanceRecordFilter({})).toBe(false)
})

it('reads of which competition they are, and asks for those alone', () => {
  expect(readBalanceRecordsSearchParams({ comp: 'harbour-cup', type: '41' })).toEqual({ comp: 'harbour-cup', type: 41 })
  expect(readBalanceRecordsSearchParams({ comp: 'Harbour cup' })).toEqual({})
  expect(buildBalanceRecordCallParams({}, { accountType: 3, compId: 'harbour-cup' })).toEqual({ accountType: 3, compId: 'harbour-cup' })
})

it('asks for a month of the device on the clock of the wire', () => {
  vi.stubEnv('TZ', 'UTC')
  expect(buildBalanceRecordCallParams({ month: '2026-12', type: 8 }, { accountType: 2 })).toEqual({
    accountType: 2,
    type: '8',
    beginTime: '2026-12-01 08:00:00',
    endTime: '2027-01-01 07:59:59',
  })
})

it('offers the months since the account was opened', () => {
  expect(listMonthKeysSince(Date.UTC(2026, 8, 20), Date.UTC(2026, 10, 15))).toEqual(['2026-11', '2026-10', '2026-09'])
  expect(listMonthKeysSince(Date.UTC(2000, 0, 15), Date.UTC(2026, 10, 15))).toHaveLength(24)
  expect(listMonthKeysSince(Date.UTC(2026, 0, 15), Date.UTC(2026, 2, 31, 12))).toEqual(['2026-03', '2026-02', '2026-01'])
})
