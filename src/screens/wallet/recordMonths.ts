import type { Input } from '#contract/call.ts'
import type { wallet } from '#contract/calls/wallet.ts'
import { toWire } from '#contract/time.ts'
import type { RecordFilter, RecordsOf } from './recordFilter.ts'

type Asked<Of> = Of & Pick<Input<typeof wallet.balanceRecords>, 'type' | 'currency' | 'beginTime' | 'endTime'>

/** The filter as the call wants it: of one book, times on the wire's clock, both ends inclusive. */
export function askedBy<Of extends RecordsOf>({ type, currency, month }: RecordFilter, of: Of): Asked<Of> {
  return {
    ...of,
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

/** Months from the newest back to the one of `since`; the last two years at most unless told. */
export function monthsSince(since: number, now: number, most = 24): string[] {
  const oldest = monthOf(since)
  const months: string[] = []
  const date = new Date(now)
  for (let back = 0; back < most; back++) {
    const month = monthOf(new Date(date.getFullYear(), date.getMonth() - back, 1).getTime())
    if (month < oldest) break
    months.push(month)
  }
  return months
}
