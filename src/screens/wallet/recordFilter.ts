import type { Input } from '#contract/call.ts'
import type { wallet } from '#contract/calls/wallet.ts'
import { book } from '#contract/constants.ts'
import { toWire } from '#contract/time.ts'

/** What the address says about which records are shown. */
export interface RecordFilter {
  /** A record type. */
  type?: number
  currency?: string
  /** 'YYYY-MM' of the device's calendar. */
  month?: string
}

/** A filter out of an address; what cannot be is left out. */
export function readFilter(search: Record<string, unknown>): RecordFilter {
  const type = Number(search['type'])
  const { currency, month } = search
  return {
    ...(Number.isInteger(type) && type > 0 && type < 100 && { type }),
    ...(typeof currency === 'string' && /^[A-Z0-9]{2,10}$/.test(currency) && { currency }),
    ...(typeof month === 'string' && /^20\d\d-(0[1-9]|1[0-2])$/.test(month) && { month }),
  }
}

export const isFiltered = (filter: RecordFilter): boolean => Object.keys(filter).length > 0

type Asked = Omit<Input<typeof wallet.balanceRecords>, 'pageNo' | 'pageSize'>

/** The filter as the call wants it: demo book, times on the wire's clock, both ends inclusive. */
export function askedBy({ type, currency, month }: RecordFilter): Asked {
  return {
    accountType: book.demo,
    ...(type !== undefined && { type: String(type) }),
    ...(currency !== undefined && { currency }),
    ...(month !== undefined && { beginTime: toWire(startOfMonth(month, 0)), endTime: toWire(startOfMonth(month, 1) - 1000) }),
  }
}

/** When a month, or the one `later` months after it, begins on this device, epoch ms. */
function startOfMonth(month: string, later: number): number {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return new Date(year, number - 1 + later, 1).getTime()
}

/** 'YYYY-MM' of a moment on this device. */
export const monthOf = (at: number): string => {
  const date = new Date(at)
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}`
}

/** Months from the newest back to the one of `since`; the last two years at most. */
export function monthsSince(since: number, now: number): string[] {
  const oldest = monthOf(since)
  const months: string[] = []
  const date = new Date(now)
  for (let back = 0; back < 24; back++) {
    const month = monthOf(new Date(date.getFullYear(), date.getMonth() - back, 1).getTime())
    if (month < oldest) break
    months.push(month)
  }
  return months
}
